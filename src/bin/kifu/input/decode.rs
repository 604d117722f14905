//! The decompressors of streams, by what a stream is compressed with.

use std::io::{self, BufRead, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};

use super::kind::Compression;
use super::limits::MAX_DICTIONARY;

/// What a decoder of xz needs beside its dictionary, and more.
const XZ_OVERHEAD: u64 = 1024 * 1024;

/// What the stream expands to. Streams behind one another count as one, as the tools have it.
pub(super) fn decoder<'r>(
    compression: Compression,
    stream: impl BufRead + 'r,
) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match compression {
        Compression::Gzip => Box::new(MultiGzDecoder::new(stream)),
        Compression::Bzip2 => Box::new(MultiBzDecoder::new(stream)),
        Compression::Xz => {
            let memory = MAX_DICTIONARY + XZ_OVERHEAD;
            let decoder = Stream::new_stream_decoder(memory, CONCATENATED)?;
            Box::new(XzDecoder::new_stream(stream, decoder))
        }
        Compression::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(stream)?;
            decoder.window_log_max(MAX_DICTIONARY.ilog2())?;
            Box::new(decoder)
        }
    })
}

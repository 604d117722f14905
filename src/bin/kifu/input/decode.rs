//! The decompressors of streams, by what a stream is compressed with.

use std::io::{self, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;

use super::kind::Compression;

/// What the stream expands to. Streams behind one another count as one, as the tools have it.
pub(super) fn decoder<'r>(
    compression: Compression,
    stream: impl Read + 'r,
) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match compression {
        Compression::Gzip => Box::new(MultiGzDecoder::new(stream)),
        Compression::Bzip2 => Box::new(MultiBzDecoder::new(stream)),
        Compression::Xz => Box::new(XzReader::new(stream, true)),
        Compression::Zstd => Box::new(zstd::Decoder::new(stream)?),
    })
}

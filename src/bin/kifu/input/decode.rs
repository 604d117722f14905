//! The decompressors of streams, by what a stream is compressed with. What was decompressed before a
//! fault is given first, then the fault: the readers of the crates drop what came with it.

use std::io::{self, BufRead, Read};

use flate2::{FlushDecompress, Status};
use liblzma::stream::{Action, CONCATENATED};
use zstd::stream::raw::{InBuffer, Operation, OutBuffer};

use super::kind::Compression;
use super::limits::MAX_DICTIONARY;
use crate::interrupt;

/// What a decoder of xz needs beside its dictionary, and more.
const XZ_OVERHEAD: u64 = 1024 * 1024;

/// The window of gzip, and what says that there is a gzip header.
const GZIP_WINDOW: u8 = 15;

/// How many bytes of a zstd frame are looked at first.
const ZSTD_START: usize = 5;

/// What the stream expands to. Streams after one another count as one, as the tools have it.
pub(super) fn decoder<'r>(
    compression: Compression,
    stream: impl BufRead + 'r,
) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match compression {
        Compression::Gzip => Box::new(Decoder::new(stream, Gzip::new(), true)),
        Compression::Bzip2 => Box::new(Decoder::new(stream, Bzip2::new(), true)),
        Compression::Xz => {
            let memory = MAX_DICTIONARY + XZ_OVERHEAD;
            let xz = liblzma::stream::Stream::new_stream_decoder(memory, CONCATENATED)?;
            Box::new(Decoder::new(stream, Xz(xz), true))
        }
        Compression::Zstd => {
            let mut decoder = zstd::stream::raw::Decoder::new()?;
            let window = zstd::stream::raw::DParameter::WindowLogMax(MAX_DICTIONARY.ilog2());
            decoder.set_parameter(window)?;
            let zstd = Zstd { decoder, wanted: ZSTD_START, holds_more: false };
            Box::new(Decoder::new(stream, zstd, true))
        }
    })
}

/// What a deflated member of a zip expands to.
pub(super) fn inflater(stream: impl BufRead) -> impl Read {
    Decoder::new(stream, Inflate(flate2::Decompress::new(false)), false)
}

/// A decompressor that is given bytes, and room for what they expand to.
trait Codec {
    /// Goes on. Nothing is given at the end of the input.
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step;

    /// Starts anew, after the end of a stream.
    fn restart(&mut self) {}

    /// Whether zeros between streams and after them mean nothing.
    fn allows_zeros(&self) -> bool {
        false
    }
}

/// What a codec did: how many bytes it took and made, and whether the stream ended with them. It may
/// have made some before an error.
struct Step {
    taken: usize,
    made: usize,
    ended: io::Result<bool>,
}

/// Reads what a stream expands to.
struct Decoder<R, C> {
    stream: R,
    codec: C,
    /// Whether another stream may follow.
    may_follow: bool,
    /// Whether a stream has ended, and nothing of the next one was seen.
    is_between: bool,
    /// Whether a stream has ended, and nothing came of the next one.
    is_after: bool,
    is_done: bool,
    /// What is to be reported after what came before it.
    fault: Option<io::Error>,
}

impl<R: BufRead, C: Codec> Decoder<R, C> {
    fn new(stream: R, codec: C, may_follow: bool) -> Self {
        Self {
            stream,
            codec,
            may_follow,
            is_between: false,
            is_after: false,
            is_done: false,
            fault: None,
        }
    }

    /// Takes a step, and says how many bytes it made.
    fn step(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let input = match self.stream.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(0),
            input => input?,
        };
        let is_end = input.is_empty();
        if self.is_between {
            let zeros = input.iter().take_while(|&&byte| byte == 0).count();
            if is_end || zeros == input.len() && self.codec.allows_zeros() {
                self.is_done = is_end;
                self.stream.consume(zeros);
                return Ok(0);
            }
            self.is_between = false;
        }
        let Step { taken, made, ended } = self.codec.step(input, buffer);
        self.stream.consume(taken);
        match ended {
            Ok(true) if self.may_follow => {
                self.codec.restart();
                (self.is_between, self.is_after) = (true, true);
                return Ok(made);
            }
            Ok(true) => self.is_done = true,
            Ok(false) if is_end && made == 0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(false) if taken == 0 && made == 0 => return Err(damaged("it cannot be read on")),
            Ok(false) => {}
            Err(error) if made == 0 && self.is_after => {
                let message = "what follows the end of the compressed stream is not read";
                return Err(io::Error::other(format!("{message}: {error}")));
            }
            Err(error) if made == 0 => return Err(error),
            Err(error) => self.fault = Some(error),
        }
        self.is_after &= made == 0;
        Ok(made)
    }
}

impl<R: BufRead, C: Codec> Read for Decoder<R, C> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.fault.take() {
            self.is_done = true;
            return Err(error);
        }
        while !self.is_done && !buffer.is_empty() {
            interrupt::check()?;
            match self.step(buffer) {
                Ok(0) => {}
                Ok(made) => return Ok(made),
                Err(error) => {
                    self.is_done = true;
                    return Err(error);
                }
            }
        }
        Ok(0)
    }
}

fn damaged(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("damaged: {error}"))
}

/// A stream of deflate, with the header and the checksum of gzip or without.
fn inflate(inflate: &mut flate2::Decompress, input: &[u8], output: &mut [u8]) -> Step {
    let (taken, made) = (inflate.total_in(), inflate.total_out());
    let status = inflate.decompress(input, output, FlushDecompress::None);
    Step {
        taken: (inflate.total_in() - taken) as usize,
        made: (inflate.total_out() - made) as usize,
        ended: match status {
            Ok(status) => Ok(status == Status::StreamEnd),
            Err(error) => Err(match error.message() {
                Some("incorrect data check" | "incorrect length check") => {
                    damaged("checksum mismatch")
                }
                Some("incorrect header check") => damaged("no gzip header"),
                _ => damaged(error),
            }),
        },
    }
}

struct Inflate(flate2::Decompress);

impl Codec for Inflate {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        inflate(&mut self.0, input, output)
    }
}

struct Gzip(flate2::Decompress);

impl Gzip {
    fn new() -> Self {
        Self(flate2::Decompress::new_gzip(GZIP_WINDOW))
    }
}

impl Codec for Gzip {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        inflate(&mut self.0, input, output)
    }

    fn restart(&mut self) {
        *self = Self::new();
    }

    fn allows_zeros(&self) -> bool {
        true
    }
}

struct Bzip2(bzip2::Decompress);

impl Bzip2 {
    fn new() -> Self {
        Self(bzip2::Decompress::new(false))
    }
}

impl Codec for Bzip2 {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let status = self.0.decompress(input, output);
        Step {
            taken: (self.0.total_in() - taken) as usize,
            made: (self.0.total_out() - made) as usize,
            ended: match status {
                Ok(status) => Ok(status == bzip2::Status::StreamEnd),
                Err(error) => Err(damaged(error)),
            },
        }
    }

    fn restart(&mut self) {
        *self = Self::new();
    }
}

struct Xz(liblzma::stream::Stream);

impl Codec for Xz {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let action = if input.is_empty() { Action::Finish } else { Action::Run };
        let status = self.0.process(input, output, action);
        Step {
            taken: (self.0.total_in() - taken) as usize,
            made: (self.0.total_out() - made) as usize,
            ended: match status {
                Ok(status) => Ok(status == liblzma::stream::Status::StreamEnd),
                Err(liblzma::stream::Error::Data) => Err(damaged("the compressed data is corrupt")),
                Err(liblzma::stream::Error::Format) => Err(damaged("no xz header")),
                Err(error) => Err(error.into()),
            },
        }
    }
}

/// Of zstd, a step that ends with an error does not say how much it made before. So each step is given
/// as much as the decoder asks for: a block, or a checksum.
struct Zstd {
    decoder: zstd::stream::raw::Decoder<'static>,
    wanted: usize,
    /// Whether the decoder may hold more of what it was given than there was room for.
    holds_more: bool,
}

impl Codec for Zstd {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        if self.holds_more {
            let step = self.run(&[], output);
            if step.made > 0 || !matches!(step.ended, Ok(false)) {
                return step;
            }
        }
        self.run(&input[..input.len().min(self.wanted.max(1))], output)
    }

    fn restart(&mut self) {
        self.wanted = ZSTD_START;
    }
}

impl Zstd {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let room = output.len();
        let (mut input, mut output) = (InBuffer::around(input), OutBuffer::around(output));
        let status = self.decoder.run(&mut input, &mut output);
        let (taken, made) = (input.pos(), output.pos());
        self.holds_more = made == room;
        let ended = status.map(|wanted| {
            self.wanted = wanted;
            wanted == 0
        });
        Step { taken, made, ended }
    }
}

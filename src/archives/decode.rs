//! The decompressors of streams, by what a stream is compressed with. What was decompressed before a
//! fault is given first, then the fault: the readers of the crates drop what came with it.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, BufRead, Read};

use flate2::{FlushDecompress, Status};
use liblzma::stream::{Action, CONCATENATED};
use zstd::stream::raw::{InBuffer, Operation, OutBuffer};

use super::kind::Compression;
use super::limits::MAX_DICTIONARY;
use super::{Archives, ProblemKind, Reserved};

/// Up to how many bytes a dictionary is not counted.
const FREE: u64 = 32 * 1024 * 1024;

/// What a decoder of xz needs beside its dictionary, and more.
const XZ_OVERHEAD: u64 = 1024 * 1024;

/// The window of gzip, and what says that there is a gzip header.
const GZIP_WINDOW: u8 = 15;

/// How many bytes of a zstd frame are looked at first.
const ZSTD_START: usize = 5;

/// The longest header of a zstd frame, and what a frame starts with.
const ZSTD_HEAD: usize = 18;
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// What the stream expands to. Streams after one another count as one, as the tools have it.
pub(super) fn decoder<'r>(
    compression: Compression,
    stream: impl BufRead + 'r,
    options: &'r Archives,
) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match compression {
        Compression::Gzip => Box::new(Decoder::new(stream, Gzip::new(), options, true)),
        Compression::Bzip2 => Box::new(Decoder::new(stream, Bzip2::new(), options, true)),
        Compression::Xz => Box::new(Decoder::new(stream, Xz::new(options)?, options, true)),
        Compression::Zstd => {
            let mut decoder = zstd::stream::raw::Decoder::new()?;
            let window = zstd::stream::raw::DParameter::WindowLogMax(MAX_DICTIONARY.ilog2());
            decoder.set_parameter(window)?;
            let zstd = Zstd {
                decoder,
                wanted: ZSTD_START,
                holds_more: false,
                head: Vec::new(),
                options,
                reserved: Reserved::default(),
            };
            Box::new(Decoder::new(stream, zstd, options, true))
        }
    })
}

/// What a deflated member of a zip expands to.
pub(super) fn inflater(stream: impl BufRead, options: &Archives) -> impl Read {
    Decoder::new(stream, Inflate(flate2::Decompress::new(false)), options, false)
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
struct Decoder<'o, R, C> {
    stream: R,
    codec: C,
    options: &'o Archives,
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

impl<'o, R: BufRead, C: Codec> Decoder<'o, R, C> {
    fn new(stream: R, codec: C, options: &'o Archives, may_follow: bool) -> Self {
        Self {
            stream,
            codec,
            options,
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
                return Err(ProblemKind::Damaged.error(format!("{message}: {error}")));
            }
            Err(error) if made == 0 => return Err(error),
            Err(error) => self.fault = Some(error),
        }
        self.is_after &= made == 0;
        Ok(made)
    }
}

impl<R: BufRead, C: Codec> Read for Decoder<'_, R, C> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.fault.take() {
            self.is_done = true;
            return Err(error);
        }
        while !self.is_done && !buffer.is_empty() {
            self.options.check_ended()?;
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

fn damaged(error: impl fmt::Display) -> io::Error {
    ProblemKind::Damaged.error(format!("damaged: {error}"))
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

struct Xz<'o> {
    stream: liblzma::stream::Stream,
    options: &'o Archives,
    /// The largest dictionary it may have, and the memory that was taken for it.
    dictionary: u64,
    reserved: Reserved,
}

impl<'o> Xz<'o> {
    /// A decoder whose dictionary may be as large as what is not counted.
    fn new(options: &'o Archives) -> io::Result<Self> {
        let dictionary = FREE;
        let limit = dictionary + XZ_OVERHEAD;
        let stream = liblzma::stream::Stream::new_stream_decoder(limit, CONCATENATED)?;
        Ok(Self { stream, options, dictionary, reserved: Reserved::default() })
    }

    /// Takes memory for a larger dictionary: the stream says that it needs one, not how large.
    fn grow(&mut self) -> io::Result<()> {
        // What was taken is part of it.
        self.reserved = Reserved::default();
        self.dictionary *= 2;
        self.reserved = self.options.reserve(self.dictionary)?;
        match self.stream.set_memlimit(self.dictionary + XZ_OVERHEAD) {
            Err(liblzma::stream::Error::MemLimit) => Ok(()),
            set => Ok(set?),
        }
    }
}

impl Codec for Xz<'_> {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (taken, made) = (self.stream.total_in(), self.stream.total_out());
        let action = if input.is_empty() { Action::Finish } else { Action::Run };
        let mut status = self.stream.process(input, output, action);
        while matches!(status, Err(liblzma::stream::Error::MemLimit))
            && self.dictionary < MAX_DICTIONARY
        {
            if let Err(error) = self.grow() {
                let taken = (self.stream.total_in() - taken) as usize;
                let made = (self.stream.total_out() - made) as usize;
                return Step { taken, made, ended: Err(error) };
            }
            let (used, done) = (self.stream.total_in() - taken, self.stream.total_out() - made);
            let (input, output) = (&input[used as usize..], &mut output[done as usize..]);
            status = self.stream.process(input, output, action);
        }
        Step {
            taken: (self.stream.total_in() - taken) as usize,
            made: (self.stream.total_out() - made) as usize,
            ended: match status {
                Ok(status) => Ok(status == liblzma::stream::Status::StreamEnd),
                Err(liblzma::stream::Error::Data) => Err(damaged("the compressed data is corrupt")),
                Err(liblzma::stream::Error::Format) => Err(damaged("no xz header")),
                Err(liblzma::stream::Error::MemLimit) => {
                    let error = io::Error::from(liblzma::stream::Error::MemLimit);
                    Err(ProblemKind::Memory.error(error.to_string()))
                }
                Err(error) => Err(ProblemKind::Damaged.error(io::Error::from(error).to_string())),
            },
        }
    }
}

/// Of zstd, a step that ends with an error does not say how much it made before. So each step is given
/// as much as the decoder asks for: a block, or a checksum.
struct Zstd<'o> {
    decoder: zstd::stream::raw::Decoder<'static>,
    wanted: usize,
    /// Whether the decoder may hold more of what it was given than there was room for.
    holds_more: bool,
    /// The start of the frame, until its window is known, and the memory that was taken for that.
    head: Vec<u8>,
    options: &'o Archives,
    reserved: Reserved,
}

impl Codec for Zstd<'_> {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        if self.holds_more {
            let step = self.run(&[], output);
            if step.made > 0 || !matches!(step.ended, Ok(false)) {
                return step;
            }
        }
        let input = &input[..input.len().min(self.wanted.max(1))];
        if let Err(error) = self.take(input) {
            return Step { taken: 0, made: 0, ended: Err(error) };
        }
        self.run(input, output)
    }

    fn restart(&mut self) {
        self.wanted = ZSTD_START;
        self.head.clear();
    }
}

impl Zstd<'_> {
    /// Takes memory for the window of a frame once its size is known, before anything is unpacked.
    fn take(&mut self, input: &[u8]) -> io::Result<()> {
        if self.head.len() >= ZSTD_HEAD {
            return Ok(());
        }
        self.head.extend_from_slice(&input[..input.len().min(ZSTD_HEAD)]);
        if let Some(window) = zstd_window(&self.head).filter(|&window| window <= MAX_DICTIONARY) {
            self.head.resize(ZSTD_HEAD, 0);
            self.reserved = Reserved::default();
            if window > FREE {
                self.reserved = self.options.reserve(window)?;
            }
        }
        Ok(())
    }

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
        let ended = ended.map_err(|error| ProblemKind::Damaged.error(error.to_string()));
        Step { taken, made, ended }
    }
}

/// The window of a zstd frame by its header, as far as that is there.
fn zstd_window(head: &[u8]) -> Option<u64> {
    let rest = head.strip_prefix(&ZSTD_MAGIC)?;
    let (&flags, rest) = rest.split_first()?;
    if flags & 0x20 == 0 {
        let window = u64::from(*rest.first()?);
        let base = 1_u64 << (10 + (window >> 3));
        return Some(base + base / 8 * (window & 7));
    }
    // All of it is one window. Its size follows the number of the dictionary.
    let rest = rest.get([0, 1, 2, 4][usize::from(flags & 3)]..)?;
    let mut size = [0; 8];
    let length = 1 << (flags >> 6);
    size[..length].copy_from_slice(rest.get(..length)?);
    Some(u64::from_le_bytes(size) + if length == 2 { 256 } else { 0 })
}

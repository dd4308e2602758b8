//! The archive itself: where it is, how it is compressed, and how it is written.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::super::shared::streams::{Done, Target, Trouble, transform};
use super::settings::Settings;
use super::{Stop, Tar};
use formats::archive::tar_member::BLOCK;
use formats::codec::{self, Failure};
use shell::command::{Context, Input, Output};
use shell::kernel::{Halt, IoError, OpenOptions, Source};
use workspace::{Errno, Ino};

/// Bytes that are gathered before they are written.
const GATHERED: usize = 256 << 10;

/// The compressors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    Gzip,
    Bzip2,
    Xz,
    Lzma,
    Zstd,
    Compress,
}

impl Codec {
    /// By the archive's name, as `-a` does it.
    pub fn of_name(name: &[u8]) -> Option<Codec> {
        let suffix = name.rsplit(|byte| *byte == b'.').next().filter(|suffix| suffix.len() < name.len())?;
        Some(match suffix {
            b"gz" | b"tgz" | b"taz" => Codec::Gzip,
            b"Z" | b"taZ" => Codec::Compress,
            b"bz2" | b"tz2" | b"tbz2" | b"tbz" => Codec::Bzip2,
            b"lzma" | b"tlz" => Codec::Lzma,
            b"xz" | b"txz" => Codec::Xz,
            b"zst" | b"tzst" => Codec::Zstd,
            _ => return None,
        })
    }

    /// By the name of the program.
    pub fn of_program(name: &[u8]) -> Option<Codec> {
        Some(match name {
            b"gzip" | b"pigz" | b"gunzip" => Codec::Gzip,
            b"bzip2" | b"bunzip2" => Codec::Bzip2,
            b"xz" | b"unxz" => Codec::Xz,
            b"lzma" | b"unlzma" => Codec::Lzma,
            b"zstd" | b"unzstd" => Codec::Zstd,
            _ => return None,
        })
    }

    /// By the first bytes.
    fn of_bytes(bytes: &[u8]) -> Option<Codec> {
        let known: [(&[u8], Codec); 6] = [
            (b"\x1f\x8b", Codec::Gzip),
            (b"\x1f\x9d", Codec::Compress),
            (b"BZh", Codec::Bzip2),
            (b"\xfd7zXZ", Codec::Xz),
            (b"\x5d\0\0", Codec::Lzma),
            (b"\x28\xb5\x2f\xfd", Codec::Zstd),
        ];
        // An archive may begin with a name like any of these.
        if bytes.get(257..262) == Some(b"ustar") {
            return None;
        }
        known.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, codec)| *codec)
    }

    fn option(self) -> &'static [u8] {
        match self {
            Codec::Gzip => b"-z",
            Codec::Bzip2 => b"-j",
            Codec::Xz => b"-J",
            Codec::Lzma => b"--lzma",
            Codec::Zstd => b"--zstd",
            Codec::Compress => b"-Z",
        }
    }

    /// What the program says of a broken stream, and its status.
    fn words(self, failure: &Failure) -> (&'static str, u8) {
        match (self, failure) {
            (Codec::Gzip | Codec::Compress, Failure::Cut) => ("\ngzip: stdin: unexpected end of file", 1),
            (Codec::Gzip | Codec::Compress, Failure::Checksum | Failure::ChecksumAndLength) => {
                ("\ngzip: stdin: invalid compressed data--crc error", 1)
            }
            (Codec::Gzip | Codec::Compress, Failure::Length) => {
                ("\ngzip: stdin: invalid compressed data--length error", 1)
            }
            (Codec::Gzip | Codec::Compress, Failure::Format) => ("\ngzip: stdin: not in gzip format", 1),
            (Codec::Gzip | Codec::Compress, _) => ("\ngzip: stdin: invalid compressed data--format violated", 1),
            (Codec::Bzip2, Failure::Format) => ("bzip2: (stdin) is not a bzip2 file.", 2),
            (Codec::Bzip2, Failure::Cut) => (
                "\nbzip2: Compressed file ends unexpectedly;\n\tperhaps it is corrupted?  *Possible* reason follows.\n\
                 bzip2: Success\n\tInput file = (stdin), output file = (stdout)\n",
                2,
            ),
            (Codec::Bzip2, _) => ("\nbzip2: Data integrity error when decompressing.", 2),
            (Codec::Xz | Codec::Lzma, Failure::Format) => ("xz: (stdin): File format not recognized", 1),
            (Codec::Xz | Codec::Lzma, Failure::Cut) => ("xz: (stdin): Unexpected end of input", 1),
            (Codec::Xz | Codec::Lzma, Failure::Memory) => ("xz: (stdin): Memory usage limit reached", 1),
            (Codec::Xz | Codec::Lzma, _) => ("xz: (stdin): Compressed data is corrupt", 1),
            (Codec::Zstd, Failure::Format) => ("zstd: /*stdin*\\: unsupported format ", 1),
            (Codec::Zstd, _) => ("zstd: /*stdin*\\ : Decoding error (36) : Data corruption detected ", 1),
        }
    }

    fn expand(self, from: &mut dyn std::io::BufRead, to: &mut dyn std::io::Write) -> Result<(), Failure> {
        match self {
            Codec::Gzip | Codec::Compress => {
                // gzip reads both.
                let is_old = from.fill_buf()?.starts_with(b"\x1f\x9d");
                if is_old {
                    from.consume(2);
                    codec::expand_lzw(from, to).map(drop)
                } else {
                    codec::gzip::expand(from, to)
                }
            }
            Codec::Bzip2 => codec::bzip2::expand(from, to),
            Codec::Xz | Codec::Lzma => {
                if codec::peek(from)? == Some(0xfd) {
                    codec::xz::expand(from, to, false).map(drop)
                } else {
                    codec::xz::expand_lzma(from, to).map(drop)
                }
            }
            Codec::Zstd => codec::zstd::expand(from, to).map(drop),
        }
    }

    fn pack(self, from: &mut dyn std::io::BufRead, to: &mut dyn codec::Aside, size: u64) -> std::io::Result<()> {
        match self {
            Codec::Gzip => codec::gzip::compress(from, to, None, 0, 6).map(drop),
            Codec::Bzip2 => codec::bzip2::compress(from, to, 9).map(drop),
            // Where xz stands for lzma, it writes its own format.
            Codec::Xz | Codec::Lzma => {
                codec::xz::compress(from, to, codec::xz::Options::default(), Some(size)).map(drop)
            }
            Codec::Zstd => codec::zstd::compress(from, to).map(drop),
            Codec::Compress => Err(std::io::Error::other("compress")),
        }
    }

    /// The work for a byte, against copying it: to compress and to expand.
    fn effort(self) -> (usize, usize) {
        match self {
            Codec::Gzip | Codec::Compress => (20, 3),
            Codec::Bzip2 => (60, 30),
            Codec::Xz | Codec::Lzma => (200, 10),
            Codec::Zstd => (20, 3),
        }
    }
}

/// An archive that was read.
pub struct Loaded {
    pub bytes: Bytes,
    /// The status with which the program that expanded it failed.
    pub child: Option<u8>,
    pub compressed: bool,
}

impl Tar {
    /// Reads the archive whole and expands it.
    pub fn load(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<Loaded, Stop> {
        let name = &settings.archive;
        let is_stdin = name == "-";
        let packed = match context.read_operand(name) {
            Ok(bytes) => bytes,
            Err(IoError::Halt(halt)) => return Err(halt.into()),
            Err(IoError::Errno(Errno::IsDir)) => {
                let text = b": Cannot read: Is a directory";
                self.complain(context, &[name, text])?;
                self.complain(context, &[b"At beginning of tape, quitting now"])?;
                return Err(self.unrecoverable(context)?);
            }
            Err(IoError::Errno(errno)) => {
                let child = settings.codec.is_some();
                let who: &[u8] = if child { b"tar (child): " } else { b"tar: " };
                let text = errno.message().as_bytes();
                context.write_error(&[who, name, b": Cannot open: ", text, b"\n"].concat())?;
                if child {
                    context.write_error(b"tar (child): Error is not recoverable: exiting now\n")?;
                    self.complain(context, &[b"Child returned status 2"])?;
                }
                return Err(self.unrecoverable(context)?);
            }
        };
        let codec = match (settings.codec, Codec::of_bytes(&packed)) {
            (Some(codec), _) => codec,
            (None, None) => return Ok(Loaded { bytes: packed, child: None, compressed: false }),
            (None, Some(codec)) if is_stdin => {
                self.complain(context, &[b"Archive is compressed. Use ", codec.option(), b" option"])?;
                return Err(self.unrecoverable(context)?);
            }
            (None, Some(codec)) => codec,
        };
        let most = context.vfs().with_tree(|tree| tree.limits().total_bytes);
        let target = Target::Memory(Vec::new(), most);
        let input = Input::from_bytes(packed);
        let Done { result, target, .. } =
            transform(context, input, target, codec.effort().1, |from, to| codec.expand(from, to))?;
        let Target::Memory(bytes, _) = target else { return Err(self.unrecoverable(context)?) };
        let child = match result {
            Ok(()) => None,
            Err(Trouble::Stream(failure)) => {
                let (words, status) = codec.words(&failure);
                context.write_error(format!("{words}\n").as_bytes())?;
                Some(status)
            }
            Err(Trouble::Read(errno) | Trouble::Write(errno)) => {
                self.complain(context, &[name, b": Cannot read: ", errno.message().as_bytes()])?;
                return Err(self.unrecoverable(context)?);
            }
        };
        Ok(Loaded { bytes: bytes.into(), child, compressed: true })
    }

    /// Opens the archive that is to be made.
    pub fn open_new(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<Writer, Stop> {
        let output = if settings.archive == "-" {
            Output::new(context.exec.fds.get(1).cloned())
        } else {
            match context.open(&settings.archive, OpenOptions::writing(context.new_mode(0o666))) {
                Ok(file) => Output::new(Some(file)),
                Err(error) => return Err(self.fatal_io(context, &settings.archive, b"Cannot open: ", error)?),
            }
        };
        let ino = match (settings.archive == "-", context.exec.fds.get(1).map(|fd| &fd.source)) {
            (true, Some(Source::File(file))) => Some(file.ino()),
            (true, _) => None,
            (false, _) => context.vfs().stat(context.cwd(), &settings.archive).ok().filter(|stat| stat.is_file()).map(|stat| stat.ino),
        };
        let most = context.vfs().with_tree(|tree| tree.limits().total_bytes);
        Ok(Writer {
            output: Some(output),
            codec: settings.codec,
            buffer: Vec::new(),
            written: 0,
            ino,
            record: settings.record,
            most,
        })
    }
}

/// An archive that is being written.
pub struct Writer {
    /// `None`: it stays in memory.
    output: Option<Output>,
    codec: Option<Codec>,
    pub buffer: Vec<u8>,
    /// Bytes that have left the buffer.
    written: u64,
    /// The file that it is in, which is not to be put into itself.
    pub ino: Option<Ino>,
    record: usize,
    /// What the buffer may hold.
    most: u64,
}

impl Writer {
    /// One that stays in memory and begins with what there is.
    pub fn in_memory(context: &Context<'_>, start: &[u8], ino: Option<Ino>, record: usize) -> Writer {
        let most = context.vfs().with_tree(|tree| tree.limits().total_bytes);
        Writer { output: None, codec: None, buffer: start.to_vec(), written: 0, ino, record, most }
    }

    /// How long the archive is so far, before it is compressed.
    pub fn length(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    /// Passes on what is gathered.
    fn pass(&mut self, context: &Context<'_>, least: usize) -> Result<(), Halt> {
        if self.buffer.len() < least {
            return Ok(());
        }
        match &mut self.output {
            Some(output) if self.codec.is_none() => {
                output.write(context.vfs(), &self.buffer)?;
                self.written += self.buffer.len() as u64;
                self.buffer.clear();
                output.flush(context.vfs())
            }
            _ if self.buffer.len() as u64 > self.most => Err(Halt::Write(Errno::TooBig)),
            _ => Ok(()),
        }
    }

    /// A member's content, padded.
    pub fn content(&mut self, context: &Context<'_>, content: &workspace::Content) -> Result<(), Halt> {
        for slice in content.slices() {
            context.charge_bytes(slice.len())?;
            for piece in slice.chunks(GATHERED) {
                self.buffer.extend_from_slice(piece);
                self.pass(context, GATHERED)?;
            }
        }
        let length = usize::try_from(content.len() % BLOCK as u64).unwrap_or_default();
        if length > 0 {
            let end = self.buffer.len() + BLOCK - length;
            self.buffer.resize(end, 0);
        }
        self.pass(context, GATHERED)
    }

    /// Bytes as they are.
    pub fn bytes(&mut self, context: &Context<'_>, bytes: &[u8]) -> Result<(), Halt> {
        context.charge_bytes(bytes.len())?;
        self.buffer.extend_from_slice(bytes);
        self.pass(context, GATHERED)
    }

    /// Two blocks of zeros, and more up to a whole record. Gives the length of the archive.
    pub fn end(&mut self, context: &mut Context<'_>) -> Result<u64, Halt> {
        let length = self.written + self.buffer.len() as u64 + 2 * BLOCK as u64;
        let record = self.record.max(BLOCK) as u64;
        let whole = length.next_multiple_of(record);
        let end = self.buffer.len() + usize::try_from(whole - length).unwrap_or_default() + 2 * BLOCK;
        self.buffer.resize(end, 0);
        let Some(codec) = self.codec else {
            self.pass(context, 0)?;
            return Ok(whole);
        };
        let Some(output) = self.output.take() else { return Ok(whole) };
        let input = Input::from_bytes(Bytes::from(std::mem::take(&mut self.buffer)));
        let done = transform(context, input, Target::To(output), codec.effort().0, |from, to| {
            Ok(codec.pack(from, to, whole)?)
        })?;
        match done.result {
            Ok(()) => Ok(whole),
            Err(Trouble::Read(errno) | Trouble::Write(errno)) => Err(Halt::Write(errno)),
            Err(Trouble::Stream(_)) => Err(Halt::Write(Errno::NotSupported)),
        }
    }
}

/// An archive's name without what says that it is one: for `--one-top-level`.
pub fn top_level_of(name: &[u8]) -> Option<BString> {
    let base = super::super::shared::path::base_name(name);
    let stem = match base.rfind_byte(b'.') {
        Some(dot) if Codec::of_name(base).is_some() => {
            let suffix = base.get(dot + 1..).unwrap_or_default();
            let stem = base.get(..dot).unwrap_or_default();
            if suffix.starts_with(b"t") { Some(stem) } else { stem.strip_suffix(b".tar") }
        }
        _ => base.strip_suffix(b".tar"),
    };
    stem.filter(|stem| !stem.is_empty()).map(BString::from)
}

//! Contents that a few bytes at their start give away.

use std::io::Read;

use bstr::ByteSlice;

use super::Answer;

/// What stands at a place.
struct Bytes<'d>(&'d [u8]);

impl Bytes<'_> {
    fn byte(&self, at: usize) -> u32 {
        self.0.get(at).copied().map_or(0, u32::from)
    }

    fn little(&self, at: usize, size: usize) -> u32 {
        (0..size).map(|index| self.byte(at + index) << (8 * index)).sum()
    }

    fn big(&self, at: usize, size: usize) -> u32 {
        (0..size).fold(0, |value, index| value << 8 | self.byte(at + index))
    }
}

/// Kinds of which the start tells all: description, MIME type, extensions.
const SIMPLE: &[(&[u8], &str, &str, &str)] = &[
    (b"BZh", "bzip2 compressed data", "application/x-bzip2", "bz2"),
    (b"\xfd7zXZ\0", "XZ compressed data", "application/x-xz", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7-zip archive data", "application/x-7z-compressed", "7z/cb7"),
    (b"Rar!\x1a\x07", "RAR archive data", "application/x-rar", "rar/cbr"),
    (b"OggS", "Ogg data", "application/ogg", "ogg"),
    (b"\x1f\x9d", "compress'd data 16 bits", "application/x-compress", "Z"),
    (b"\x04\x22\x4d\x18", "LZ4 compressed data (v1.4+)", "application/x-lz4", "lz4"),
    (b"wOFF", "Web Open Font Format", "font/woff", "woff"),
    (b"wOF2", "Web Open Font Format (Version 2)", "font/woff2", "woff2"),
    (b"fLaC", "FLAC audio bitstream data", "audio/flac", "flac"),
    (b"\xed\xab\xee\xdb", "RPM v3.0", "application/x-rpm", "rpm"),
];

/// Kinds that are text all the same.
const TEXTS: &[(&[u8], &str, &str)] = &[
    (b"!<arch>\n", "current ar archive", "application/x-archive"),
    (b"-----BEGIN CERTIFICATE-----", "PEM certificate", "text/plain"),
    (b"-----BEGIN RSA PRIVATE KEY-----", "PEM RSA private key", "text/plain"),
    (b"-----BEGIN OPENSSH PRIVATE KEY-----", "OpenSSH private key", "text/plain"),
    (b"ssh-rsa ", "OpenSSH RSA public key", "text/plain"),
    (b"ssh-ed25519 ", "OpenSSH ED25519 public key", "text/plain"),
    (b"BEGIN:VCALENDAR", "vCalendar calendar file", "text/calendar"),
    (b"BEGIN:VCARD", "vCard visiting card", "text/vcard"),
    (b"<svg", "SVG Scalable Vector Graphics image", "image/svg+xml"),
    (b"{\\rtf1", "Rich Text Format data, version 1", "text/rtf"),
];

fn binary(description: impl Into<String>, mime: &'static str, extensions: &'static str) -> Answer {
    Answer { extensions, ..Answer::new(description, mime, "binary") }
}

/// The kind of a content that is known by its bytes.
pub fn known(data: &[u8]) -> Option<Answer> {
    let charset = if data.is_ascii() && !data.contains(&0) { "us-ascii" } else { "binary" };
    let bytes = Bytes(data);
    if let Some(rest) = data.strip_prefix(b"%PDF-") {
        let version = rest.get(..3).unwrap_or_default().to_str_lossy().into_owned();
        let text = format!("PDF document, version {version}");
        return Some(Answer { extensions: "pdf", ..Answer::new(text, "application/pdf", charset) });
    }
    if let Some(rest) = data.strip_prefix(b"%!PS") {
        let level = rest.strip_prefix(b"-Adobe-").and_then(|rest| rest.get(..3)).map(|level| level.to_str_lossy());
        let text = match level {
            Some(level) => format!("PostScript document text conforming DSC level {level}"),
            None => "PostScript document text".to_owned(),
        };
        return Some(Answer::new(text, "application/postscript", charset));
    }
    for (start, description, mime) in TEXTS {
        if data.starts_with(start) {
            return Some(Answer::new(*description, mime, charset));
        }
    }
    if data.starts_with(b"<?xml") && data[..data.len().min(1024)].contains_str("<svg") {
        return Some(Answer::new("SVG Scalable Vector Graphics image", "image/svg+xml", charset));
    }
    let found = image(data, &bytes).or_else(|| archive(data, &bytes)).or_else(|| program(data, &bytes));
    found.map(|answer| Answer { encoding: charset, ..answer })
}

fn image(data: &[u8], bytes: &Bytes<'_>) -> Option<Answer> {
    if data.starts_with(b"\x89PNG\r\n\x1a\n") {
        if data.get(12..16) != Some(b"IHDR") {
            return Some(binary("PNG image data", "image/png", "png"));
        }
        let color = match bytes.byte(25) {
            0 => "grayscale",
            2 => "/color RGB",
            3 => " colormap",
            4 => " gray+alpha",
            _ => "/color RGBA",
        };
        let color = if color == "grayscale" { " grayscale" } else { color };
        let interlaced = if bytes.byte(28) == 0 { "non-interlaced" } else { "interlaced" };
        let text = format!(
            "PNG image data, {} x {}, {}-bit{color}, {interlaced}",
            bytes.big(16, 4),
            bytes.big(20, 4),
            bytes.byte(24)
        );
        return Some(binary(text, "image/png", "png"));
    }
    if let Some(rest) = data.strip_prefix(b"GIF8") {
        let version = rest.get(..2).unwrap_or_default().to_str_lossy().into_owned();
        let text =
            format!("GIF image data, version 8{version}, {} x {}", bytes.little(6, 2), bytes.little(8, 2));
        return Some(binary(text, "image/gif", "gif"));
    }
    if data.starts_with(b"\xff\xd8\xff") {
        return Some(binary(jpeg(data, bytes), "image/jpeg", "jpeg/jpg/jpe/jfif"));
    }
    if data.starts_with(b"BM") && data.len() >= 26 && bytes.little(14, 4) >= 12 && bytes.little(6, 4) == 0 {
        let bits = bytes.little(28, 2);
        let text = format!(
            "PC bitmap, Windows 3.x format, {} x {} x {bits}",
            bytes.little(18, 4),
            bytes.little(22, 4)
        );
        return Some(binary(text, "image/bmp", "bmp"));
    }
    if data.starts_with(b"RIFF") {
        let (kind, mime) = match data.get(8..12)? {
            b"WAVE" => ("WAVE audio", "audio/x-wav"),
            b"WEBP" => ("Web/P image", "image/webp"),
            b"AVI " => ("AVI", "video/x-msvideo"),
            _ => return Some(binary("RIFF (little-endian) data", "application/octet-stream", "???")),
        };
        return Some(binary(format!("RIFF (little-endian) data, {kind}"), mime, "???"));
    }
    if data.starts_with(b"\0\0\x01\0") && (1..32).contains(&bytes.little(4, 2)) && data.len() >= 22 {
        let count = bytes.little(4, 2);
        let plural = if count == 1 { "" } else { "s" };
        return Some(binary(format!("MS Windows icon resource - {count} icon{plural}"), "image/vnd.microsoft.icon", "ico"));
    }
    if data.starts_with(b"II*\0") || data.starts_with(b"MM\0*") {
        let order = if data.starts_with(b"II") { "little" } else { "big" };
        return Some(binary(format!("TIFF image data, {order}-endian"), "image/tiff", "tif,tiff"));
    }
    None
}

fn jpeg(data: &[u8], bytes: &Bytes<'_>) -> String {
    let mut text = "JPEG image data".to_owned();
    if data.get(6..10) == Some(b"JFIF") {
        let unit = match bytes.byte(13) {
            0 => "aspect ratio",
            1 => "resolution (DPI)",
            _ => "resolution (DPCM)",
        };
        text.push_str(&format!(
            ", JFIF standard {}.{:02}, {unit}, density {}x{}, segment length {}",
            bytes.byte(11),
            bytes.byte(12),
            bytes.big(14, 2),
            bytes.big(16, 2),
            bytes.big(4, 2)
        ));
    } else if data.get(6..10) == Some(b"Exif") {
        text.push_str(", Exif standard");
    }
    let mut at = 2;
    while data.get(at) == Some(&0xff) {
        let marker = bytes.byte(at + 1);
        let kind = match marker {
            0xc0 => "baseline",
            0xc1 => "extended sequential",
            0xc2 => "progressive",
            0xd9 | 0xda => break,
            _ => {
                at += 2 + bytes.big(at + 2, 2).max(2) as usize;
                continue;
            }
        };
        text.push_str(&format!(
            ", {kind}, precision {}, {}x{}, components {}",
            bytes.byte(at + 4),
            bytes.big(at + 7, 2),
            bytes.big(at + 5, 2),
            bytes.byte(at + 9)
        ));
        break;
    }
    text
}

fn archive(data: &[u8], bytes: &Bytes<'_>) -> Option<Answer> {
    if data.starts_with(b"\x1f\x8b") {
        return Some(binary(gzip(data, bytes), "application/gzip", "gz/tgz/tpz/ipk/apk/svgz"));
    }
    if data.starts_with(b"\x28\xb5\x2f\xfd") {
        let has_dictionary = bytes.byte(4) & 3;
        let text = if has_dictionary == 0 { "None".to_owned() } else { bytes.byte(5).to_string() };
        let text = format!("Zstandard compressed data (v0.8+), Dictionary ID: {text}");
        return Some(binary(text, "application/zstd", "zst"));
    }
    if data.starts_with(b"PK\x03\x04") {
        return Some(zip(data, bytes));
    }
    if data.starts_with(b"PK\x05\x06") {
        return Some(binary("Zip archive data (empty)", "application/zip", "zip/cbz"));
    }
    if data.get(257..262) == Some(b"ustar") && data.len() >= 512 {
        let gnu = data.get(262..265) == Some(b"  \0");
        let text = if gnu { "POSIX tar archive (GNU)" } else { "POSIX tar archive" };
        return Some(binary(text, "application/x-tar", "tar/gtar"));
    }
    if data.starts_with(b"SQLite format 3\0") {
        return Some(binary(sqlite(bytes), "application/vnd.sqlite3", "sqlite/sqlite3/db/dbe"));
    }
    for (start, description, mime, extensions) in SIMPLE {
        if !data.starts_with(start) {
            continue;
        }
        let mut text = (*description).to_owned();
        match *extensions {
            "bz2" => text.push_str(&format!(", block size = {}00k", char::from(bytes.byte(3) as u8))),
            "xz" => text.push_str(match bytes.byte(7) & 15 {
                0 => ", checksum NONE",
                1 => ", checksum CRC32",
                4 => ", checksum CRC64",
                10 => ", checksum SHA-256",
                _ => "",
            }),
            "7z/cb7" => text.push_str(&format!(", version {}.{}", bytes.byte(6), bytes.byte(7))),
            _ => {}
        }
        return Some(binary(text, mime, extensions));
    }
    None
}

fn gzip(data: &[u8], bytes: &Bytes<'_>) -> String {
    let flags = bytes.byte(3);
    let mut text = "gzip compressed data".to_owned();
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + bytes.little(at, 2) as usize;
    }
    if flags & 8 != 0 {
        let name = data.get(at..).unwrap_or_default().split(|byte| *byte == 0).next().unwrap_or_default();
        text.push_str(&format!(", was \"{}\"", name.to_str_lossy()));
    }
    if flags & 16 != 0 {
        text.push_str(", has comment");
    }
    let time = bytes.little(4, 4);
    if time != 0 {
        let civil = shell::format::strftime::Zone::utc().civil(time.into(), 0);
        let mut shown = Vec::new();
        let format = b"%a %b %e %H:%M:%S %Y";
        shell::format::strftime::strftime(
            &mut shown,
            format,
            &civil,
            shell::format::strftime::Dialect::Gnu,
        );
        text.push_str(&format!(", last modified: {}", shown.to_str_lossy()));
    }
    match bytes.byte(8) {
        2 => text.push_str(", max compression"),
        4 => text.push_str(", max speed"),
        _ => {}
    }
    text.push_str(match bytes.byte(9) {
        0 => ", from FAT filesystem (MS-DOS, OS/2, NT)",
        3 => ", from Unix",
        7 => ", from MacOS",
        10 => ", from NTFS",
        _ => "",
    });
    if data.len() >= 18 {
        text.push_str(&format!(", original size modulo 2^32 {}", bytes.little(data.len() - 4, 4)));
    }
    text
}

fn zip(data: &[u8], bytes: &Bytes<'_>) -> Answer {
    let name_length = bytes.little(26, 2) as usize;
    let name = data.get(30..30 + name_length).unwrap_or_default();
    if name == b"mimetype" {
        let extra = bytes.little(28, 2) as usize;
        let mime = data.get(38 + extra..).unwrap_or_default();
        if mime.starts_with(b"application/epub+zip") {
            return binary("EPUB document", "application/epub+zip", "epub");
        }
        if mime.starts_with(b"application/vnd.oasis.opendocument.text") {
            return binary("OpenDocument Text", "application/vnd.oasis.opendocument.text", "odt");
        }
    }
    if name == b"[Content_Types].xml" || name == b"_rels/.rels" {
        let kinds: [(&str, &str, &'static str, &'static str); 3] = [
            ("word/", "Microsoft Word 2007+", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
            ("xl/", "Microsoft Excel 2007+", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            ("ppt/", "Microsoft PowerPoint 2007+", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"),
        ];
        for (folder, description, mime, extensions) in kinds {
            if data.contains_str(folder) {
                return binary(description, mime, extensions);
            }
        }
        return binary("Microsoft OOXML", "application/octet-stream", "???");
    }
    if name == b"META-INF/" || name == b"META-INF/MANIFEST.MF" {
        return binary("Java archive data (JAR)", "application/java-archive", "jar");
    }
    let version = bytes.little(4, 2);
    let method = match bytes.little(8, 2) {
        0 => "store",
        8 => "deflate",
        9 => "deflate64",
        12 => "bzip2",
        14 => "lzma",
        _ => "unknown",
    };
    let text = format!(
        "Zip archive data, at least v{}.{} to extract, compression method={method}",
        version / 10,
        version % 10
    );
    binary(text, "application/zip", "zip/cbz")
}

fn sqlite(bytes: &Bytes<'_>) -> String {
    let mut text = "SQLite 3.x database".to_owned();
    let application = bytes.big(68, 4);
    if application != 0 {
        text.push_str(&format!(", application id {application}"));
    }
    text.push_str(&format!(", user version {}", bytes.big(60, 4)));
    let writer = bytes.big(96, 4);
    if writer != 0 {
        text.push_str(&format!(", last written using SQLite version {writer}"));
    }
    let page = bytes.big(16, 2);
    if page != 0x1000 && page != 0 {
        text.push_str(&format!(", page size {}", if page == 1 { 65_536 } else { page }));
    }
    let modes = [(18, "writer version"), (19, "read version")];
    for (at, name) in modes {
        if bytes.byte(at) != 1 {
            text.push_str(&format!(", {name} {}", bytes.byte(at)));
        }
    }
    text.push_str(&format!(", file counter {}", bytes.big(24, 4)));
    text.push_str(&format!(", database pages {}", bytes.big(28, 4)));
    if bytes.big(32, 4) != 0 {
        text.push_str(&format!(", 1st free page {}, free pages {}", bytes.big(32, 4), bytes.big(36, 4)));
    }
    text.push_str(&format!(", cookie 0x{:x}, schema {}", bytes.big(40, 4), bytes.big(44, 4)));
    text.push_str(match bytes.big(56, 4) {
        1 => ", UTF-8",
        2 => ", UTF-16 little endian",
        3 => ", UTF-16 big endian",
        _ => "",
    });
    text.push_str(&format!(", version-valid-for {}", bytes.big(92, 4)));
    text
}

fn program(data: &[u8], bytes: &Bytes<'_>) -> Option<Answer> {
    if data.starts_with(b"\x7fELF") {
        return Some(elf(bytes));
    }
    if data.starts_with(b"\0asm") {
        let version = bytes.little(4, 4);
        let text = format!("WebAssembly (wasm) binary module version {version:#x}{}", if version == 1 { " (MVP)" } else { "" });
        return Some(binary(text, "application/wasm", "wasm"));
    }
    if data.starts_with(b"\xca\xfe\xba\xbe") && bytes.big(4, 4) > 30 {
        let major = bytes.big(6, 2);
        let java = if major >= 49 { format!(" (Java {}{})", if major < 53 { "1." } else { "" }, major - 44) } else { String::new() };
        let text = format!("compiled Java class data, version {major}.{}{java}", bytes.big(4, 2));
        return Some(binary(text, "application/x-java-applet", "class"));
    }
    if data.starts_with(b"ID3") {
        let text = format!("Audio file with ID3 version 2.{}.{}", bytes.byte(3), bytes.byte(4));
        return Some(binary(text, "audio/mpeg", "mp3"));
    }
    if data.get(4..8) == Some(b"ftyp") {
        let brand = data.get(8..12).unwrap_or_default();
        let (kind, mime) = match brand {
            b"mp42" => ("MP4 v2 [ISO 14496-14]", "video/mp4"),
            b"isom" => ("MP4 Base Media v1 [ISO 14496-12:2003]", "video/mp4"),
            b"qt  " => ("Apple QuickTime movie, Apple QuickTime (.MOV/QT)", "video/quicktime"),
            _ => ("", "video/mp4"),
        };
        let text = if kind.is_empty() { "ISO Media".to_owned() } else { format!("ISO Media, {kind}") };
        return Some(binary(text, mime, "mp4"));
    }
    if data.starts_with(b"MZ") && data.len() >= 64 {
        let at = bytes.little(60, 4) as usize;
        if data.get(at..at + 4) == Some(b"PE\0\0") {
            let wide = bytes.little(at + 24, 2) == 0x20b;
            let (width, machine) = if wide { ("32+", "x86-64") } else { ("32", "Intel 80386") };
            let subsystem = if bytes.little(at + 92, 2) == 2 { "GUI" } else { "console" };
            let text = format!("PE{width} executable ({subsystem}) {machine}, for MS Windows");
            return Some(binary(text, "application/vnd.microsoft.portable-executable", "exe/com"));
        }
        return Some(binary("MS-DOS executable", "application/x-dosexec", "exe"));
    }
    None
}

fn elf(bytes: &Bytes<'_>) -> Answer {
    let wide = bytes.byte(4) == 2;
    let little = bytes.byte(5) == 1;
    let half = |at: usize| if little { bytes.little(at, 2) } else { bytes.big(at, 2) };
    let word = |at: usize| if little { bytes.little(at, 4) } else { bytes.big(at, 4) };
    let machine = match half(18) {
        3 => "Intel 80386",
        8 => "MIPS",
        20 => "PowerPC or cisco 4500",
        40 => "ARM",
        62 => "x86-64",
        183 => "ARM aarch64",
        243 => "UCB RISC-V",
        _ => "unknown arch",
    };
    let kind = half(16);
    // The program headers tell whether there is an interpreter.
    let (start, size, count) =
        if wide { (word(32) as usize, half(54) as usize, half(56) as usize) } else { (word(28) as usize, half(42) as usize, half(44) as usize) };
    let mut interpreter = None;
    let mut dynamic = false;
    for index in 0..count.min(64) {
        let at = start.saturating_add(index * size);
        match word(at) {
            2 => dynamic = true,
            3 => {
                let offset = if wide { word(at + 8) } else { word(at + 4) } as usize;
                let text = bytes.0.get(offset..).unwrap_or_default();
                interpreter = text.split(|byte| *byte == 0).next().map(|text| text.to_str_lossy().into_owned());
            }
            _ => {}
        }
    }
    let (name, mime) = match kind {
        1 => ("relocatable", "application/x-object"),
        2 => ("executable", "application/x-executable"),
        3 if interpreter.is_some() => ("pie executable", "application/x-pie-executable"),
        3 => ("shared object", "application/x-sharedlib"),
        4 => ("core file", "application/x-coredump"),
        _ => ("unknown type", "application/octet-stream"),
    };
    let system = match bytes.byte(7) {
        0 => "SYSV",
        3 => "GNU/Linux",
        9 => "FreeBSD",
        _ => "unknown",
    };
    let mut text = format!(
        "ELF {}-bit {} {name}, {machine}, ",
        if wide { 64 } else { 32 },
        if little { "LSB" } else { "MSB" }
    );
    match word(20) {
        0 => text.push_str(&format!("({system})")),
        version => text.push_str(&format!("version {version} ({system})")),
    }
    if dynamic {
        text.push_str(", dynamically linked");
    } else if kind == 2 && count > 0 {
        text.push_str(", statically linked");
    }
    if let Some(interpreter) = interpreter {
        text.push_str(&format!(", interpreter {interpreter}"));
    }
    let sections = if wide { half(60) } else { half(48) };
    if sections == 0 && count > 0 {
        text.push_str(", no section header");
    }
    binary(text, mime, "???")
}

/// The content of a compressed one, as far as it is looked at.
pub fn uncompressed(data: &[u8], most: usize) -> Option<Vec<u8>> {
    if !data.starts_with(b"\x1f\x8b") {
        return None;
    }
    let mut out = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    // What is readable before a fault is looked at all the same.
    let _ = flate2::read::GzDecoder::new(data).take(limit).read_to_end(&mut out);
    Some(out)
}

//! Archives and files that take far more memory than they have bytes, if nothing bounds it.

use std::error::Error;
use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::Path;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Makes an input in a folder, and gives the bytes of it.
type Make = fn(&Path) -> Result<u64>;

/// The inputs, by name.
pub(crate) const INPUTS: &[(&str, Make)] = &[
    ("properties.gz", |folder| gz_of(folder, b"(;", b"A[]")),
    ("values.gz", |folder| gz_of(folder, b"(;A", b"[]")),
    ("nodes.gz", |folder| gz_of(folder, b"(", b";")),
    ("trees.gz", |folder| gz_of(folder, b"", b"(;")),
    ("games.gz", games),
    ("escaped.gz", |folder| gz_of(folder, b"(;", b"A[\\]]")),
    ("latin.gz", |folder| gz_of(folder, b"(;", b"A[\xE9]")),
    ("lines.gz", |folder| gz_of(folder, b"(;C[", b"\n")),
    ("lower-case.gz", |folder| gz_of(folder, b"(;", b"a[]")),
    ("garbage.gz", |folder| gz_of(folder, b"", b"] ) x ")),
    ("no-end.sgf", no_end),
    ("zeros.sgf", |folder| hole(folder, "zeros.sgf")),
    ("zeros.tar", |folder| hole(folder, "zeros.tar")),
    ("text.sgf", text),
    ("members.zip", members_zip),
    ("bomb-in-zip.zip", bomb_in_zip),
    ("directory.zip-in-zip", directory_in_zip),
    ("names.zip", long_names),
    ("messages.zip-in-zip", messages),
    ("large-members.tar.gz", large_members),
    ("large-members-in-zip", large_members_in_zip),
    ("dictionary.xz", dictionary_xz),
    ("dictionaries-in-zip", dictionaries_in_zip),
    ("window.zst", window_zst),
    ("directory.7z", |folder| directory_7z(folder, 1 << 26, "x")),
    ("large-directory.7z", |folder| directory_7z(folder, 1 << 29, "x")),
    ("names.7z", |folder| directory_7z(folder, 1 << 29, LONG)),
    ("packed-directory.7z", packed_directory),
    ("directory.7z-in-zip", directory_7z_in_zip),
];

const MEGABYTE: usize = 1_000_000;

/// A name as long as a header of a zip may have.
const LONG: &str = {
    static BYTES: [u8; 60_000] = [b'n'; 60_000];
    match std::str::from_utf8(&BYTES) {
        Ok(name) => name,
        Err(_) => "",
    }
};

/// Writes a file, and gives its length.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<u64> {
    fs::write(folder.join(name), bytes)?;
    Ok(bytes.len() as u64)
}

/// A record of a start and so many bytes of units.
fn record(start: &[u8], unit: &[u8], bytes: usize) -> Vec<u8> {
    [start, &unit.repeat(bytes / unit.len())].concat()
}

fn gz(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gz.write_all(bytes)?;
    Ok(gz.finish()?)
}

fn zip(members: &[(&str, &[u8])]) -> Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let deflated = zip::CompressionMethod::Deflated;
    let options = zip::write::SimpleFileOptions::default().compression_method(deflated);
    for (name, bytes) in members {
        zip.start_file(*name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn tar(members: &[(String, &[u8])]) -> Result<Vec<u8>> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, *bytes)?;
    }
    Ok(tar.into_inner()?)
}

/// A compressed record of 240 MB, which is as large as a record may be.
fn gz_of(folder: &Path, start: &[u8], unit: &[u8]) -> Result<u64> {
    write(folder, "m.sgf.gz", &gz(&record(start, unit, 240 * MEGABYTE))?)
}

/// Small games, which are read one by one.
fn games(folder: &Path) -> Result<u64> {
    write(folder, "m.sgf.gz", &gz(&record(b"", b"(;A[])", 20 * MEGABYTE))?)
}

/// Game trees, each of which is a tree in the one before it.
fn no_end(folder: &Path) -> Result<u64> {
    write(folder, "m.sgf", &record(b"", b"(;B[aa]", 400 * MEGABYTE))
}

/// A file of three gigabytes that takes no room on the disk.
fn hole(folder: &Path, name: &str) -> Result<u64> {
    File::create(folder.join(name))?.set_len(3 << 30)?;
    Ok(3 << 30)
}

/// One value of three gigabytes.
fn text(folder: &Path) -> Result<u64> {
    let mut file = File::create(folder.join("m.sgf"))?;
    file.write_all(b"(;C[")?;
    for _ in 0..3000 {
        file.write_all(&b"word ".repeat(MEGABYTE / 5))?;
    }
    Ok(file.metadata()?.len())
}

/// Members that expand as far as a deflated stream can.
fn members_zip(folder: &Path) -> Result<u64> {
    let large = record(b"(;", b"A[]", 100 * MEGABYTE);
    let names: Vec<_> = (0..4).map(|number| format!("{number}.sgf")).collect();
    let members: Vec<_> = names.iter().map(|name| (name.as_str(), &large[..])).collect();
    write(folder, "m.zip", &zip(&members)?)
}

fn bomb_in_zip(folder: &Path) -> Result<u64> {
    let bomb = gz(&record(b"(;", b"A[]", 240 * MEGABYTE))?;
    let names: Vec<_> = (0..16).map(|number| format!("{number}.sgf.gz")).collect();
    let members: Vec<_> = names.iter().map(|name| (name.as_str(), &bomb[..])).collect();
    write(folder, "m.zip", &zip(&members)?)
}

/// A zip whose directory has many entries, all of one member.
fn directory_of(name: &str, place: u32, bytes: usize) -> Vec<u8> {
    let record = b"(;B[cc])";
    let mut crc = flate2::Crc::new();
    crc.update(record);
    let (crc, size) = (crc.sum().to_le_bytes(), (record.len() as u32).to_le_bytes());
    let length = (name.len() as u16).to_le_bytes();
    let common =
        [&[20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0x50][..], &crc, &size, &size, &length, &[0; 2]].concat();
    let mut zip = [b"PK\x03\x04", &common[..], name.as_bytes(), record].concat();
    let start = zip.len();
    let entry =
        [&b"PK\x01\x02\x14\x00"[..], &common, &[0; 10], &place.to_le_bytes(), name.as_bytes()]
            .concat();
    let count = bytes / entry.len();
    zip.extend(entry.repeat(count));
    let size = (zip.len() - start) as u32;
    let number = (count as u16).to_le_bytes();
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend([number, number].concat());
    zip.extend(size.to_le_bytes());
    zip.extend((start as u32).to_le_bytes());
    zip.extend([0; 2]);
    zip
}

fn directory_in_zip(folder: &Path) -> Result<u64> {
    let inner = directory_of("a.sgf", 0, 30 * MEGABYTE);
    let large = directory_of("a.sgf", 0, 250 * MEGABYTE);
    write(folder, "m.zip", &zip(&[("a.zip", &inner), ("b.zip", &inner), ("c.zip", &large)])?)
}

/// Many members with the longest names, in a zip that is not packed.
fn long_names(folder: &Path) -> Result<u64> {
    let name = format!("{LONG}.sgf");
    write(folder, "m.zip", &directory_of(&name, 0, 900 * MEGABYTE))
}

/// Members that are not where they should be, in an archive of a long name: a message for each.
fn messages(folder: &Path) -> Result<u64> {
    let inner = directory_of("a.sgf", 7, 2 * MEGABYTE);
    write(folder, "m.zip", &zip(&[(&format!("{LONG}.zip"), &inner)])?)
}

fn large_members_tar() -> Result<Vec<u8>> {
    let large = record(b"(;", b"A[]", 60 * MEGABYTE);
    let members: Vec<_> = (0..4).map(|number| (format!("{number}.sgf"), &large[..])).collect();
    gz(&tar(&members)?)
}

fn large_members(folder: &Path) -> Result<u64> {
    write(folder, "m.tar.gz", &large_members_tar()?)
}

fn large_members_in_zip(folder: &Path) -> Result<u64> {
    let archive = large_members_tar()?;
    let names: Vec<_> = (0..8).map(|number| format!("{number}.tar.gz")).collect();
    let members: Vec<_> = names.iter().map(|name| (name.as_str(), &archive[..])).collect();
    write(folder, "m.zip", &zip(&members)?)
}

/// A tar in xz with a dictionary of 256 MiB, all of which is filled.
fn xz() -> Result<Vec<u8>> {
    let mut options = liblzma::stream::LzmaOptions::new_preset(0)?;
    options.dict_size(256 << 20);
    let mut filters = liblzma::stream::Filters::new();
    filters.lzma2(&options);
    let check = liblzma::stream::Check::Crc32;
    let stream = liblzma::stream::Stream::new_stream_encoder(&filters, check)?;
    let mut xz = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    xz.write_all(&filler()?)?;
    Ok(xz.finish()?)
}

/// A tar of 300 MB, of which nothing but a small record counts.
fn filler() -> Result<Vec<u8>> {
    let filler = vec![b'x'; 300 * MEGABYTE];
    tar(&[("a.txt".into(), &filler), ("b.sgf".into(), b"(;B[cc])")])
}

fn dictionary_xz(folder: &Path) -> Result<u64> {
    write(folder, "m.tar.xz", &xz()?)
}

fn dictionaries_in_zip(folder: &Path) -> Result<u64> {
    let xz = xz()?;
    let names: Vec<_> = (0..16).map(|number| format!("{number}.tar.xz")).collect();
    let members: Vec<_> = names.iter().map(|name| (name.as_str(), &xz[..])).collect();
    write(folder, "m.zip", &zip(&members)?)
}

/// A zstd stream with a window of 256 MiB.
fn window_zst(folder: &Path) -> Result<u64> {
    let mut zst = zstd::Encoder::new(Vec::new(), 1)?;
    zst.window_log(28)?;
    zst.long_distance_matching(true)?;
    zst.write_all(&filler()?)?;
    write(folder, "m.tar.zst", &zst.finish()?)
}

fn crc32(bytes: &[u8]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

/// A number as a 7z writes it.
fn number(number: u64) -> Vec<u8> {
    [&[0xFF][..], &number.to_le_bytes()].concat()
}

/// The directory of a 7z of so many empty files of one name, about so many bytes long.
fn files_7z(bytes: usize, name: &str) -> Vec<u8> {
    let units: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    // As short as the bound on the number of files in a directory lets it be.
    let count = bytes / units.len().max(64);
    let mut empty = vec![0xFF; count / 8];
    if count % 8 > 0 {
        empty.push(0xFF << (8 - count % 8));
    }
    let mut names = vec![0];
    names.extend(units.repeat(count));
    let padding = bytes.saturating_sub(names.len());
    let mut directory = vec![1, 5];
    directory.extend(number(count as u64));
    for (id, property) in [(14, &empty), (17, &names), (25, &vec![0; padding])] {
        directory.push(id);
        directory.extend(number(property.len() as u64));
        directory.extend(property);
    }
    directory.extend([0, 0]);
    directory
}

fn sevenz_of(streams: &[u8], directory: &[u8]) -> Vec<u8> {
    let place = [(streams.len() as u64).to_le_bytes(), (directory.len() as u64).to_le_bytes()];
    let place = [&place.concat()[..], &crc32(directory)].concat();
    [b"7z\xBC\xAF\x27\x1C\0\x04", &crc32(&place)[..], &place, streams, directory].concat()
}

fn directory_7z(folder: &Path, bytes: usize, name: &str) -> Result<u64> {
    let name = format!("{name}.sgf");
    write(folder, "m.7z", &sevenz_of(b"", &files_7z(bytes, &name)))
}

/// A directory that is packed itself, of 16 MB in a few kilobytes.
fn packed_7z() -> Result<Vec<u8>> {
    let directory = files_7z(16 * MEGABYTE, "x.sgf");
    let options = liblzma::stream::LzmaOptions::new_preset(1)?;
    let stream = liblzma::stream::Stream::new_lzma_encoder(&options)?;
    let mut lzma = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    lzma.write_all(&directory)?;
    let lzma = lzma.finish()?;
    // The header of a .lzma file: the properties, and the size that is not known.
    let (head, stream) = lzma.split_at(13);
    let mut packed = vec![0x17, 6, 0, 1, 9];
    packed.extend(number(stream.len() as u64));
    packed.extend([0, 7, 11, 1, 0, 1, 0x23, 3, 1, 1, 5]);
    packed.extend(&head[..5]);
    packed.push(12);
    packed.extend(number(directory.len() as u64));
    packed.push(10);
    packed.push(1);
    packed.extend(crc32(&directory));
    packed.extend([0, 0]);
    Ok(sevenz_of(stream, &packed))
}

fn packed_directory(folder: &Path) -> Result<u64> {
    write(folder, "m.7z", &packed_7z()?)
}

fn directory_7z_in_zip(folder: &Path) -> Result<u64> {
    let large = sevenz_of(b"", &files_7z(200 * MEGABYTE, "x.sgf"));
    let packed = packed_7z()?;
    let names: Vec<_> = (0..8).map(|number| format!("{number}.7z")).collect();
    let mut members: Vec<_> = names.iter().map(|name| (name.as_str(), &packed[..])).collect();
    members.push(("large.7z", &large));
    write(folder, "m.zip", &zip(&members)?)
}

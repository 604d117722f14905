//! Game records out of archives: the members of a `.zip`, the lines of a `.sgfs.gz`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use crate::corpus;

/// Whether the file is an archive of a form that is read here.
pub(crate) fn is_archive(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".sgfs.gz") || name.ends_with(".zip")
}

/// The records of an archive, in its order.
pub(crate) fn records(path: &Path) -> io::Result<Vec<Vec<u8>>> {
    if path.extension().is_some_and(|extension| extension == "zip") {
        members(File::open(path)?)
    } else {
        let mut text = Vec::new();
        MultiGzDecoder::new(File::open(path)?).read_to_end(&mut text)?;
        Ok(corpus::lines(&text))
    }
}

fn members(file: File) -> io::Result<Vec<Vec<u8>>> {
    let mut archive = ZipArchive::new(file)?;
    let mut records = Vec::new();
    for index in 0..archive.len() {
        let mut member = archive.by_index(index)?;
        if member.name().to_lowercase().ends_with(".sgf") {
            let mut record = Vec::new();
            member.read_to_end(&mut record)?;
            records.push(record);
        }
    }
    Ok(records)
}

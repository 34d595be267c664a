//! The files and folders that a command line names: none may be written twice, or replace one that
//! the command reads, or a file of another kind, and all must be writable before the work begins.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use crate::output::text::shown;
use crate::output::{Failure, files};

/// Options that name a file to write, of any command.
pub(crate) const WRITTEN: [&str; 4] = ["transcript", "json", "junit", "html"];

/// Arguments and options that name what a command reads.
pub(crate) const READ: [&str; 7] =
    ["file", "files", "corpus", "known", "suite", "resume", "boards"];

pub(crate) struct Paths<'a> {
    read: Vec<(String, &'a Path)>,
    written: Vec<(String, &'a Path)>,
    /// The folder of `--out`.
    folder: Option<&'a Path>,
}

impl<'a> Paths<'a> {
    /// The paths in the arguments of a command. A word for which `is_other` holds is no path.
    pub(crate) fn of(matches: &'a ArgMatches, is_other: impl Fn(&Path) -> bool) -> Self {
        let of = |id: &str| matches.try_get_many::<PathBuf>(id).ok().flatten();
        let paths = |id: &'static str| {
            let name = if id.starts_with("file") { "FILE".into() } else { format!("--{id}") };
            of(id).into_iter().flatten().map(move |path| (name.clone(), path.as_path()))
        };
        let read = READ.into_iter().flat_map(paths).filter(|(_, path)| !is_other(path));
        Self {
            read: read.collect(),
            written: WRITTEN.into_iter().flat_map(paths).collect(),
            folder: of("out").and_then(|mut folders| folders.next()).map(PathBuf::as_path),
        }
    }

    /// Fails if a file that is the only one of its argument cannot be opened, before an engine is
    /// started for it. Of several files, those that can be read are of use.
    pub(crate) fn check_readable(&self) -> Result<(), Failure> {
        let count =
            |argument: &String| self.read.iter().filter(|(other, _)| other == argument).count();
        // A checkpoint to resume from may not be there yet.
        let is_single = |argument: &String| argument != "--resume" && count(argument) == 1;
        let mut single = self.read.iter().filter(|(argument, _)| is_single(argument));
        single.try_for_each(|(_, path)| files::check_readable(path))
    }

    /// Fails if two arguments name the same file, a file cannot be written, `--out` names a file, or an
    /// output would replace a file of the user, so that work would be lost at its end.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if let Some(folder) = self.folder.filter(|path| path.exists() && !path.is_dir()) {
            return Err(usage!("--out {} is not a folder", shown(folder)));
        }
        for (index, &(ref option, path)) in self.written.iter().enumerate() {
            let is_same = |other: &Path| {
                files::are_same(path, other) || path == other && files::is_standard_stream(path)
            };
            if let Some((other, _)) = self.written[..index].iter().find(|(_, other)| is_same(other))
            {
                let path = shown(path);
                return Err(usage!("{other} and {option} both write {path}"));
            }
            let is_read = |input: &Path| files::are_same(path, input);
            if let Some((input, _)) = self.read.iter().find(|(_, input)| is_read(input)) {
                let path = shown(path);
                return Err(usage!("{option} would overwrite {path} of {input}"));
            }
            files::check_writable(path)?;
            let is_replaced = path.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
            let is_stream = files::is_standard_stream(path) || files::is_standard_device(path);
            if is_replaced && !is_stream && !is_ours(path) {
                return Err(usage!(
                    "{option}: {} exists and is not a file of this program, so it is not \
                     overwritten; choose another file",
                    shown(path)
                ));
            }
        }
        Ok(())
    }
}

/// The beginnings of JSON, XML, transcripts and pages: the first bytes, and some soon after.
const BEGINS: [(&str, &str); 4] = [
    ("{\n  \"version\": ", "\n  \"document\": \""),
    ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"twinboard ", ""),
    ("1 > 1 hello ", ""),
    ("<!doctype html>\n", "; script-src 'sha256-"),
];

/// True if a file begins as one of results, a transcript or a page that a run has left.
fn is_ours(path: &Path) -> bool {
    let mut begin = Vec::new();
    let file = File::open(path);
    let _ = file.and_then(|file| file.take(512).read_to_end(&mut begin));
    let begin = String::from_utf8_lossy(&begin);
    BEGINS.iter().any(|(first, later)| begin.starts_with(first) && begin.contains(later))
}

//! The files and folders that a command line names: none may be written twice, or replace one that
//! the command reads, or a file of another kind, and all must be writable before the work begins.

use std::path::{Path, PathBuf};

use crate::args::Reporting;
use crate::args::drawing::Html;
use crate::args::known::KnownOption;
use crate::output::ci::JUnit;
use crate::output::own::{self, Kind};
use crate::output::results::Results;
use crate::output::text::shown;
use crate::output::{Failure, files};
use crate::session::engine::{ComparisonOptions, EngineOptions};

/// The values of an argument: a list, an option, or an array of one.
pub(crate) trait Files<'a>: IntoIterator<Item = &'a PathBuf> {}

impl<'a, F: IntoIterator<Item = &'a PathBuf>> Files<'a> for F {}

/// Files by their arguments, such as `--json` or `FILE`.
#[derive(Default)]
pub(crate) struct Paths<'a> {
    read: Vec<(&'static str, &'a Path)>,
    written: Vec<(&'static str, Kind, &'a Path)>,
    /// Files to write that may be one of those read.
    replaced: Vec<(&'static str, Kind, &'a Path)>,
    /// The folder of `--out`.
    folder: Option<&'a Path>,
}

impl<'a> Paths<'a> {
    pub(crate) fn reads(mut self, argument: &'static str, files: impl Files<'a>) -> Self {
        self.read.extend(files.into_iter().map(|file| (argument, file.as_path())));
        self
    }

    pub(crate) fn writes(
        mut self,
        option: &'static str,
        kind: Kind,
        files: impl Files<'a>,
    ) -> Self {
        self.written.extend(files.into_iter().map(|file| (option, kind, file.as_path())));
        self
    }

    pub(crate) fn replaces(
        mut self,
        option: &'static str,
        kind: Kind,
        files: impl Files<'a>,
    ) -> Self {
        self.replaced.extend(files.into_iter().map(|file| (option, kind, file.as_path())));
        self
    }

    pub(crate) fn folder(self, folder: impl Files<'a>) -> Self {
        Self { folder: folder.into_iter().next().map(PathBuf::as_path), ..self }
    }

    pub(crate) fn engine(self, options: &'a EngineOptions) -> Self {
        self.writes("--transcript", Kind::Transcript, &options.transcript)
    }

    pub(crate) fn comparison(self, options: &'a ComparisonOptions) -> Self {
        self.known(&options.known)
    }

    pub(crate) fn known(self, options: &'a KnownOption) -> Self {
        self.reads("--known", &options.known)
    }

    pub(crate) fn results(self, options: &'a Results) -> Self {
        self.writes("--json", Kind::Json, &options.json)
    }

    pub(crate) fn reporting(self, options: &'a Reporting) -> Self {
        self.results(&options.results).folder([&options.out])
    }

    pub(crate) fn junit(self, options: &'a JUnit) -> Self {
        self.writes("--junit", Kind::JUnit, &options.junit)
    }

    pub(crate) fn page(self, options: &'a Html) -> Self {
        self.writes("--html", Kind::Page, &options.html)
    }

    /// Fails if a file that is the only one of its argument cannot be opened, before an engine is
    /// started for it. Of several files, those that can be read are of use.
    pub(crate) fn check_readable(&self) -> Result<(), Failure> {
        let count = |argument| self.read.iter().filter(|(other, _)| *other == argument).count();
        // A checkpoint to resume from may not be there yet.
        let is_single = |argument| argument != "--resume" && count(argument) == 1;
        let mut single = self.read.iter().filter(|(argument, _)| is_single(*argument));
        single.try_for_each(|(_, path)| files::check_readable(path))
    }

    /// Fails if two arguments name the same file, a file cannot be written, `--out` names a file, or an
    /// output would replace a file of another kind, so that work would be lost at its end. `is_case` as
    /// for [`own::check`].
    pub(crate) fn check(&self, is_case: &dyn Fn(&[u8]) -> bool) -> Result<(), Failure> {
        if let Some(folder) = self.folder.filter(|path| path.exists() && !path.is_dir()) {
            return Err(Failure::Usage(format!("--out {} is not a folder", shown(folder))));
        }
        let outputs: Vec<_> = self.written.iter().chain(&self.replaced).collect();
        for (index, &&(option, kind, path)) in outputs.iter().enumerate() {
            let is_same = |other: &Path| {
                files::are_same(path, other) || path == other && files::is_standard_stream(path)
            };
            if let Some((other, ..)) = outputs[..index].iter().find(|(.., other)| is_same(other)) {
                let path = shown(path);
                return Err(Failure::Usage(format!("{other} and {option} both write {path}")));
            }
            let may_replace = index >= self.written.len();
            let is_read = |input: &Path| !may_replace && files::are_same(path, input);
            if let Some((input, _)) = self.read.iter().find(|(_, input)| is_read(input)) {
                let path = shown(path);
                return Err(Failure::Usage(format!("{option} would overwrite {path} of {input}")));
            }
            files::check_writable(path)?;
            own::check(option, path, kind, is_case)?;
        }
        Ok(())
    }
}

//! Systems other than Unix, where no program can be run.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use crate::isolation::{Available, Level};
use crate::run::{Job, Run};
use crate::runner::Runner;
use crate::session::Session;

#[allow(missing_docs, clippy::missing_errors_doc, reason = "see the implementation for Unix")]
impl Runner {
    pub fn run(&self, _job: Job<'_>) -> io::Result<Run> {
        Err(unsupported())
    }

    pub fn open(&self, _command: &[OsString], _folder: &Path) -> io::Result<Session> {
        Err(unsupported())
    }

    pub fn has(&self, level: Level) -> io::Result<bool> {
        Ok(level == Level::Limits)
    }

    pub fn available(&self) -> io::Result<Available> {
        Ok(Available { level: Level::Limits, missing: Vec::new() })
    }
}

fn unsupported() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "programs can only be run on Unix")
}

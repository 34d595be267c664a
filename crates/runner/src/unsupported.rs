//! Systems other than Unix, where no program can be run.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::isolation::{Available, Level};
use crate::run::{Job, Run};
use crate::runner::Runner;

/// There are no values of this type.
#[derive(Debug)]
pub enum Session {}

#[allow(missing_docs, clippy::missing_errors_doc, reason = "see the implementation for Unix")]
impl Runner {
    pub fn run(&self, _job: Job<'_>) -> io::Result<Run> {
        Err(unsupported())
    }

    pub fn open(&self, _command: &[OsString], _folder: &Path) -> io::Result<Session> {
        Err(unsupported())
    }

    pub fn missing(&self, level: Level) -> io::Result<Option<String>> {
        Ok((level != Level::Limits).then(|| unsupported().to_string()))
    }

    pub fn available(&self) -> io::Result<Available> {
        Ok(Available { level: Level::Limits, missing: Vec::new() })
    }
}

#[allow(missing_docs, clippy::missing_errors_doc, reason = "see the implementation for Unix")]
impl Session {
    pub fn send(&mut self, _bytes: &[u8], _deadline: Instant) -> io::Result<()> {
        match *self {}
    }

    pub fn receive(&mut self, _buffer: &mut [u8], _deadline: Instant) -> io::Result<usize> {
        match *self {}
    }

    pub fn cpu_use(&self) -> Option<(Duration, bool)> {
        match *self {}
    }

    pub fn end_input(&mut self) {
        match *self {}
    }

    pub fn errors(&mut self) -> Vec<u8> {
        match *self {}
    }

    pub fn close(self, _grace: Duration) -> io::Result<Run> {
        match self {}
    }
}

fn unsupported() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "programs can only be run on Unix")
}

//! The streams of a program: what is written to it and read from it without ever waiting.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStderr, ChildStdin, ChildStdout};

use rustix::io::ioctl_fionbio;

/// As much as is read at once.
const CHUNK: usize = 16 << 10;

/// Makes reading and writing return at once.
pub(crate) fn set_nonblocking(stream: &impl AsFd) -> io::Result<()> {
    Ok(ioctl_fionbio(stream, true)?)
}

/// What is still to be written to the program.
pub(crate) struct Input<'a> {
    stream: Option<ChildStdin>,
    left: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(stream: Option<ChildStdin>, text: &'a [u8]) -> io::Result<Self> {
        stream.as_ref().map_or(Ok(()), set_nonblocking)?;
        let mut input = Self { stream, left: text };
        input.write();
        Ok(input)
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().map(AsFd::as_fd)
    }

    /// Writes what the program takes; closes the stream after the last of it, or when the program
    /// has.
    pub(crate) fn write(&mut self) {
        let Some(stream) = &mut self.stream else { return };
        while !self.left.is_empty() {
            match stream.write(self.left) {
                Ok(count) => self.left = &self.left[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // The program does not want the rest, which is its own affair.
                Err(_) => break,
            }
        }
        self.stream = None;
    }
}

/// A stream that the program writes to.
pub(crate) struct Output<S> {
    stream: Option<S>,
    kept: Vec<u8>,
    /// How much has been read in all.
    read: u64,
    /// How much may be.
    limit: u64,
    /// Whether only the end is kept, and how much of it.
    tail: Option<usize>,
}

pub(crate) type Answer = Output<ChildStdout>;
pub(crate) type Errors = Output<ChildStderr>;

impl<S: Read + AsFd> Output<S> {
    pub(crate) fn new(stream: Option<S>, limit: u64, tail: Option<usize>) -> io::Result<Self> {
        stream.as_ref().map_or(Ok(()), set_nonblocking)?;
        Ok(Self { stream, kept: Vec::new(), read: 0, limit, tail })
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().map(AsFd::as_fd)
    }

    pub(crate) fn exceeds_limit(&self) -> bool {
        self.read > self.limit
    }

    /// Reads what is there, but not much more than the program may write.
    pub(crate) fn read(&mut self) {
        let mut chunk = [0; CHUNK];
        while let Some(stream) = &mut self.stream
            && self.read <= self.limit
        {
            match stream.read(&mut chunk) {
                Ok(0) => self.stream = None,
                Ok(count) => self.take(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.stream = None,
            }
        }
    }

    fn take(&mut self, chunk: &[u8]) {
        let may = (self.limit.saturating_sub(self.read)).min(chunk.len() as u64) as usize;
        self.read += chunk.len() as u64;
        self.kept.extend_from_slice(&chunk[..may]);
        if let Some(tail) = self.tail
            && self.kept.len() > 2 * tail
        {
            self.kept.drain(..self.kept.len() - tail);
        }
    }

    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        if let Some(tail) = self.tail {
            self.kept.drain(..self.kept.len().saturating_sub(tail));
        }
        self.kept
    }
}

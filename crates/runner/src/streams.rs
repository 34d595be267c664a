//! Standard streams of a program, read and written without blocking.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::io::ioctl_fionbio;

/// Size of a read, in bytes.
const CHUNK: usize = 16 << 10;

/// Number of bytes after which a reader lets other events have their turn: the greatest size of a
/// pipe. All that a program wrote before its end is read in one turn.
const TURN: u64 = 1 << 20;

/// Puts a stream into non-blocking mode.
pub(crate) fn set_nonblocking(stream: &impl AsFd) -> io::Result<()> {
    Ok(ioctl_fionbio(stream, true)?)
}

/// Standard input of the program and the part of it that is not written yet.
pub(crate) struct Input<'a> {
    stream: Option<PipeWriter>,
    left: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(stream: PipeWriter, text: &'a [u8]) -> io::Result<Self> {
        set_nonblocking(&stream)?;
        let mut input = Self { stream: Some(stream), left: text };
        input.write();
        Ok(input)
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().map(AsFd::as_fd)
    }

    /// Writes as much as the pipe takes. Closes the stream at the end of the input or when the
    /// program has closed it.
    pub(crate) fn write(&mut self) {
        let Some(stream) = &mut self.stream else { return };
        while !self.left.is_empty() {
            match stream.write(self.left) {
                Ok(count) => self.left = &self.left[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // A program need not read all of its input.
                Err(_) => break,
            }
        }
        self.stream = None;
    }
}

/// Output stream of the program.
pub(crate) struct Output {
    stream: Option<PipeReader>,
    kept: Vec<u8>,
    /// Number of bytes read.
    read: u64,
    /// Number of bytes that the program may write.
    limit: u64,
    /// Number of bytes to keep from the end; `None` keeps all.
    tail: Option<usize>,
}

impl Output {
    pub(crate) fn new(stream: PipeReader, limit: u64, tail: Option<usize>) -> io::Result<Self> {
        set_nonblocking(&stream)?;
        Ok(Self { stream: Some(stream), kept: Vec::new(), read: 0, limit, tail })
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.stream.as_ref().map(AsFd::as_fd)
    }

    pub(crate) fn exceeds_limit(&self) -> bool {
        self.read > self.limit
    }

    /// Reads all that is available, but at most one chunk beyond the limit, and about [`TURN`]
    /// bytes of a program that keeps writing.
    pub(crate) fn read(&mut self) {
        let mut chunk = [0; CHUNK];
        let stop = self.limit.min(self.read.saturating_add(TURN));
        while let Some(stream) = &mut self.stream
            && self.read <= stop
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

    /// Bytes kept until now.
    pub(crate) fn bytes(&self) -> &[u8] {
        let length = self.kept.len();
        &self.kept[self.tail.map_or(0, |tail| length.saturating_sub(tail))..]
    }
}

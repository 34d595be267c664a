//! A process of this program that waits for orders and makes a copy of itself for each: the launcher
//! of a run in a sandbox. So only the first run starts the executable, which costs milliseconds when
//! it is large.
//!
//! A starter works for one run at a time and keeps nothing of it. No program can reach it from a
//! sandbox; without one, each launcher is started by the caller.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, getpid, getppid, set_dumpable_behavior,
    set_parent_process_death_signal, waitpid,
};
use rustix::stdio::{dup2_stdin, dup2_stdout};

use crate::launcher::{LAUNCHER_GRACE, Launcher};
use crate::protocol::{self, Request};
use crate::{forks, launch_in, processes};

/// Starters that have nothing to do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Idle(Arc<Mutex<Vec<Starter>>>);

impl Idle {
    fn take(&self) -> Option<Starter> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put(&self, starter: Starter) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(starter);
    }
}

/// The caller's side of a starter. Dropping it ends the process, once its launcher has ended.
#[derive(Debug)]
pub(crate) struct Starter {
    socket: UnixStream,
    process: Launcher,
}

impl Starter {
    /// Starts a launcher for this request, with these home and folder of the program, and these
    /// standard streams. `command` starts a starter, if none is idle; `None` if a signal kills that at once.
    ///
    /// # Errors
    ///
    /// The starter cannot be started, or ends by itself.
    pub(crate) fn start(
        idle: &Idle,
        place: [&OsStr; 2],
        request: &Request<'_>,
        streams: &[OwnedFd; 2],
        command: impl FnOnce() -> io::Result<Command>,
    ) -> io::Result<Option<Self>> {
        let mut order = Vec::new();
        for word in place.into_iter().map(OsString::from).chain(request.arguments()) {
            protocol::send_bytes(&mut order, word.as_bytes())?;
        }
        // An idle starter may have been ended meanwhile.
        while let Some(mut starter) = idle.take() {
            if starter.send(&order, streams).is_ok() {
                return Ok(Some(starter));
            }
        }
        let (socket, of_starter) = UnixStream::pair()?;
        // The statement drops the command and with it the starter's end of the socket.
        let child = command()?
            .stdin(OwnedFd::from(of_starter))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut starter = Self { socket, process: Launcher(child) };
        match starter.send(&order, streams) {
            Ok(()) => Ok(Some(starter)),
            Err(error) if is_of_lost_socket(&error) => {
                let Some(status) = starter.process.end_within(LAUNCHER_GRACE)? else {
                    return Err(error);
                };
                let failed = || io::Error::other(format!("the launcher failed: {status}"));
                status.signal().map(|_| None).ok_or_else(failed)
            }
            Err(error) => Err(error),
        }
    }

    /// Sends the length of an order and the streams, and then the order.
    fn send(&mut self, order: &[u8], streams: &[OwnedFd; 2]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        let streams = streams.each_ref().map(AsFd::as_fd);
        let fits = rights.push(SendAncillaryMessage::ScmRights(&streams));
        debug_assert!(fits, "there is space for two");
        let length = (order.len() as u64).to_le_bytes();
        sendmsg(&self.socket, &[IoSlice::new(&length)], &mut rights, SendFlags::NOSIGNAL)?;
        self.socket.write_all(order)
    }

    /// Waits for the end of the launcher, after which the starter is idle; for that of the starter
    /// if that has come first.
    pub(crate) fn wait(mut self, idle: &Idle) -> io::Result<ExitStatus> {
        match protocol::receive_u64(&mut self.socket) {
            Ok(status) => {
                idle.put(self);
                Ok(ExitStatus::from_raw(status as i32))
            }
            Err(_) => self.process.0.wait(),
        }
    }
}

/// True if the other end of a socket was closed.
fn is_of_lost_socket(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset)
}

/// Body of a starter: makes launchers until the caller closes the socket, which is standard input.
pub(crate) fn serve() -> bool {
    processes::begin_session();
    let Ok(mut socket) = take_socket() else { return false };
    let _ = processes::hide();
    // Counted here once, so that no copy has to.
    let _ = processes::processors();
    let own = getpid();
    while let Ok((order, [stdin, stdout])) = receive(&mut socket) {
        // Else the reason of a system without `/proc` would be that of the copy.
        match processes::check_system().and_then(|()| forks::fork()) {
            Ok(Some(launcher)) => {
                drop((stdin, stdout));
                let Ok(Some((_, status))) = waitpid(Some(launcher), WaitOptions::empty()) else {
                    return false;
                };
                if protocol::send_u64(&mut socket, status.as_raw() as u64).is_err() {
                    return true;
                }
            }
            Ok(None) => {
                drop(socket);
                forks::work_and_exit(|| {
                    let taken = dup2_stdin(&stdin).and_then(|()| dup2_stdout(&stdout));
                    drop((stdin, stdout));
                    taken.is_ok() && ends_with(own) && obey(&order)
                });
            }
            Err(error) => {
                let mut stdout = File::from(stdout);
                let told = protocol::send_result(&mut stdout, &Err(error.to_string()));
                if told.and_then(|()| protocol::send_u64(&mut socket, 0)).is_err() {
                    return false;
                }
            }
        }
    }
    true
}

/// Moves the socket from standard input, which a launcher replaces. The folder of the caller is not
/// kept in use.
fn take_socket() -> io::Result<UnixStream> {
    let socket = io::stdin().as_fd().try_clone_to_owned()?;
    dup2_stdin(File::open("/dev/null")?)?;
    std::env::set_current_dir("/")?;
    Ok(socket.into())
}

/// Receives what [`Starter::send`] sends.
fn receive(socket: &mut UnixStream) -> io::Result<(Vec<u8>, [OwnedFd; 2])> {
    let mut length = [0; 8];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut rights = RecvAncillaryBuffer::new(&mut space);
    let parts = &mut [IoSliceMut::new(&mut length)];
    let count = recvmsg(&*socket, parts, &mut rights, RecvFlags::CMSG_CLOEXEC)?.bytes;
    let streams = rights.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(streams) => Some(streams),
        _ => None,
    });
    let streams: Vec<OwnedFd> = streams.flatten().collect();
    let streams = streams.try_into().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    // Fewer bytes are the end of the caller: the kernel divides no message of this size.
    if count != length.len() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let order = protocol::receive_exactly(socket, u64::from_le_bytes(length))?;
    Ok((order, streams))
}

/// Lets this process, which is to be a launcher, end with its parent; false if that has ended.
fn ends_with(parent: Pid) -> bool {
    // The files of a hidden process are not its own, and a launcher has to write some. It hides
    // before it starts the program.
    let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
    set_parent_process_death_signal(Some(Signal::KILL)).is_ok() && getppid() == Some(parent)
}

/// Does the work of a launcher.
fn obey(mut order: &[u8]) -> bool {
    let mut words = Vec::new();
    while !order.is_empty() {
        let Ok(word) = protocol::receive_bytes(&mut order) else { return false };
        words.push(OsString::from_vec(word));
    }
    let [home, folder, request @ ..] = &words[..] else { return false };
    launch_in(Some((Path::new(folder), home)), request)
}

//! Second stage of the launcher, a copy of the first: sets limits on itself and execs the program.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, setsid};

use crate::isolation::{Confinement, Level, landlock, sandbox};
use crate::run::ERRORS_KEPT;

/// Maximum length of an error message, in bytes. The launcher keeps all of it.
const MESSAGE_MAX: usize = ERRORS_KEPT / 2;

/// Parameters of the second stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExecRequest {
    /// Prefix of the error message if the program cannot be started. The program cannot forge it,
    /// because the memory that contains it is gone when the program runs.
    pub(crate) secret: u64,
    /// Process id of the launcher, which must still be the parent.
    pub(crate) parent: u32,
    /// See [`Limits::memory`](crate::Limits::memory).
    pub(crate) memory: u64,
    /// See [`Limits::output`](crate::Limits::output).
    pub(crate) output: u64,
    /// Processor time of each process, in seconds.
    pub(crate) seconds: u64,
    /// Number of processes and threads that the user may have.
    pub(crate) tasks: u64,
    /// Isolation of the program.
    pub(crate) confinement: Confinement,
    /// Process id of init of the sandbox; 0 without a sandbox.
    pub(crate) init: u64,
}

/// First byte of a message: the program cannot be started.
pub(crate) const NOT_STARTED: u8 = b'n';
/// First byte of a message: the system lacks something, so that nothing can be started.
pub(crate) const FAILED: u8 = b'f';

/// Sets the limits and execs the program; returns (always false) only if that fails.
pub(crate) fn exec(request: &ExecRequest, command: &[OsString]) -> bool {
    let (kind, message) = become_program(request, command);
    // Standard error goes to the launcher. The secret proves that the program never ran.
    let mut report = request.secret.to_le_bytes().to_vec();
    report.push(kind);
    report.extend(message.into_bytes().into_iter().take(MESSAGE_MAX));
    let _ = io::stderr().write_all(&report);
    false
}

/// Returns the first byte of the message, and the message.
fn become_program(request: &ExecRequest, command: &[OsString]) -> (u8, String) {
    // A panic in the preparation must not look like the end of the program.
    match catch_unwind(|| prepare(request)) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return (FAILED, error.to_string()),
        Err(_) => return (FAILED, "the launcher panicked".into()),
    }
    let Some((program, arguments)) = command.split_first() else {
        return (NOT_STARTED, "there is no command".into());
    };
    let error = Command::new(program).args(arguments).exec();
    let kind = if is_of_system(&error) { FAILED } else { NOT_STARTED };
    (kind, explain(&error, command))
}

/// Errors that mean that the system, or this user, has no more of something.
pub(crate) const LACKING: [Errno; 4] = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM];

/// True if the program has nothing to do with an error of its start.
pub(crate) fn is_of_system(error: &io::Error) -> bool {
    Errno::from_io_error(error).is_some_and(|error| LACKING.contains(&error))
}

fn prepare(request: &ExecRequest) -> io::Result<()> {
    // Detaches from the terminal: no Ctrl-C, and no reading or writing there.
    setsid().map_err(|error| named("a session", error))?;
    let folder = std::env::current_dir()?;
    let Confinement { level, owns_folder } = request.confinement;
    match level {
        Level::Limits => {}
        Level::Landlock => landlock::restrict(owns_folder.then_some(&*folder))?,
        Level::Sandbox => sandbox::join(request.init, &folder, owns_folder)?,
    }
    die_with_parent(request)?;
    // Files and sockets of the user's shell, which lead out of every folder.
    close_fds::set_fds_cloexec(3, &[]);
    limit(Resource::Core, 0)?;
    limit(Resource::Cpu, request.seconds)?;
    limit(Resource::Fsize, request.output)?;
    limit(Resource::Nproc, request.tasks)?;
    // Last, because allocations may fail from here on.
    limit_memory(request.memory)
}

#[cfg(target_os = "linux")]
fn die_with_parent(request: &ExecRequest) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died before the call above. In a sandbox it has no id.
    let expected = if request.confinement.level == Level::Sandbox { 0 } else { request.parent };
    if getppid().map_or(0, |pid| pid.as_raw_nonzero().get() as u32) != expected {
        return Err(io::Error::other("the launcher has ended"));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_request: &ExecRequest) -> io::Result<()> {
    Ok(())
}

#[cfg(not(target_os = "openbsd"))]
fn limit_memory(bytes: u64) -> io::Result<()> {
    limit(Resource::As, bytes)
}

/// `OpenBSD` cannot limit the address space; the limit of the data segment comes closest.
#[cfg(target_os = "openbsd")]
fn limit_memory(bytes: u64) -> io::Result<()> {
    limit(Resource::Data, bytes)
}

/// Lowers the soft and the hard limit; a lower hard limit stays.
pub(crate) fn limit(resource: Resource, to: u64) -> io::Result<()> {
    if to == u64::MAX {
        return Ok(());
    }
    let there =
        limit_of(resource).ok_or_else(|| io::Error::other("limits of a process cannot be read"))?;
    let to = Some(there.maximum.map_or(to, |maximum| maximum.min(to)));
    setrlimit(resource, Rlimit { current: to, maximum: to })
        .map_err(|error| named("limits of a process", error))
}

/// A limit of this process; `None` if it may not be read, as in some containers, where the function
/// of the library panics.
pub(crate) fn limit_of(resource: Resource) -> Option<Rlimit> {
    catch_unwind(|| getrlimit(resource)).ok()
}

/// The error of a step, with its name.
fn named(step: &str, error: impl Into<io::Error>) -> io::Error {
    let error = error.into();
    io::Error::new(error.kind(), format!("{step}: {error}"))
}

/// The file of the program, if there is one.
fn found(command: &[OsString]) -> Option<PathBuf> {
    let program = Path::new(command.first()?);
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// The interpreter that the first line of a script names.
fn interpreter(script: &Path) -> Option<String> {
    let mut start = Vec::new();
    File::open(script).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    Some(line.split_whitespace().next()?.to_owned())
}

fn explain(error: &io::Error, command: &[OsString]) -> String {
    let program = command.first().map_or_else(String::new, |name| name.display().to_string());
    match error.kind() {
        io::ErrorKind::NotFound => match found(command).map(|path| interpreter(&path)) {
            Some(Some(interpreter)) => {
                format!("{program}: its interpreter {interpreter} is missing")
            }
            Some(None) => format!("{program}: a file that it needs to start is missing"),
            None if Path::new(&program).is_file() => {
                format!(
                    "{program}: there is no such program on the PATH; did you mean ./{program}?"
                )
            }
            None => format!("{program}: there is no such program"),
        },
        io::ErrorKind::PermissionDenied if Path::new(&program).is_file() => {
            format!("{program} may not be executed; `chmod +x` permits it")
        }
        io::ErrorKind::PermissionDenied => format!("{program} may not be executed"),
        _ => format!("{program}: {error}"),
    }
}

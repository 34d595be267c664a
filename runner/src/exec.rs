//! Second stage of the launcher: sets limits on itself and execs the program.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, setsid};

use crate::ERRORS_KEPT;
use crate::protocol::ExecRequest;

/// Maximum length of an error message, in bytes. The launcher keeps all of it.
const MESSAGE_MAX: usize = ERRORS_KEPT / 2;

/// Sets the limits and execs the program; returns (always false) only if that fails.
pub(crate) fn exec(request: &ExecRequest, command: &[OsString]) -> bool {
    let error = become_program(request, command);
    // Standard error goes to the launcher. The secret proves that the program never ran.
    let mut report = request.secret.to_le_bytes().to_vec();
    report.extend(explain(&error, command).into_bytes().into_iter().take(MESSAGE_MAX));
    let _ = io::stderr().write_all(&report);
    false
}

fn become_program(request: &ExecRequest, command: &[OsString]) -> io::Error {
    let Some((program, arguments)) = command.split_first() else {
        return io::Error::new(io::ErrorKind::InvalidInput, "there is no command");
    };
    if let Err(error) = prepare(request) {
        return error;
    }
    Command::new(program).args(arguments).exec()
}

fn prepare(request: &ExecRequest) -> io::Result<()> {
    // Detaches from the terminal: no Ctrl-C, and no reading or writing there.
    setsid()?;
    die_with_parent(request.parent)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Cpu, request.seconds)?;
    limit(Resource::Fsize, request.output)?;
    limit(Resource::Nproc, request.tasks)?;
    // Last, because allocations may fail from here on.
    limit_memory(request.memory)
}

#[cfg(target_os = "linux")]
fn die_with_parent(parent: u64) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died before the call above.
    if getppid().is_none_or(|pid| pid.as_raw_nonzero().get() as u64 != parent) {
        return Err(io::Error::other("the launcher has ended"));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_parent: u64) -> io::Result<()> {
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
fn limit(resource: Resource, to: u64) -> io::Result<()> {
    if to == u64::MAX {
        return Ok(());
    }
    let there = getrlimit(resource);
    let to = Some(there.maximum.map_or(to, |maximum| maximum.min(to)));
    Ok(setrlimit(resource, Rlimit { current: to, maximum: to })?)
}

fn explain(error: &io::Error, command: &[OsString]) -> String {
    let program = command.first().map_or_else(String::new, |name| name.display().to_string());
    match error.kind() {
        io::ErrorKind::NotFound => format!("{program}: there is no such program"),
        io::ErrorKind::PermissionDenied => format!("{program} may not be executed"),
        _ => format!("{program}: {error}"),
    }
}

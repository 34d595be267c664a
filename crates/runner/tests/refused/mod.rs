//! Containers that refuse single system calls: programs run at a weaker level, or nothing runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;

use nix::libc::{ENOSYS, EPERM, c_int, c_long};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
use twinboard_runner::{End, Job, Level};

use crate::support::{WIDE, at_once, runner_at};

/// Calls without which programs still run, at some level.
const OPTIONAL: [(&str, c_long); 18] = calls![
    SYS_capset SYS_close_range SYS_landlock_create_ruleset SYS_landlock_restrict_self SYS_mount
    SYS_move_mount SYS_open_tree SYS_pidfd_open SYS_pidfd_send_signal SYS_seccomp SYS_setns
    SYS_setpriority SYS_signalfd4 SYS_socket SYS_umount2 SYS_unshare SYS_get_mempolicy SYS_bpf
];

/// Calls without which no program may run.
const ESSENTIAL: [(&str, c_long); 10] = calls![
    SYS_clone3 SYS_fcntl SYS_getdents64 SYS_ioctl SYS_kill SYS_ppoll SYS_prctl SYS_prlimit64
    SYS_setsid SYS_wait4
];

fn refusing(call: c_long, error: c_int) -> BpfProgram {
    let refusal = SeccompAction::Errno(error as u32);
    let architecture = std::env::consts::ARCH.try_into().unwrap();
    let calls = BTreeMap::from([(call, Vec::new())]);
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, refusal, architecture);
    filter.unwrap().try_into().unwrap()
}

/// How a program that exits with 3 ended in such a container, and why it ran at no better level.
fn end_where(call: c_long, error: c_int) -> (Result<End, String>, String) {
    // The filter is for one thread and the processes that it starts.
    let run = move || {
        apply_filter(&refusing(call, error)).unwrap();
        let runner = runner_at(Level::Limits, WIDE);
        let available = match runner.available() {
            Ok(available) => available,
            Err(error) => return (Err(error.to_string()), "no level".to_owned()),
        };
        let command = ["/bin/sh".into(), "-c".into(), "exit 3".into()];
        let job = Job { command: &command, folder: Path::new("/"), input: b"" };
        let run = runner.with_level(available.level).run(job);
        (run.map(|run| run.end).map_err(|error| error.to_string()), format!("{available:?}"))
    };
    thread::spawn(run).join().unwrap()
}

#[test]
fn refused_system_calls_are_not_taken_for_failures_of_a_program() {
    let all = OPTIONAL.iter().map(|&it| (it, true)).chain(ESSENTIAL.iter().map(|&it| (it, false)));
    at_once(all, |((name, call), is_optional)| {
        for error in [EPERM, ENOSYS] {
            let (end, level) = end_where(call, error);
            match end {
                Ok(end) => assert_eq!(end, End::Exited(3), "{name} ({error}): {level}"),
                Err(reason) => assert!(!is_optional, "{name} ({error}): {reason}; {level}"),
            }
            eprintln!("{name} ({error}): {level}");
        }
    });
}

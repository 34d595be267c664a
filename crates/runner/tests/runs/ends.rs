//! All reasons why a run can end.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{
    WIDE, at_once, command, marker, processes_with, run_by, runner, runner_at, sh, sh_on,
    wait_until, write_program,
};
use twinboard_runner::{ERRORS_KEPT, End, Job, Level, Limits, Runner};

const SIGSEGV: i32 = 11;

#[test]
fn the_result_of_an_exit_or_a_signal_has_its_code_and_both_outputs() {
    let run = sh("echo answer; echo complaint >&2; sleep 0.05; exit 3", WIDE);
    assert_eq!(run.end, End::Exited(3));
    assert_eq!((&*run.output, &*run.errors), (&b"answer\n"[..], &b"complaint\n"[..]));
    assert!(run.time >= Duration::from_millis(50), "{:?}", run.time);
    assert_eq!(sh("true", WIDE).end, End::Exited(0));
    assert_eq!(sh("kill -SEGV $$", WIDE).end, End::Signalled(SIGSEGV));
    // Output written before the signal is kept.
    assert_eq!(sh("echo begun; kill -KILL $$", WIDE).output, b"begun\n");
}

/// As in a job in the background, or under `nohup`: a launcher inherits it, would lose the ends of its
/// children, and its program would not end by a signal.
#[test]
fn a_launcher_that_ignores_or_blocks_signals_starts_programs_that_do_not() {
    const NAMES: [&str; 9] = ["INT", "QUIT", "TERM", "HUP", "PIPE", "XFSZ", "CHLD", "ALRM", "USR1"];
    const NUMBERS: [i32; 9] = [2, 3, 15, 1, 13, 25, 17, 14, 10];
    let option = |name: &str| format!("--{name}-signal={}", NAMES.join(","));
    let (ignore, block) = (option("ignore"), option("block"));
    let arguments = [&*ignore, &block, env!("CARGO_BIN_EXE_launcher")];
    at_once([Level::Limits, Level::Sandbox], |level| {
        if runner_at(Level::Limits, WIDE).available().unwrap().level < level {
            return;
        }
        let ignoring = Runner::of_program("/usr/bin/env".into(), &arguments, WIDE);
        let ignoring = ignoring.with_level(level);
        let run = |words: &[&str]| run_by(&ignoring, words, b"").unwrap();
        assert_eq!(run(&["sh", "-c", "exit 3"]).end, End::Exited(3), "{level:?}");
        let status = String::from_utf8(run(&["cat", "/proc/self/status"]).output).unwrap();
        for kind in ["SigBlk:", "SigIgn:"] {
            let mask = status.lines().find_map(|line| line.strip_prefix(kind)).unwrap();
            let mask = u64::from_str_radix(mask.trim(), 16).unwrap();
            let is_inherited = |number: &i32| mask >> (number - 1) & 1 == 1;
            let all = NAMES.iter().zip(NUMBERS);
            let inherited: Vec<_> = all.filter(|(_, number)| is_inherited(number)).collect();
            assert!(inherited.is_empty(), "{level:?}: {kind} of the program has {inherited:?}");
        }
        for signal in ["INT", "XFSZ", "ALRM"] {
            let end = run(&["sh", "-c", &format!("kill -{signal} $$; echo alive")]).end;
            let is_ended = matches!(end, End::Signalled(_) | End::TooMuchOutput);
            assert!(is_ended, "{level:?}: SIG{signal} does not end the program: {end:?}");
        }
    });
}

#[test]
fn a_program_that_hangs_or_stops_itself_is_late_whatever_signals_it_ignores() {
    let limits = Limits { time: Duration::from_millis(200), ..WIDE };
    let ignoring = "trap '' TERM INT HUP; while :; do :; done";
    for script in ["exec sleep 1000", ignoring, "kill -STOP $$"] {
        let started = Instant::now();
        let run = sh(script, limits);
        assert_eq!(run.end, End::Late, "{script}");
        assert!(run.time >= limits.time, "{:?}", run.time);
        assert!(started.elapsed() < Duration::from_secs(20), "{script}");
    }
    assert_eq!(sh("echo early; exec sleep 1000", limits).output, b"early\n");
}

#[test]
fn output_without_end_is_cut_at_the_limit_and_so_are_files() {
    let limits = Limits { output: 100_000, ..WIDE };
    let run = sh("exec yes", limits);
    assert_eq!((run.end, run.output.len()), (End::TooMuchOutput, 100_000));
    assert!(run.time < WIDE.time / 2, "{:?}", run.time);
    assert_eq!(sh("exec yes >&2", limits).end, End::TooMuchOutput);
    // The program may exit before its output is read.
    let run = sh("head -c 100001 /dev/zero", limits);
    assert_eq!((run.end, run.output.len()), (End::TooMuchOutput, 100_000));
    let run = sh("head -c 100000 /dev/zero", limits);
    assert_eq!((run.end, run.output.len()), (End::Exited(0), 100_000));
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { output: 100_000, ..WIDE };
    let command = ["sh", "-c", "exec yes > file"].map(OsString::from);
    let job = Job { command: &command, folder: folder.path(), input: b"" };
    assert_eq!(runner(limits).run(job).unwrap().end, End::TooMuchOutput);
    assert_eq!(fs::metadata(folder.path().join("file")).unwrap().len(), 100_000);
    let run = sh("head -c 1000000 /dev/zero >&2; echo the end >&2", WIDE);
    assert_eq!((run.end, run.errors.len()), (End::Exited(0), ERRORS_KEPT));
    assert!(run.errors.ends_with(b"the end\n"));
}

#[test]
fn a_program_with_too_many_processes_is_killed_with_all_of_them() {
    let marker = marker();
    let script = format!("for i in 1 2 3 4 5 6 7 8; do sleep {marker} & done; wait");
    let run = sh(&script, Limits { processes: 5, ..WIDE });
    assert_eq!(run.end, End::TooManyProcesses);
    assert_eq!(processes_with(&marker), [""; 0]);
    let few = "sleep 0.1 & sleep 0.1 & wait; echo done";
    assert_eq!(sh(few, Limits { processes: 5, ..WIDE }).output, b"done\n");
}

#[test]
fn a_program_that_cannot_be_started_is_reported_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    fs::write(&text, "no program").unwrap();
    let text = text.to_str().unwrap();
    let script = folder.path().join("script");
    write_program(&script, b"#!/no/such/python -u\n");
    let script = script.to_str().unwrap();
    for (program, reason) in [
        (script, "its interpreter /no/such/python is missing"),
        ("no-such-program-anywhere", "there is no such program"),
        ("./no-such-program-here", "there is no such program"),
        (text, "may not be executed"),
        ("/", "may not be executed"),
    ] {
        let run = command(&[program], b"", WIDE);
        let End::NotStarted(message) = run.end else { panic!("{program}: {:?}", run.end) };
        assert!(message.contains(program) && message.contains(reason), "{message}");
        assert_eq!(run.output, b"");
    }
}

#[test]
fn a_program_cannot_forge_a_failed_start_and_its_reason_is_cut() {
    // Eight bytes in place of the secret, then a message.
    let run = sh("printf '\\0\\0\\0\\0\\0\\0\\0\\0there is no such program' >&2; exit 1", WIDE);
    assert_eq!((run.end, run.errors.len()), (End::Exited(1), 32));
    let run = command(&[&"x".repeat(100_000)], b"", WIDE);
    assert_eq!(run.end, End::NotStarted("x".repeat(ERRORS_KEPT / 2)));
    let command = ["true".into()];
    let job = Job { command: &command, folder: Path::new("/no/such/folder"), input: b"" };
    assert_eq!(runner(WIDE).run(job).unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[test]
fn allocations_beyond_the_memory_limit_fail() {
    // It allocates a block and reads nothing into it.
    let program = ["dd", "if=/dev/null", "of=/dev/null", "bs=512M", "count=1"];
    let hoard = |memory| command(&program, b"", Limits { memory, ..WIDE });
    let run = hoard(1 << 28);
    assert!(matches!(run.end, End::Exited(1..) | End::Signalled(_)), "{:?}", run.end);
    let errors = String::from_utf8_lossy(&run.errors);
    assert!(errors.contains("memory"), "{errors}");
    assert_eq!(hoard(u64::MAX).end, End::Exited(0));
}

#[test]
fn input_is_read_while_output_is_written_or_not_at_all() {
    let input: Vec<u8> = (0..4_u32 << 20).map(|i| (i % 251) as u8).collect();
    let run = sh_on("exec cat", &input, WIDE);
    assert_eq!(run.end, End::Exited(0));
    assert!(run.output == input);
    let input = vec![b'x'; 4 << 20];
    assert_eq!(sh_on("exec wc -c", &input, WIDE).output, b"4194304\n");
    assert_eq!(sh_on("exit 5", &input, WIDE).end, End::Exited(5));
    assert_eq!(sh_on("exec <&-; sleep 0.1; echo done", &input, WIDE).output, b"done\n");
    assert_eq!(sh_on("sleep 0.1; echo done", &input, WIDE).output, b"done\n");
}

#[test]
fn a_program_runs_in_the_usual_environment() {
    // The Rust runtime ignores SIGPIPE; the program must not inherit that.
    assert_eq!(sh("yes | head -n 1; echo $?", WIDE).output, b"y\n0\n");
    assert_eq!(sh("pwd; cat", WIDE).output, b"/\n");
}

#[test]
fn the_stop_flag_cancels_a_run() {
    let marker = marker();
    let stop = Arc::new(AtomicBool::new(false));
    let runner = runner(WIDE).with_stop(Arc::clone(&stop));
    thread::scope(|scope| {
        let running = scope.spawn(|| run_by(&runner, &["sleep", &marker], b""));
        wait_until("the program runs", || !processes_with(&format!("sleep {marker}")).is_empty());
        stop.store(true, Relaxed);
        assert_eq!(running.join().unwrap().unwrap_err().kind(), io::ErrorKind::Interrupted);
    });
    assert_eq!(processes_with(&marker), [""; 0]);
}

/// Signals that may mean that the user wants no more, and others: the flag alone says so.
#[test]
fn a_signal_to_the_launcher_is_an_end_of_the_program_and_no_interruption() {
    let signals = ["INT", "TERM", "HUP", "QUIT", "ALRM", "USR1", "KILL"].into_iter();
    at_once(signals.zip([2, 15, 1, 3, 14, 10, 9]), |(name, number)| {
        let marker = marker();
        let script = format!("kill -{name} $PPID; exec sleep {marker}");
        let command = ["sh".into(), "-c".into(), script.into()];
        let runner = runner_at(Level::Limits, WIDE).with_stop(Arc::default());
        let run = runner.run(Job { command: &command, folder: Path::new("/"), input: b"" });
        assert_eq!(run.unwrap().end, End::Signalled(number), "{name}");
        let session = runner.open(&command, Path::new("/")).unwrap();
        assert_eq!(session.close(WIDE.time).unwrap().end, End::Signalled(number), "{name}");
        wait_until("the program is gone", || processes_with(&marker).is_empty());
    });
}

/// Ctrl-C in a terminal reaches a launcher that has no session of its own yet.
#[test]
fn a_launcher_that_is_killed_before_it_begins_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let killed = folder.path().join("killed");
    let start = |condition: &str| {
        let real = env!("CARGO_BIN_EXE_launcher");
        let script = format!("{condition} && kill -KILL $$; exec {real} \"$@\"");
        Runner::of_program("/bin/sh".into(), &["-c", &script, "launcher"], WIDE)
    };
    let command = ["echo".into(), "done".into()];
    let job = Job { command: &command, folder: Path::new("/"), input: b"" };

    let once = start(&format!("mkdir {} 2> /dev/null", killed.display()));
    assert_eq!(once.run(job).unwrap().output, b"done\n");
    fs::remove_dir(&killed).unwrap();
    let session = once.open(&command, Path::new("/")).unwrap();
    assert_eq!(session.close(WIDE.time).unwrap().end, End::Exited(0));

    // It is nobody's fault, and no interruption unless the flag is set.
    let always = start("true");
    assert_eq!(always.run(job).unwrap_err().kind(), io::ErrorKind::Other);
    assert_eq!(always.open(&command, Path::new("/")).unwrap_err().kind(), io::ErrorKind::Other);
    let stopped = always.with_stop(Arc::new(AtomicBool::new(true)));
    assert_eq!(stopped.run(job).unwrap_err().kind(), io::ErrorKind::Interrupted);
}

/// Such as an executable that lacks a library, or that knows no launcher.
#[test]
fn a_launcher_that_ends_by_itself_is_named_with_its_exit() {
    for level in [Level::Limits, Level::Sandbox] {
        let other = Runner::of_program("/bin/sh".into(), &["-c", "exit 127"], WIDE);
        match run_by(&other.with_level(level), &["true"], b"") {
            Ok(run) => assert!(matches!(run.end, End::Unwatched(_)), "{run:?}"),
            Err(error) => assert!(error.to_string().contains("exit status: 127"), "{error}"),
        }
    }
}

/// Then the launcher is the tracer, and every signal stops the program.
#[test]
fn a_program_that_asks_to_be_traced_has_not_ended_when_it_is_stopped() {
    let ptrace = if cfg!(target_arch = "x86_64") { 101 } else { 117 };
    let script = format!(
        "$| = 1; $SIG{{USR1}} = 'IGNORE'; syscall({ptrace}, 0, 0, 0, 0) and exit; print 'traced'; \
         kill USR1 => $$; exit 3"
    );
    let limits = Limits { time: Duration::from_millis(400), ..WIDE };
    let run = command(&["perl", "-e", &script], b"", limits);
    if run.output.is_empty() {
        eprintln!("not tried: there is no perl, or no tracing");
        return;
    }
    // Some kernels do not even stop it for a signal that it ignores.
    assert!(matches!(run.end, End::Late | End::Exited(3)), "{:?}", run.end);
}

//! Processes: this one with its clock, stack and end, and the programs that it starts through the
//! launcher, which is this executable, started with a hidden first argument.

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, io, panic, thread};

use tempfile::TempDir;
use twinboard_harness::guard::no_thread;
use twinboard_runner::{Limits, Runner};
use twinboard_vocabulary::SystemFailure;

use crate::output::text::shown;
use crate::output::{Exit, Failure, files};

#[cfg(target_os = "linux")]
pub(crate) use linux::Cpu;
#[cfg(not(target_os = "linux"))]
pub(crate) use other::Cpu;

/// First argument of a process that is a launcher.
const ARGUMENT: &str = "launch";

/// Memory of a machine that does not report it, in bytes.
const MEMORY: u64 = 16 << 30;

/// Limit on the processes of a program at a time: enough for an interpreter with its helpers.
pub(crate) const PROCESSES: u32 = 64;

/// Limit on the output of a program that answers, in bytes, for each stream and each file.
pub(crate) const OUTPUT: u64 = 1 << 20;

/// A runner whose launcher is this executable.
pub(crate) fn runner(limits: Limits) -> Result<Runner, Failure> {
    Runner::of_this_program(&[ARGUMENT], limits)
        .map_err(|error| usage!("cannot find this executable: {error}"))
}

/// Does the work of a launcher if this process is one.
///
/// Called before the arguments are parsed: a check starts thousands of launchers, and building the
/// parser would take most of their time.
pub(crate) fn answer() -> Option<Exit> {
    let mut arguments = env::args_os().skip(1);
    arguments.next().filter(|first| first == ARGUMENT)?;
    let order: Vec<_> = arguments.collect();
    Some(if twinboard_runner::launch(&order) { Exit::Success } else { Exit::BadInput })
}

/// The memory limit of a program in bytes, given in MiB. The default is half of the machine's
/// memory: enough for runtimes that reserve far more than they use, while a program without bounds
/// does not starve the other processes.
pub(crate) fn memory_limit(mebibytes: Option<NonZeroU32>) -> u64 {
    let half = || memory().unwrap_or(MEMORY) / 2;
    mebibytes.map_or_else(half, |mebibytes| u64::from(mebibytes.get()) << 20)
}

/// The machine's memory in bytes, from `/proc/meminfo`.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Waits for the end of a child process. At the limit, or once `stop` is set, it is killed, with its
/// process group if it has one of its own; then there is no status.
pub(crate) fn wait(
    mut child: Child,
    limit: Duration,
    stop: &AtomicBool,
) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Relaxed) || started.elapsed() > limit {
            #[cfg(unix)]
            let _ = rustix::process::kill_process_group(
                rustix::process::Pid::from_child(&child),
                rustix::process::Signal::KILL,
            );
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// A new temporary folder, which is removed on drop, in the folder that the variable `TMPDIR` names.
pub(crate) fn scratch_folder() -> Result<TempDir, Failure> {
    tempfile::tempdir().map_err(|error| {
        let place = shown(env::temp_dir());
        usage!(
            "cannot create a temporary folder in {place}: {error}; set TMPDIR to a folder in which \
             you can write"
        )
    })
}

/// The start of the process, and the part of the time since then in which it had no processor. The
/// start is at most `limit` before `started`, the first action of the process, or that time where
/// the system does not report it.
pub(crate) fn process_started(started: Instant, limit: Duration) -> (Instant, Duration) {
    let known = age_and_computed();
    known.map_or((started, Duration::ZERO), |known| start_of(known, Instant::now(), started, limit))
}

fn start_of(
    (age, computed): (Duration, Duration),
    now: Instant,
    started: Instant,
    limit: Duration,
) -> (Instant, Duration) {
    let since = now.duration_since(started);
    let before = age.saturating_sub(since).min(limit);
    let waited = (before + since).saturating_sub(computed);
    (started.checked_sub(before).unwrap_or(started), waited)
}

/// Wall-clock time since the start of this process, up to 10 ms too much, and its processor time.
#[cfg(target_os = "linux")]
fn age_and_computed() -> Option<(Duration, Duration)> {
    use rustix::time::{ClockId, clock_gettime};

    let text = std::fs::read("/proc/self/stat").ok()?;
    // The name, in brackets, may contain anything; the state follows it as the third field.
    let end = text.iter().rposition(|&byte| byte == b')')?;
    let fields = std::str::from_utf8(&text[end + 1..]).ok()?;
    let ticks: u64 = fields.split_ascii_whitespace().nth(START_TIME - 3)?.parse().ok()?;
    let ticks_per_second = rustix::param::clock_ticks_per_second();
    let start =
        Duration::from_nanos(ticks.checked_mul(1_000_000_000)?.checked_div(ticks_per_second)?);
    let time = |clock| Duration::try_from(clock_gettime(clock)).ok();
    let age = time(ClockId::Boottime)?.checked_sub(start)?;
    Some((age, time(ClockId::ProcessCPUTime)?))
}

/// Number of the field of `/proc/self/stat` with the start of the process, counted from 1.
#[cfg(target_os = "linux")]
const START_TIME: usize = 22;

#[cfg(not(target_os = "linux"))]
fn age_and_computed() -> Option<(Duration, Duration)> {
    None
}

/// Adds a time to an instant. More than a year is cut to a year, since larger sums may overflow.
pub(crate) fn later(instant: Instant, time: Duration) -> Instant {
    instant + time.min(Duration::from_hours(24 * 365))
}

// CPUs for threads and the engines that they play with.
//
// A thread and its engine never run at the same time. On two CPUs each would wait for the other's
// CPU to wake up, which takes several times as long as most answers.

#[cfg(target_os = "linux")]
mod linux {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// A CPU; `None` if the system does not list its CPUs. Then processes run wherever the system
    /// puts them, which is slower.
    #[derive(Clone)]
    pub(crate) struct Cpu(Option<CpuSet>);

    impl Cpu {
        /// The CPU at this place among those that this thread may use, counted in a circle.
        pub(crate) fn choose(place: usize) -> Self {
            let Ok(allowed) = sched_getaffinity(None) else { return Self(None) };
            let all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&cpu| allowed.is_set(cpu)).collect();
            let mut one = CpuSet::new();
            one.set(all[place % all.len()]);
            Self(Some(one))
        }

        /// Runs `start` on the CPU, which the processes that it starts inherit.
        pub(crate) fn run<T>(&self, start: impl FnOnce() -> T) -> T {
            let before = sched_getaffinity(None);
            self.bind();
            let started = start();
            if let Ok(before) = before {
                let _ = sched_setaffinity(None, &before);
            }
            started
        }

        /// Binds this thread to the CPU.
        pub(crate) fn bind(&self) {
            if let Some(one) = &self.0 {
                let _ = sched_setaffinity(None, one);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    /// Other systems choose CPUs themselves.
    #[derive(Clone)]
    pub(crate) struct Cpu;

    impl Cpu {
        pub(crate) fn choose(_place: usize) -> Self {
            Self
        }

        pub(crate) fn run<T>(&self, start: impl FnOnce() -> T) -> T {
            start()
        }

        pub(crate) fn bind(&self) {}
    }
}

static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// While this value exists, the end of the process is a failure.
pub(crate) struct Running(());

impl Running {
    pub(crate) fn begin() -> Self {
        IS_RUNNING.store(true, Relaxed);
        Self(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        IS_RUNNING.store(false, Relaxed);
    }
}

/// Called by the runtime of C when the process exits. The exit code cannot be changed here, so the
/// process is aborted.
#[ctor::dtor]
fn refuse_silent_end() {
    if IS_RUNNING.load(Relaxed) {
        crate::output::print_error_line(
            "error: the process was ended from within, before the command had a result: an engine \
             in this process, or a library that it uses, calls `exit`. Nothing is decided; run it \
             under a debugger with a breakpoint at `exit`, or as a program of its own (--engine)",
        );
        std::process::abort();
    }
}

/// Applies `work` to the items and their numbers on up to `jobs` threads, which start the items in
/// their order. Returns the results in that order; `None` for items not started since `is_over`.
pub(crate) fn each<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    is_over: impl Fn() -> bool + Sync,
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(items.iter().map(|_| None).collect::<Vec<Option<R>>>());
    let worker = &|| {
        while !is_over() {
            let at = next.fetch_add(1, Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = work(at, item);
            results.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(result);
        }
    };
    thread::scope(|scope| {
        // Without another thread this one does all the work.
        let others =
            (1..jobs.min(items.len())).filter_map(|_| thread().spawn_scoped(scope, worker).ok());
        let others: Vec<_> = others.collect();
        worker();
        for other in others {
            // The payload says what happened, which the end of the scope would not.
            other.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The files of a command line that are the program: the first word, searched in `PATH`, and the
/// script of an interpreter, which is the first later word that `is_file`. Other files may be data,
/// which change. Empty if there is no such program.
pub(crate) fn files_of(words: &[OsString], is_file: impl Fn(&OsString) -> bool) -> Vec<PathBuf> {
    let Some((first, rest)) = words.split_first() else { return Vec::new() };
    let Some(program) = found(Path::new(first)) else { return Vec::new() };
    // After these options of interpreters comes no script.
    let words = rest.iter().take_while(|word| *word != "-c" && *word != "-m");
    let script = words.filter(|_| is_interpreter(&program)).find(|word| is_file(word));
    let script = script.and_then(|script| std::path::absolute(script).ok());
    [program].into_iter().chain(script).collect()
}

/// The absolute path of a program, searched in `PATH` unless the name contains a folder.
pub(crate) fn found(name: &Path) -> Option<PathBuf> {
    let path = if name.components().count() > 1 {
        Some(name.to_owned()).filter(|path| path.is_file())
    } else {
        path_folders().map(|folder| folder.join(name)).find(|path| files::is_executable(path))
    };
    std::path::absolute(path?).ok()
}

fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

/// True for a program, or a link to one, that is in a folder of `PATH`: it may be an interpreter.
fn is_interpreter(program: &Path) -> bool {
    let is_in = |path: &Path| path_folders().any(|folder| path.parent() == Some(&*folder));
    is_in(program) || program.canonicalize().is_ok_and(|path| is_in(&path))
}

/// True if a word of a command line is a file that may be a script.
pub(crate) fn may_be_script(word: &OsString) -> bool {
    !word.as_encoded_bytes().starts_with(b"-") && Path::new(word).is_file()
}

/// An error for which no program is responsible, as the failure of a command, unless it is Ctrl-C,
/// which the runner reports as an error.
pub(crate) fn failure(doing: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::Interrupted => Failure::Interrupted,
        _ => usage!("cannot {doing}: {error}"),
    }
}

/// Size of the stack in bytes, as large as for the searches of players. Pages that are never touched
/// take no memory.
const SIZE: usize = 64 << 20;

/// A thread with a large stack. Without a size of its own it would have that of the variable
/// `RUST_MIN_STACK`, which may be far too small.
pub(crate) fn thread() -> thread::Builder {
    thread::Builder::new().stack_size(SIZE)
}

/// Runs `work` on a thread with a large stack, whatever the user's limit (`ulimit -s`), which holds
/// for the main thread.
/// Errors: the system permits no further thread.
pub(crate) fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, SystemFailure> {
    // A panic names the thread.
    let started = thread().name("main".into()).spawn(work).map_err(|error| no_thread(&error))?;
    Ok(started.join().unwrap_or_else(|payload| panic::resume_unwind(payload)))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::panic;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use super::{SIZE, files_of, found, on_large_stack, process_started, start_of};

    #[test]
    fn a_program_is_its_first_word_and_the_script_of_an_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let [script, data] = ["a.py", "data"].map(|name| folder.path().join(name));
        std::fs::write(&script, "").unwrap();
        std::fs::write(&data, "").unwrap();
        let shell = found(Path::new("sh")).unwrap();
        let files = |words: &[&Path]| {
            let words: Vec<OsString> = words.iter().map(Into::into).collect();
            files_of(&words, super::may_be_script)
        };
        let interpreted = [shell.clone(), script.clone()];
        assert_eq!(files(&["sh".as_ref(), "-x".as_ref(), &script, &data]), interpreted);
        assert_eq!(files(&[&shell, &script]), interpreted);
        assert_eq!(files(&["sh".as_ref(), "-c".as_ref(), &data]), [shell]);
        assert_eq!(files(&[&script, &data]), std::slice::from_ref(&script));
        assert_eq!(files(&["no-such-program".as_ref(), &script]), [""; 0].map(Path::new));
    }

    /// Takes at least a KiB for each level.
    fn descend(levels: usize) -> usize {
        let mut room = std::hint::black_box([levels; 128]);
        if levels > 0 {
            room[levels % 128] = descend(levels - 1);
        }
        std::hint::black_box(room)[levels % 128] + 1
    }

    #[test]
    fn the_work_may_recurse_deeply_and_its_panics_go_on() {
        assert!(on_large_stack(|| descend(SIZE / 8 / 1024)).is_ok());
        let panicked = panic::catch_unwind(|| on_large_stack(|| panic!("gone")));
        assert_eq!(*panicked.unwrap_err().downcast::<&str>().unwrap(), "gone");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_process_started_before_the_command() {
        // The first action of the command comes late.
        std::thread::sleep(Duration::from_millis(100));
        let (first, long) = (Instant::now(), Duration::from_hours(1));
        let (start, _) = process_started(first, long);
        assert!(start + Duration::from_millis(100) <= first, "{start:?} {first:?}");
        assert!(start.elapsed() < long, "{start:?}");
        assert_eq!(process_started(first, Duration::ZERO).0, first);
        assert!(first <= Instant::now());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn time_without_a_processor_is_that_of_waiting() {
        let [age, computed, since] = [500, 120, 200].map(Duration::from_millis);
        let first = Instant::now();
        let (start, waited) = start_of((age, computed), first + since, first, age);
        assert_eq!(first.duration_since(start), Duration::from_millis(300));
        assert_eq!(waited, Duration::from_millis(380));
        // Several threads may have computed at once.
        assert_eq!(start_of((age, age * 2), first + since, first, age).1, Duration::ZERO);
    }
}

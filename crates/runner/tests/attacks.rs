//! Programs that attack the rest of the system, at each level of isolation that has a promise about
//! the attack. `docs/isolation.md` has the promises.

#![cfg(target_os = "linux")]

/// System calls, each with its name.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! calls {
    ($($name:ident)*) => { [$((stringify!($name), nix::libc::$name)),*] };
}

mod mounts;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod refused;
mod support;

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use landlock::{AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
use nix::libc::O_NONBLOCK;
use rustix::fs::{CWD, Mode, mkfifoat};
use rustix::process::{Pid, Signal, kill_process_group};
use support::{
    WIDE, at_once, marker, processes_with, run_by, runner_at, wait_until, write_program,
};
use tempfile::TempDir;
use twinboard_runner::{Available, End, Job, Level, Limits, Run, Runner};

static AVAILABLE: LazyLock<Available> =
    LazyLock::new(|| runner_at(Level::Limits, WIDE).available().unwrap());

/// Levels from this one on that this machine has. The others are named in the output of the test.
fn levels(from: Level) -> Vec<Level> {
    for (level, reason) in &AVAILABLE.missing {
        eprintln!("not tried at the level {level}: {reason}");
    }
    let all = [Level::Limits, Level::Landlock, Level::Sandbox];
    // A machine with the sandbox may be without Landlock.
    let has = |level| runner_at(Level::Limits, WIDE).missing(level).unwrap().is_none();
    all.into_iter().filter(|&level| level >= from && has(level)).collect()
}

/// True if the kernel has the Landlock that sandboxes use.
fn has_landlock_in_sandbox() -> bool {
    let needed = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let has = needed.handle_access(AccessFs::Refer).is_ok();
    if !has {
        eprintln!("not tried at the level sandbox: there is no Landlock of Linux 5.19");
    }
    has
}

/// A folder beside that of the program, with a file of the user's in it.
struct Place {
    all: TempDir,
}

impl Place {
    fn new() -> Self {
        Self::within(tempfile::tempdir().unwrap())
    }

    /// Outside of the folders that are private in a sandbox, if the machine has such a place.
    fn outside() -> Option<Self> {
        let all = tempfile::tempdir_in("/var/tmp");
        if let Err(error) = &all {
            eprintln!("not tried: {error}");
        }
        all.ok().map(Self::within)
    }

    fn within(all: TempDir) -> Self {
        fs::create_dir(all.path().join("own")).unwrap();
        fs::write(all.path().join("precious"), "the user's").unwrap();
        Self { all }
    }

    fn run(&self, level: Level, limits: Limits, script: &str) -> Run {
        self.run_by(&runner_at(level, limits), script)
    }

    fn run_by(&self, runner: &Runner, script: &str) -> Run {
        let command = ["sh".into(), "-c".into(), script.into()];
        let folder = self.all.path().join("own");
        runner.run(Job { command: &command, folder: &folder, input: b"" }).unwrap()
    }

    fn path(&self, name: &str) -> String {
        self.all.path().join(name).display().to_string()
    }
}

fn output(run: &Run) -> String {
    String::from_utf8_lossy(&run.output).into_owned()
}

/// Runs a test in a new place at each level from this one on.
fn at_each(from: Level, test: impl Fn(Level, &Place)) {
    for level in levels(from) {
        test(level, &Place::new());
    }
}

/// Asserts that a script prints this at each level from this one on.
#[track_caller]
fn assert_prints(from: Level, script: &str, expected: &str) {
    for level in levels(from) {
        assert_eq!(output(&Place::new().run(level, WIDE, script)), expected, "{level}");
    }
}

const SHORT: Limits = Limits { time: Duration::from_millis(800), ..WIDE };

#[test]
fn the_user_s_files_are_not_written() {
    at_each(Level::Landlock, |level, place| {
        let precious = place.path("precious");
        let attacks = [
            format!("echo overwritten > {precious}"),
            format!("echo more >> {precious}"),
            format!("rm -f {precious}"),
            format!("mv {precious} taken"),
            format!(": > {precious}"),
            format!("ln -s {precious} link && echo overwritten > link"),
            format!("ln {precious} hard && echo overwritten > hard"),
            format!("mkdir {}/new", place.path(".")),
            format!("rm -rf {}", place.path(".")),
            format!("mv {} {}", place.path("own"), place.path("moved")),
        ];
        for attack in &attacks {
            place.run(level, WIDE, &format!("{attack}; true"));
            assert_eq!(fs::read_to_string(&precious).unwrap(), "the user's", "{level}: {attack}");
            let mut names: Vec<_> = fs::read_dir(place.all.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            assert_eq!(names, ["own", "precious"], "{level}: {attack}");
        }
    });
}

#[test]
fn modes_and_times_of_the_user_s_files_are_not_changed_in_a_sandbox() {
    at_each(Level::Sandbox, |level, place| {
        let precious = place.path("precious");
        let before = fs::metadata(&precious).unwrap();
        place.run(level, WIDE, &format!("chmod 777 {precious}; touch -d 2001-01-01 {precious}"));
        let after = fs::metadata(&precious).unwrap();
        assert_eq!(before.permissions(), after.permissions(), "{level}");
        assert_eq!(before.modified().unwrap(), after.modified().unwrap(), "{level}");
    });
}

#[test]
fn the_program_s_own_folder_is_written() {
    at_each(Level::Limits, |level, place| {
        let script = "echo 1 > file; mkdir sub; echo 2 > sub/file; mv file sub/other; cat sub/*";
        let run = place.run(level, WIDE, script);
        assert_eq!((run.end, &*run.output), (End::Exited(0), &b"2\n1\n"[..]), "{level}");
        assert!(Path::new(&place.path("own/sub/other")).is_file(), "{level}");
    });
}

#[test]
fn a_read_only_folder_is_not_written() {
    at_each(Level::Landlock, |level, place| {
        fs::write(place.path("own/file"), "before").unwrap();
        let runner = runner_at(level, WIDE).with_read_only_folder();
        let run = place.run_by(&runner, "echo 1 > file; echo 2 > new; cat file");
        assert_eq!(output(&run), "before", "{level}");
        assert!(!Path::new(&place.path("own/new")).exists(), "{level}");
    });
}

/// A descriptor of a folder that the user's shell left open leads out of every sandbox.
#[test]
fn inherited_descriptors_are_closed() {
    at_each(Level::Limits, |level, place| {
        // The launcher inherits the descriptors of a shell in between.
        let script = "exec 7<\"$1\" 8>>\"$1/precious\"; shift; exec \"$@\"";
        let launcher = place.path("launcher");
        let (outside, real) = (place.path("."), env!("CARGO_BIN_EXE_launcher"));
        let text = format!("#!/bin/sh\nset -- {outside} {real} \"$@\"\n{script}\n");
        write_program(launcher.as_ref(), text.as_bytes());
        let runner = Runner::of_program(launcher.into(), &[], WIDE).with_level(level);
        let run = place.run_by(&runner, "echo more >&8; ls /proc/self/fd/");
        // `ls` has its folder open as 3.
        assert_eq!(output(&run), "0\n1\n2\n3\n", "{level}");
        let precious = fs::read_to_string(place.path("precious")).unwrap();
        assert_eq!(precious, "the user's", "{level}");
    });
}

#[test]
fn the_environment_of_the_user_is_not_seen() {
    // Cargo gives its tests variables, which stand for the tokens of a user.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some(), "run this test with cargo");
    at_each(Level::Limits, |level, place| {
        let run = place.run(level, WIDE, "env; cat /proc/$PPID/environ /proc/self/environ");
        let seen = output(&run).replace('\0', "\n");
        assert!(seen.lines().any(|line| line.starts_with("PATH=")), "{level}: {run:?}");
        let own = place.all.path().join("own").canonicalize().unwrap();
        let home = format!("HOME={}", own.display());
        assert!(seen.lines().any(|line| line == home), "{level}: {home} is expected");
        assert!(!seen.contains("CARGO"), "{level}: variables of the user are seen");
    });
    at_each(Level::Sandbox, |level, place| {
        let run = place.run(level, WIDE, "cat /proc/[0-9]*/environ");
        assert!(!output(&run).contains("CARGO"), "{level}: variables of others are seen");
    });
}

#[test]
fn variables_are_added_to_the_environment_and_replace_others() {
    let place = Place::new();
    let own = place.all.path().join("own");
    let command = ["sh".into(), "-c".into(), "echo $HOME $EXTRA; cat".into()];
    let runner = runner_at(Level::Limits, WIDE).with_env("EXTRA", "1").with_env("HOME", "/h");
    assert_eq!(output(&place.run_by(&runner, "echo $HOME $EXTRA; cat")), "/h 1\n");
    let mut session = runner.open(&command, &own).unwrap();
    let far = Instant::now() + Duration::from_mins(1);
    let mut buffer = [0; 64];
    let count = session.receive(&mut buffer, far).unwrap();
    assert_eq!(&buffer[..count], b"/h 1\n");
    for (name, value) in [("", "1"), ("A=B", "1"), ("A", "\0")] {
        let runner = runner.clone().with_env(name, value);
        let job = Job { command: &command, folder: &own, input: b"" };
        assert!(runner.run(job).is_err() && runner.open(&command, &own).is_err(), "{name:?}");
    }
}

#[test]
fn temporary_files_are_private_and_gone_in_a_sandbox() {
    at_each(Level::Sandbox, |level, place| {
        let marker = marker();
        for folder in ["/tmp", "/dev/shm"] {
            let file = format!("{folder}/{marker}");
            let run = place.run(level, WIDE, &format!("echo 1 > {file}; cat {file}"));
            assert_eq!(output(&run), "1\n", "{level}: {folder}");
            assert!(!Path::new(&file).exists(), "{level}: {file}");
            assert_eq!(output(&place.run(level, WIDE, &format!("cat {file}"))), "", "{level}");
        }
    });
}

#[test]
fn devices_and_the_system_are_not_written_in_a_sandbox() {
    let script = "for device in /dev/kmsg /dev/mem /dev/vda /dev/sda /dev/loop0 /dev/tty; do \
                  test -e $device && echo $device; done; \
                  mknod disk b 253 0 && echo made; \
                  echo 1 > /proc/sys/kernel/panic && echo panic; \
                  grep ' / /proc rw' /proc/self/mountinfo; \
                  mount -t tmpfs none /mnt && echo mounted; \
                  mount -o remount,rw / && echo remounted; \
                  umount /proc && echo unmounted; \
                  chroot / true && echo chroot; \
                  echo seen > /dev/null || echo null";
    assert_prints(Level::Sandbox, script, "");
}

#[test]
fn other_processes_are_out_of_sight_and_reach_in_a_sandbox() {
    at_each(Level::Sandbox, |level, place| {
        let marker = marker();
        let mut other = std::process::Command::new("sleep").arg(&marker).spawn().unwrap();
        let id = other.id();
        let script = format!(
            "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c {marker}; kill -KILL {id}; \
             kill -STOP {id}; prlimit --pid {id} --nofile=1; echo $PPID"
        );
        let run = place.run(level, WIDE, &script);
        // The program itself is found: the number is in its script.
        let lines: Vec<_> = output(&run).lines().map(str::to_owned).collect();
        assert_eq!(lines.last().map(String::as_str), Some("0"), "{level}: the launcher has no id");
        assert!(other.try_wait().unwrap().is_none(), "{level}: the other process was killed");
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        assert!(!state.contains(") T "), "{level}: the other process was stopped");
        let limits = fs::read_to_string(format!("/proc/{id}/limits")).unwrap();
        let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        assert_ne!(files.split_whitespace().nth(3), Some("1"), "{level}: {files}");
        other.kill().unwrap();
        other.wait().unwrap();
    });
}

#[test]
fn signals_to_everybody_reach_only_the_program_in_a_sandbox() {
    at_each(Level::Sandbox, |level, place| {
        let marker = marker();
        let script = format!("sleep {marker} & kill -KILL -1; sleep {marker}");
        let run = place.run(level, SHORT, &script);
        assert_ne!(run.end, End::Exited(0), "{level}");
        assert_eq!(processes_with(&marker), [""; 0], "{level}");
    });
}

#[test]
fn the_network_is_out_of_reach_in_a_sandbox() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    at_each(Level::Sandbox, |level, place| {
        let script = format!(
            "cat /proc/net/dev | grep -vc lo:; exec bash -c 'echo > /dev/tcp/127.0.0.1/{port}'"
        );
        let run = place.run(level, WIDE, &script);
        assert_eq!(output(&run), "2\n", "{level}: only the two lines of titles");
        assert!(listener.accept().is_err(), "{level}: connected");
    });
}

/// Runs a Perl script, as Perl can do any system call; `None`, with a note, if there is no Perl.
fn perl(place: &Place, level: Level, script: &str) -> Option<String> {
    if std::process::Command::new("perl").args(["-e", ""]).output().is_err() {
        eprintln!("not tried: there is no perl");
        return None;
    }
    fs::write(place.path("own/script"), script).unwrap();
    Some(output(&place.run(level, WIDE, "exec perl script 2>&1")))
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn exotic_sockets_are_refused() {
    let script = r#"
        for my $family (0 .. 60) {
            next if grep { $_ == $family } 1, 2, 10, 16;
            for my $type (1, 2, 3, 5) {
                my $opened = socket(my $socket, $family, $type, 0) ? "opened" : $! + 0;
                print "family $family: $opened\n" if $opened ne "97";
            }
        }
        for my $protocol (1 .. 25) {
            my $opened = socket(my $socket, 16, 3, $protocol) ? "opened" : $! + 0;
            print "netlink $protocol: $opened\n" if $opened ne "97";
        }
        for my $family (1, 2, 10, 16) {
            my $opened = socket(my $socket, $family, 2, 0) ? "opened" : $! + 0;
            print "family $family: $opened\n" if $opened ne "opened";
        }
    "#;
    for level in levels(Level::Landlock) {
        let Some(refused) = perl(&Place::new(), level, script) else { return };
        // Outside of a sandbox, Unix sockets are the user's.
        let expected = if level == Level::Sandbox { "" } else { "family 1: 97\n" };
        assert_eq!(refused, expected, "{level}");
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn keys_and_rare_system_calls_are_refused() {
    let calls = calls![
        SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register SYS_add_key SYS_request_key
        SYS_keyctl SYS_bpf SYS_perf_event_open SYS_userfaultfd
    ];
    let calls = calls.map(|(name, number)| format!("{name} => {number}, ")).concat();
    let script = format!(
        r#"my %calls = ({calls});
           for my $name (sort keys %calls) {{
               my $result = syscall($calls{{$name}}, 0, 0, 0, 0, 0) == -1 ? $! + 0 : "done";
               print "$name: $result\n" if $result ne "1";
           }}"#
    );
    for level in levels(Level::Landlock) {
        let Some(refused) = perl(&Place::new(), level, &script) else { return };
        assert_eq!(refused, "", "{level}");
    }
}

/// Named pipes are not files that a read-only mount protects.
#[test]
fn the_user_s_pipes_are_not_written() {
    at_once(levels(Level::Landlock), |level| {
        if level == Level::Sandbox && !has_landlock_in_sandbox() {
            return;
        }
        let Some(place) = Place::outside() else { return };
        let in_memory = tempfile::tempdir_in("/dev/shm").ok().map(Place::within);
        for place in [place, Place::new()].into_iter().chain(in_memory) {
            let pipes = ["pipe", "own/pipe"].map(|name| place.path(name));
            let mut readers = pipes.clone().map(|pipe| {
                mkfifoat(CWD, &pipe, Mode::from_raw_mode(0o600)).unwrap();
                // Without a reader, the program could not even open it for writing.
                OpenOptions::new().read(true).custom_flags(O_NONBLOCK).open(&pipe).unwrap()
            });
            let [outer, inner] = &pipes;
            let script = format!("echo attack > {outer} & echo attack > {inner}");
            place.run_by(&runner_at(level, SHORT).with_read_only_folder(), &script);
            for (pipe, reader) in pipes.iter().zip(&mut readers) {
                let mut heard = Vec::new();
                reader.read_to_end(&mut heard).unwrap();
                assert_eq!(String::from_utf8_lossy(&heard), "", "{level}: {pipe}");
            }
        }
    });
}

/// A lease delays each process that opens the file, for up to 45 seconds.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn leases_on_the_user_s_files_are_refused() {
    let script = r#"
        use Fcntl;
        open my $file, "<", "../precious" or die;
        print "lease\n" if fcntl $file, 1024, F_RDLCK;
        print "notice\n" if fcntl $file, 1026, 1;
        opendir my $folder, ".." or die;
        print fcntl($file, F_GETFD, 0) ? "end\n" : "no descriptor\n";
    "#;
    at_once(levels(Level::Landlock), |level| {
        let Some(place) = Place::outside() else { return };
        let Some(done) = perl(&place, level, script) else { return };
        assert_eq!(done, "end\n", "{level}");
    });
}

/// The user's terminal multiplexer and agents, which do what they are told.
#[test]
fn the_user_s_sockets_are_out_of_reach() {
    let script = r#"
        use Socket;
        for my $type (SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET) {
            socket(my $to, AF_UNIX, $type, 0) or next;
            print "connected\n" if connect $to, sockaddr_un("../socket");
        }
        for my $type (SOCK_DGRAM, SOCK_RAW) {
            my ($to, $other);
            socket($to, AF_UNIX, $type, 0) || socketpair($to, $other, AF_UNIX, $type, 0) or next;
            print "sent\n" if send $to, "attack", 0, sockaddr_un("../datagrams");
            print "connected\n" if connect $to, sockaddr_un("../datagrams");
        }
        print "end\n";
    "#;
    at_once(levels(Level::Landlock), |level| {
        let Some(place) = Place::outside() else { return };
        for place in [place, Place::new()] {
            let listener = UnixListener::bind(place.path("socket")).unwrap();
            let _datagrams = UnixDatagram::bind(place.path("datagrams")).unwrap();
            let Some(done) = perl(&place, level, script) else { return };
            assert_eq!(done, "end\n", "{level}");
            listener.set_nonblocking(true).unwrap();
            assert!(listener.accept().is_err(), "{level}: connected");
        }
    });
}

/// Shared memory, semaphores and message queues outlive their processes.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn nothing_stays_in_shared_memory() {
    use nix::libc;
    let key = 0x4000_0000 + std::process::id() % 0x1000_0000;
    let script = format!(
        r#"shmget {key}, 4096, 01600; semget {key}, 1, 01600; msgget {key}, 01600;
           my $queue = "queue{key}"; syscall {}, $queue, 0102, 0600, 0; print "end\n";"#,
        libc::SYS_mq_open
    );
    for level in levels(Level::Landlock) {
        let Some(done) = perl(&Place::new(), level, &script) else { return };
        assert_eq!(done, "end\n", "{level}");
        for name in ["shm", "sem", "msg"] {
            let list = fs::read_to_string(format!("/proc/sysvipc/{name}")).unwrap_or_default();
            let keys = list.lines().filter_map(|line| line.split_whitespace().next());
            let key = key.to_string();
            assert!(!keys.into_iter().any(|other| other == key), "{level}: {name} stays\n{list}");
        }
    }
}

/// The processes of a program may talk to each other: without a sandbox, over pairs of sockets.
#[test]
fn a_program_reaches_itself_over_unix_sockets() {
    let pair = r#"
        use Socket;
        use IO::Handle;
        socketpair(my $one, my $other, AF_UNIX, SOCK_STREAM, 0) or die "$!";
        $one->autoflush; print $one "pair\n"; print scalar <$other>;
    "#;
    let named = r#"
        for my $path ("socket", "/tmp/socket", "/dev/shm/socket") {
            my $address = sockaddr_un($path);
            socket(my $listener, AF_UNIX, SOCK_STREAM, 0) or die "$!";
            bind($listener, $address) && listen($listener, 1) or die "$!";
            socket(my $to, AF_UNIX, SOCK_STREAM, 0) or die "$!";
            connect($to, $address) or die "$!";
            print "$path\n";
        }
    "#;
    for level in levels(Level::Landlock) {
        let script = if level == Level::Sandbox { format!("{pair} {named}") } else { pair.into() };
        let Some(heard) = perl(&Place::new(), level, &script) else { return };
        let named =
            if level == Level::Sandbox { "socket\n/tmp/socket\n/dev/shm/socket\n" } else { "" };
        assert_eq!(heard, format!("pair\n{named}"), "{level}");
    }
}

/// Each file takes memory of the kernel, even an empty one, or another link to it.
#[test]
fn the_number_of_private_files_is_limited_in_a_sandbox() {
    let script = r#"
        my ($folder) = @ARGV;
        mkdir "$folder/many" or die;
        open my $file, ">", "$folder/many/file" or die;
        my $count = 0;
        $count++ while $count < 50000 && link "$folder/many/file", "$folder/many/$count";
        print $count < 50000 ? "refused" : "made", $count > 10000 ? "" : " early: $count";
    "#;
    let attempts = levels(Level::Sandbox).into_iter();
    let attempts =
        attempts.flat_map(|level| ["/tmp", "/dev/shm", "/run"].map(|folder| (level, folder)));
    at_once(attempts, |(level, folder)| {
        let script = format!("@ARGV = ('{folder}'); {script}");
        let Some(done) = perl(&Place::new(), level, &script) else { return };
        assert_eq!(done, "refused", "{level}: {folder}");
    });
}

/// Processes of one program may use 127.0.0.1 among themselves.
#[test]
fn a_program_reaches_itself_over_the_loopback_in_a_sandbox() {
    let script = r#"
        use IO::Socket::INET;
        my $listener = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die "$@";
        if (!fork) {
            my $to = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $listener->sockport)
                or die "$@";
            print $to "to itself\n";
            exit;
        }
        local $SIG{ALRM} = sub { die "nothing came" };
        alarm 10;
        print $listener->accept->getline;
        wait;
    "#;
    for level in levels(Level::Sandbox) {
        let Some(heard) = perl(&Place::new(), level, script) else { return };
        assert_eq!(heard, "to itself\n", "{level}");
    }
}

/// A setuid file in the own folder would run as the user, for each other user who starts it.
#[test]
fn setuid_has_no_effect_in_the_folder_of_a_sandbox() {
    at_each(Level::Sandbox, |level, place| {
        let script = "while read -r _ _ _ _ point options _; do \
                      test \"$point\" = \"$PWD\" && echo \"$options\"; done < /proc/self/mountinfo";
        let options = output(&place.run(level, WIDE, script));
        let options: Vec<_> = options.trim().split(',').collect();
        assert!(options.contains(&"nosuid") && options.contains(&"nodev"), "{level}: {options:?}");
    });
}

#[test]
fn nothing_of_a_daemon_outlives_the_run() {
    at_each(Level::Limits, |level, place| {
        let marker = marker();
        let script = format!("(setsid setsid sh -c 'sleep {marker} & sleep {marker}' &) ; exit 3");
        let run = place.run(level, WIDE, &script);
        assert_eq!(run.end, End::Exited(3), "{level}");
        assert!(run.left > 0, "{level}: it is counted");
        assert_eq!(processes_with(&marker), [""; 0], "{level}");
    });
}

/// A program that kills everything that it takes for its launcher.
#[test]
fn nothing_of_a_daemon_outlives_the_run_if_it_kills_its_parents() {
    at_each(Level::Sandbox, |level, place| {
        let marker = marker();
        let script = format!(
            "(setsid sh -c 'sleep {marker}' &); kill -KILL $PPID; kill -KILL 1; kill -STOP 1; \
             exec sleep {marker}"
        );
        place.run(level, SHORT, &script);
        assert_eq!(processes_with(&marker), [""; 0], "{level}");
    });
}

/// Bombs have a depth, so that they end by themselves if nothing puts them out.
#[test]
fn a_fork_bomb_is_put_out() {
    let of_functions =
        "bomb() { [ $1 -gt 0 ] || exec sleep 9; bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }
                        echo MARKER > bomb; bomb 8";
    // No group has all of its processes.
    let of_sessions = "echo 'n=$1; [ $n -gt 0 ] || exec sleep 9; n=$((n - 1))
                       setsid sh bomb $n MARKER & setsid sh bomb $n MARKER & sleep 1' > bomb
                       sh bomb 8 MARKER; sleep 9";
    for level in levels(Level::Limits) {
        for bomb in [of_functions, of_sessions] {
            let place = Place::new();
            let limits = Limits { processes: 16, time: Duration::from_secs(10), ..WIDE };
            let marker = marker();
            let started = Instant::now();
            let run = place.run(level, limits, &bomb.replace("MARKER", &marker));
            assert_eq!(run.end, End::TooManyProcesses, "{level}: {bomb}");
            assert!(started.elapsed() < Duration::from_secs(8), "{level}: {:?}", started.elapsed());
            assert_eq!(processes_with(&marker), [""; 0], "{level}: {bomb}");
        }
    }
}

/// Each process in a session of its own, for which the scheduler has a share of the processor. Only
/// in a sandbox, which limits them at once: elsewhere this takes the machine for a while.
#[test]
fn a_fork_bomb_of_sessions_without_end_is_ended_in_a_sandbox() {
    let limits = Limits { processes: 20, time: Duration::from_secs(20), ..WIDE };
    at_each(Level::Sandbox, |level, place| {
        let marker = marker();
        let forks = format!("use POSIX; $0 = '{marker}'; fork, setsid while 1");
        fs::write(place.path("own/script"), forks).unwrap();
        for bomb in ["exec perl script", "while :; do setsid sleep 9 & done"] {
            assert_eq!(place.run(level, limits, bomb).end, End::TooManyProcesses, "{bomb}");
            assert_eq!(processes_with(&marker), [""; 0], "{bomb}");
        }
    });
}

#[test]
fn processes_and_threads_of_a_sandbox_are_limited_whoever_runs_it() {
    let most = 20 + 32 + 16 * std::thread::available_parallelism().unwrap().get() as u64;
    let ids = "/proc/sys/kernel/pid_max";
    let number = |text: &str| text.trim().parse::<u64>().unwrap();
    let of_system = number(&fs::read_to_string(ids).unwrap());
    at_each(Level::Sandbox, |level, place| {
        let script = format!("ulimit -p || ulimit -u; cat {ids}");
        let run = place.run(level, Limits { processes: 20, ..WIDE }, &script);
        let printed = output(&run);
        let (of_user, of_sandbox) = printed.trim().split_once('\n').unwrap();
        let after = number(&fs::read_to_string(ids).unwrap());
        assert_eq!(of_system, after, "it is not for the system");
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
        let mut version = kernel.split('.').map_while(|number| number.parse::<u32>().ok());
        let version = (version.next().unwrap(), version.next().unwrap());
        if version < (5, 14) {
            eprintln!("not tried: this kernel counts all processes of the user");
        } else {
            assert!(number(of_user) <= most, "{of_user} are more than {most}");
        }
        if version < (6, 14) {
            eprintln!("not tried for root: the ids of a sandbox are those of the system");
        } else {
            // The first 300 are not used again.
            assert!(number(of_sandbox) <= 300 + most, "{of_sandbox} are more than {most}");
        }
    });
}

/// Each of a hundred processes in sessions of their own waits for the end of another, and would
/// start a new one. None may live to see it: killed one by one, they would grow again.
#[test]
fn no_process_sees_the_end_of_another() {
    let script = r#"
        use POSIX;
        my $count = 100;
        my (@read, @write);
        pipe($read[$_], $write[$_]) or die for 0 .. $count - 1;
        for my $own (0 .. $count - 1) {
            next if fork;
            setsid;
            my $other = ($own + $count / 2) % $count;
            for (0 .. $count - 1) {
                close $write[$_] if $_ != $own;
                close $read[$_] if $_ != $other;
            }
            sysread $read[$other], my $end, 1;
            open my $seen, ">>", "seen";
            syswrite $seen, "$own saw the end of $other\n";
            exit;
        }
        close $_ for @read, @write;
        syswrite STDOUT, "started\n";
        sleep 9;
    "#;
    at_once(levels(Level::Limits), |level| {
        let place = Place::new();
        fs::write(place.path("own/script"), script).unwrap();
        // Where processes are counted by user, those of all levels count.
        let limits = Limits { processes: 512, time: Duration::from_secs(2), ..WIDE };
        let run = place.run(level, limits, "exec perl script");
        if output(&run).is_empty() {
            eprintln!("not tried: there is no perl");
            return;
        }
        assert_eq!(run.end, End::Late, "{level}");
        assert_eq!(fs::read_to_string(place.path("own/seen")).unwrap_or_default(), "", "{level}");
    });
}

/// Without a sandbox, the program can kill, stop and starve its launcher: its own fault.
#[test]
fn a_launcher_that_is_killed_or_stopped_is_the_program_s_fault() {
    let attacks = ["kill -KILL $PPID", "kill -STOP $PPID", "prlimit --pid $PPID --nofile=3"];
    let attempts = levels(Level::Limits).into_iter();
    let attempts = attempts.flat_map(|level| attacks.map(|attack| (level, attack)));
    at_once(attempts, |(level, attack)| {
        let place = Place::new();
        let marker = marker();
        let started = Instant::now();
        let script = format!("{attack}; exec sleep {marker}");
        let run = place.run(level, SHORT, &script);
        let command = ["sh".into(), "-c".into(), script.into()];
        let session = runner_at(level, WIDE).open(&command, &place.all.path().join("own")).unwrap();
        for run in [run, session.close(SHORT.time).unwrap()] {
            let is_its_fault = matches!(run.end, End::Late | End::Signalled(_) | End::Unwatched(_));
            assert!(is_its_fault, "{level}: {attack}: {:?}", run.end);
        }
        assert!(started.elapsed() < Duration::from_secs(9), "{level}: {attack}");
        wait_until("the program is gone", || processes_with(&marker).is_empty());
    });
}

/// In a sandbox it cannot have been the program: perhaps it was the user, or the system, which lacked
/// memory.
#[test]
fn a_launcher_of_a_sandbox_that_is_killed_is_nobody_s_fault() {
    at_once(levels(Level::Sandbox), |level| {
        let place = Place::new();
        let marker = marker();
        let error = std::thread::scope(|scope| {
            let running = scope.spawn(|| {
                let command = ["sleep".into(), marker.clone().into()];
                let folder = place.all.path().join("own");
                let job = Job { command: &command, folder: &folder, input: b"" };
                let limits = Limits { time: Duration::from_mins(2), ..WIDE };
                runner_at(level, limits).run(job).unwrap_err()
            });
            wait_until("the program runs", || program_with(&marker).is_some());
            kill_parent(&program_with(&marker).expect("it runs"));
            wait_until("the run has ended", || running.is_finished());
            running.join().unwrap()
        });
        let error = error.to_string();
        assert!(error.starts_with("the launcher failed: signal: 9"), "{level}: {error}");
        wait_until("the program is gone", || processes_with(&marker).is_empty());
    });
}

/// Folder in `/proc` of the program with this marker, a `sleep`.
fn program_with(marker: &str) -> Option<PathBuf> {
    let mut folders = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    folders.find(|folder| {
        let line = fs::read(folder.join("cmdline")).unwrap_or_default();
        line.starts_with(b"sleep\0") && String::from_utf8_lossy(&line).contains(marker)
    })
}

fn kill_parent(folder: &Path) {
    let status = fs::read_to_string(folder.join("status")).unwrap();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap();
    let kill = ["-KILL", parent.trim()];
    assert!(std::process::Command::new("kill").args(kill).status().unwrap().success());
}

/// A message of a launcher, for `printf`.
fn message(json: &str) -> String {
    format!(r"\{:o}{}{json}", json.len(), r"\0".repeat(7))
}

/// The end of a program with exit code 0, as a launcher tells it.
fn end_of_program() -> String {
    let time = r#"{"secs":0,"nanos":0}"#;
    let run = format!(r#"{{"end":{{"Exited":0}},"errors":[],"left":0,"time":{time}}}"#);
    message(r#""Ended""#) + &message(&format!(r#"{{"Result":{{"Ok":{run}}}}}"#))
}

/// An outcome that the program writes in place of its launcher: the end of a run with exit code 0.
/// The launcher has told of the start before.
#[test]
fn a_forged_outcome_is_not_believed() {
    at_each(Level::Limits, |level, place| {
        let script = format!(
            "for each in /proc/$PPID/fd/*; do printf '{}win' > $each; done; kill -KILL $PPID; \
             sleep 1",
            end_of_program()
        );
        let run = place.run(level, SHORT, &script);
        assert!(!output(&run).contains("win"), "{level}");
        assert_ne!(run.end, End::Exited(0), "{level}");
    });
}

#[test]
fn time_is_measured_by_the_caller() {
    at_each(Level::Limits, |level, place| {
        let started = Instant::now();
        let run = place.run(level, WIDE, "sleep 0.3");
        assert_eq!(run.end, End::Exited(0), "{level}");
        assert!(run.time >= Duration::from_millis(300), "{level}: {:?}", run.time);
        assert!(run.time <= started.elapsed(), "{level}: {:?}", run.time);
    });
}

/// A launcher that a program has turned against us: it says that a run took no time.
#[test]
fn a_launcher_that_lies_is_not_believed() {
    let place = Place::new();
    let launcher = place.path("launcher");
    let (start, end) = (message(r#""Started""#), end_of_program());
    let run = |time, last: &str| {
        let script =
            format!("#!/bin/sh\nprintf '{start}' >&2; sleep 0.6; printf '{end}' >&2; {last}\n");
        write_program(launcher.as_ref(), script.as_bytes());
        let limits = Limits { time, ..WIDE };
        place.run_by(&Runner::of_program(launcher.clone().into(), &[], limits), "true")
    };
    let in_time = run(Duration::from_mins(1), "exit 0");
    assert_eq!(in_time.end, End::Exited(0));
    // A busy machine may notice the start late.
    assert!(in_time.time >= Duration::from_millis(300), "{:?}", in_time.time);
    assert_eq!(run(Duration::from_millis(100), "exit 0").end, End::Late);
    // Nor is one that does not live to the end: the program may have killed it, and told the result.
    assert_eq!(run(Duration::from_mins(1), "kill -KILL $$").end, End::Signalled(9));
}

#[test]
fn privileges_are_gone_in_a_sandbox() {
    let script = "grep -E '^(CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs)' /proc/self/status; \
                  unshare --user --map-root-user true && echo nested";
    let none = "0000000000000000";
    let sets = ["CapPrm", "CapEff", "CapBnd", "CapAmb"].map(|set| format!("{set}:\t{none}\n"));
    assert_prints(Level::Sandbox, script, &format!("{}NoNewPrivs:\t1\n", sets.concat()));
}

/// Without a sandbox a program can lower the limits of its launcher, which then has to find a daemon
/// without opening a file.
#[test]
fn a_daemon_is_ended_by_a_launcher_whose_limits_are_lowered() {
    if std::process::Command::new("prlimit").output().is_err() {
        eprintln!("not tried: there is no prlimit");
        return;
    }
    let levels: Vec<_> =
        levels(Level::Limits).into_iter().filter(|&it| it < Level::Sandbox).collect();
    let limits = ["nofile", "nproc", "as", "data", "stack", "cpu"];
    let all = levels.iter().flat_map(|&level| limits.map(|limit| (level, limit)));
    // It kills the launcher, which is said to leave processes.
    let all = all.filter(|&(level, limit)| (level, limit) != (Level::Limits, "cpu"));
    at_once(all, |(level, limit)| {
        let marker = marker();
        let place = Place::new();
        let script = format!(
            "setsid sh -c 'sleep {marker}; sleep {marker}' < /dev/null > /dev/null 2>&1 &
             prlimit --pid $PPID --{limit}=0:0 && echo limited; sleep 0.1"
        );
        let run = place.run(level, WIDE, &script);
        assert_eq!(processes_with(&marker), [""; 0], "{level}, {limit}: {run:?}");
        // The launcher ended it, and nothing else.
        let unended = matches!(&run.end, End::Unwatched(reason) if reason.contains("ended"));
        assert!(!unended, "{level}, {limit}: {:?}", run.end);
        if level == Level::Landlock && cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            assert_eq!((run.end, &*run.output), (End::Exited(0), &b""[..]), "{level}, {limit}");
        }
    });
}

/// The processes of others may leave a program no room for its own.
#[test]
fn a_program_is_not_responsible_for_a_lack_of_processes() {
    // Without other processes. Root has no limit.
    let user = format!("--reuid={}", 1_000_000 + std::process::id());
    let as_user = ["--nproc=30", "setpriv", &user, "--clear-groups", "--"];
    let launcher = env!("CARGO_BIN_EXE_launcher");
    let tried = std::process::Command::new("prlimit").args(as_user).arg(launcher).status();
    // Without a request, it fails.
    if !tried.is_ok_and(|status| status.code() == Some(1)) {
        eprintln!("not tried: this user cannot become another one, who can start the launcher");
        return;
    }
    let arguments = [&as_user[..], &[launcher]].concat();
    let runner = Runner::of_program("prlimit".into(), &arguments, Limits { processes: 8, ..WIDE });
    let run = |script: &str| run_by(&runner, &["sh", "-c", script], b"");
    let fails = "sleep 0.01 & sleep 0.01 & sleep 0.01 & exit 5";
    assert_eq!(run(fails).unwrap().end, End::Exited(5), "there is room");
    let others = "for each in $(seq 25); do sleep 60 & done; echo; wait";
    let mut others = std::process::Command::new("prlimit")
        .args(as_user)
        .process_group(0)
        .args(["sh", "-c", others])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    others.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    let error = run(fails);
    let runs = run("true");
    kill_process_group(Pid::from_child(&others), Signal::KILL).unwrap();
    others.wait().unwrap();
    let message = error.expect_err("there is no room").to_string();
    assert!(message.contains("processes and threads of this user"), "{message}");
    assert_eq!(runs.unwrap().end, End::Exited(0));
}

/// There, the ids of processes are those of others.
#[test]
fn nothing_runs_with_the_proc_of_another_namespace() {
    let arguments = ["--user", "--map-root-user", "--pid", "--fork"];
    let tried = std::process::Command::new("unshare").args(arguments).arg("true").status();
    if !tried.is_ok_and(|status| status.success()) {
        eprintln!("not tried: this machine has no namespaces for ordinary users");
        return;
    }
    let arguments = [&arguments[..], &[env!("CARGO_BIN_EXE_launcher")]].concat();
    for level in [Level::Limits, Level::Landlock, Level::Sandbox] {
        let runner = Runner::of_program("unshare".into(), &arguments, WIDE).with_level(level);
        let error = run_by(&runner, &["true"], b"").expect_err("there is no /proc").to_string();
        assert!(error.contains("/proc"), "{level}: {error}");
        let error = runner.available().expect_err("there is no /proc").to_string();
        assert!(error.contains("/proc"), "{level}: {error}");
    }
}

/// The limit of the user's shell may be too small for any program.
#[test]
fn a_program_is_not_responsible_for_a_small_limit_of_open_files() {
    for level in levels(Level::Limits) {
        let run = |files| {
            let script = format!("ulimit -n {files}; exec \"$@\"");
            let arguments = ["-c", &script, "sh", env!("CARGO_BIN_EXE_launcher")];
            let runner = Runner::of_program("sh".into(), &arguments, WIDE).with_level(level);
            // A shell moves what it replaces to 10 or beyond.
            run_by(&runner, &["sh", "-c", "{ echo 1; } > /dev/null; echo 2"], b"")
        };
        for files in 3..20 {
            assert!(run(files).is_err(), "{level}, {files} files");
        }
        assert_eq!(output(&run(20).unwrap()), "2\n", "{level}");
    }
}

/// Init of the sandbox counts the processes.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn limits_of_init_are_not_changed_in_a_sandbox() {
    at_each(Level::Sandbox, |level, place| {
        let script = "prlimit --pid 1 --nofile=0:0 --cpu=0:0 && echo limited; sleep 0.1; \
                      ulimit -n 30 && prlimit --nofile=25 sh -c 'ulimit -n'";
        let run = place.run(level, WIDE, script);
        assert_eq!((output(&run), run.end), ("25\n".to_owned(), End::Exited(0)), "{level}");
    });
}

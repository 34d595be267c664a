//! Mount tables of hardened and unusual machines: each keeps the sandbox, and nothing of the user's
//! is writable in it.

use std::fs;
use std::os::unix::net::UnixListener;
use std::process::Command;

use twinboard_runner::{End, Job, Level, Limits, Run, Runner};

use crate::support::{WIDE, at_once, marker, processes_with};
use crate::{Place, has_landlock_in_sandbox, levels, output};

/// Makes the mounts of a machine. The shell that runs it is in a namespace of its own.
struct Machine {
    name: &'static str,
    setup: &'static str,
    /// Files of the user's that a program tries to write, separated by bars.
    targets: &'static str,
}

/// Moves to a root that has all but `/tmp` and `/run`.
const NEW_ROOT: &str = "
    mount -t tmpfs none /mnt
    for entry in /*; do
        case $entry in /tmp | /run | /mnt) continue ;; esac
        if test -L $entry; then cp -P $entry /mnt
        elif test -d $entry; then mkdir /mnt$entry; mount --rbind $entry /mnt$entry; fi
    done
    cd /mnt; mkdir old; pivot_root . old; cd /; umount -l /old; rmdir /old";

const MACHINES: [Machine; 9] = [
    Machine {
        name: "/tmp may not hold programs",
        setup: "mount -t tmpfs -o noexec,nosuid,nodev none /tmp; echo > /tmp/target",
        targets: "/tmp/target",
    },
    Machine {
        name: "/tmp is read-only",
        setup: "mount -t tmpfs -o ro none /tmp",
        targets: "/tmp/target",
    },
    Machine {
        name: "mounts below /tmp",
        setup: "mount -t tmpfs none /tmp; cd /tmp; mkdir bound memory ro 'a:b,c' plain
                mkfifo plain/pipe; exec 8<> plain/pipe
                echo > bound/target; echo > file; echo > plain/target; ln -s plain link
                mount --bind bound 'a:b,c'; mount --bind plain/target file
                mount -t tmpfs none memory; mount -t tmpfs -o noexec,noatime none memory
                echo > memory/target; mount -t tmpfs -o ro none ro",
        targets: "/tmp/bound/target | /tmp/a:b,c/target | /tmp/file | /tmp/plain/target | \
                  /tmp/link/target | /tmp/memory/target | /tmp/ro/target",
    },
    Machine {
        name: "stacked mounts",
        setup: "mount --rbind /proc /proc; mount --rbind /proc /proc
                mount --bind /dev/pts /dev/pts
                mount -o remount,bind,noexec,nosuid /dev/pts
                mount -t tmpfs -o noexec,nosuid,nodev,noatime none /dev/shm
                mount -t tmpfs -o nodiratime none /dev/shm; mount -t tmpfs none /mnt
                mkdir /mnt/below; mount -t tmpfs none /mnt/below
                mount -t tmpfs -o strictatime,noexec none /mnt; echo > /mnt/target",
        targets: "/mnt/target",
    },
    Machine {
        name: "flags that the kernel locks",
        setup: "mount -t tmpfs none /mnt; cd /mnt
                for flags in noexec noatime nodiratime strictatime nosymfollow ro nosuid nodev; do
                    mkdir $flags; mount -t tmpfs -o $flags none $flags; test $flags = ro ||
                    echo > $flags/target
                done; echo > target",
        targets: "/mnt/target | /mnt/noexec/target | /mnt/noatime/target | /mnt/nodiratime/target | \
                  /mnt/strictatime/target | /mnt/nosymfollow/target | /mnt/nosuid/target",
    },
    Machine {
        name: "paths with white space",
        setup: r"mount -t tmpfs none /mnt; cd /mnt; mkdir 'a b\040#
'; mount -t tmpfs -o noexec none 'a b\040#
'; echo > 'a b\040#
/target'",
        targets: "/mnt/a b\\040#\n/target",
    },
    Machine {
        name: "neither /tmp nor /run nor /dev/full",
        setup: "mount -t tmpfs none /run
                for name in null zero random urandom; do
                    echo > /run/$name; mount --bind /dev/$name /run/$name
                done; mount --rbind /run /dev; NEW_ROOT; echo > /target",
        targets: "/target",
    },
    Machine {
        name: "/tmp is a link",
        setup: "NEW_ROOT; mkdir /scratch /scratch/below; ln -s scratch tmp
                mount -t tmpfs none /scratch/below; echo > /scratch/target",
        targets: "/scratch/target | /scratch/below/target",
    },
    Machine {
        name: "parts of /proc are covered",
        setup: "mount --bind /dev/null /proc/version; mount -t tmpfs -o ro none /proc/bus
                mount --bind /proc/sys /proc/sys; mount -o remount,bind,ro /proc/sys",
        targets: "/proc/self/comm",
    },
];

impl Machine {
    /// Runs a script in a sandbox on this machine. The script of the user's runs on it afterwards,
    /// and its output is returned, too.
    fn run(&self, place: &Place, script: &str, afterwards: &str) -> (Run, String) {
        self.run_with(|runner| runner, place, script, afterwards)
    }

    fn run_with(
        &self,
        change: fn(Runner) -> Runner,
        place: &Place,
        script: &str,
        afterwards: &str,
    ) -> (Run, String) {
        let setup = self.setup.replace("NEW_ROOT", NEW_ROOT);
        // The launcher may be hidden by the mounts.
        let text = format!(
            "set -e\nfolder=$PWD\nexec 9< {}\n{setup}\ncd \"$folder\"\nset +e\n\
             /proc/self/fd/9 \"$@\"\nend=$?\n({afterwards}) > ../afterwards 2>&1\nexit $end\n",
            env!("CARGO_BIN_EXE_launcher")
        );
        let machine = place.path("machine");
        fs::write(&machine, text).unwrap();
        let arguments = ["--user", "--map-root-user", "--mount", "sh", &machine];
        let runner = Runner::of_program("unshare".into(), &arguments, WIDE);
        let runner = change(runner.with_level(Level::Sandbox));
        let command = ["sh".into(), "-c".into(), script.into()];
        let folder = place.all.path().join("own");
        let run = runner.run(Job { command: &command, folder: &folder, input: b"" });
        let run = run.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        // Waits for the end of the machine.
        drop(runner);
        (run, fs::read_to_string(place.path("afterwards")).unwrap())
    }
}

/// A place outside of `/tmp`, if tests can make mounts for a sandbox.
fn place_for_mounts() -> Option<Place> {
    Place::outside().filter(|_| can_mount())
}

/// True if this machine has the sandbox and lets the tests make mounts.
fn can_mount() -> bool {
    let tried = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"])
        .output();
    let can = tried.is_ok_and(|output| output.status.success());
    if !can {
        eprintln!("not tried: this machine lets no ordinary user make mounts");
    }
    can && !levels(Level::Sandbox).is_empty()
}

#[test]
fn the_sandbox_is_there_whatever_is_mounted() {
    if !can_mount() {
        return;
    }
    at_once(&MACHINES, |machine| {
        if machine.name.contains("/proc") && !has_landlock_in_sandbox() {
            return;
        }
        let Some(place) = Place::outside() else { return };
        let name = machine.name;
        let targets: String = machine.targets.split(" | ").map(|it| format!("'{it}' ")).collect();
        let script = format!(
            "echo own > file && cat file
             if test -d /tmp; then echo private > /tmp/new && cat /tmp/new; fi
             for target in {targets} {}; do echo written > \"$target\"; done
             test -e /proc/self/status && echo end",
            place.path("precious")
        );
        let afterwards = format!("ls -d /tmp/new; grep -l written {targets}");
        let (run, afterwards) = machine.run(&place, &script, &afterwards);
        let private = if name.starts_with("neither") { "" } else { "private\n" };
        let errors = String::from_utf8_lossy(&run.errors);
        assert_eq!(output(&run), format!("own\n{private}end\n"), "{name}: {errors}");
        assert_eq!(fs::read_to_string(place.path("own/file")).unwrap(), "own\n", "{name}");
        let written: Vec<_> = afterwards.lines().filter(|line| line.starts_with('/')).collect();
        assert_eq!(written, [""; 0], "{name}");
        assert_eq!(fs::read_to_string(place.path("precious")).unwrap(), "the user's", "{name}");
    });
}

/// The folder of a program keeps the flags of the mount in which it lies, also below `/tmp`.
#[test]
fn the_folder_of_a_program_is_below_any_mount() {
    if !can_mount() {
        return;
    }
    let setups = [
        "mount -t tmpfs -o noexec,nosuid,nodev none .",
        "mount -t tmpfs -o noatime,nosymfollow none .",
        "mount -t tmpfs -o nodiratime none .",
        "mount -t tmpfs -o ro none .",
    ];
    let attempts = setups.map(|setup| Machine { name: "the folder", setup, targets: "" });
    at_once(attempts.iter().flat_map(|machine| [(machine, false), (machine, true)]), |attempt| {
        let (machine, is_below_tmp) = attempt;
        let place = if is_below_tmp { Some(Place::new()) } else { Place::outside() };
        let Some(place) = place else { return };
        let script = "echo own > file && cat file; echo > ../new; echo end";
        let (run, afterwards) = machine.run(&place, script, "cat file; ls");
        let setup = machine.setup;
        if setup.contains("ro") {
            assert_eq!(output(&run), "end\n", "{setup}");
        } else {
            assert_eq!(output(&run), "own\nend\n", "{setup}: {:?}", run.errors);
            assert_eq!(afterwards, "own\nfile\n", "{setup}");
        }
        assert!(!fs::exists(place.path("new")).unwrap(), "{setup}");
    });
}

/// What is in `/tmp` is there for a program even if an overlay is refused.
#[test]
fn a_program_finds_what_is_in_tmp_beside_mounts() {
    let Some(place) = place_for_mounts() else { return };
    let machine = MACHINES.iter().find(|machine| machine.name == "mounts below /tmp").unwrap();
    let script = "cd /tmp; for name in bound/target a:b,c/target file plain/target link/target \
                  memory/target; do test -f $name && echo $name; done; \
                  perl -MFcntl -e 'print \"opened\\n\" if \
                  sysopen my $pipe, \"plain/pipe\", O_WRONLY | O_NONBLOCK'; echo 1 > new; mkdir sub; mv new sub; ls sub";
    let (run, _) = machine.run(&place, script, ":");
    let expected = "bound/target\na:b,c/target\nfile\nplain/target\nlink/target\nmemory/target\n\
                    new\n";
    assert_eq!(output(&run), expected, "{}", String::from_utf8_lossy(&run.errors));
}

/// What is mounted below a folder is read-only as the folder is, and without devices and setuid.
#[test]
fn mounts_below_a_read_only_folder_are_not_written() {
    if !can_mount() {
        return;
    }
    let setup = "mkdir sub; mount -t tmpfs none sub; echo > sub/target; mkdir sub/more
                 mount -t tmpfs none sub/more";
    let machine = Machine { name: "mounts below the folder", setup, targets: "" };
    let places = [("outside of /tmp", Place::outside()), ("in /tmp", Some(Place::new()))];
    at_once(places, |(name, place)| {
        let Some(place) = place else { return };
        let script = "echo written > sub/target; echo written > sub/new; echo written > new
                      echo written > sub/more/new; cat sub/target; echo end";
        let afterwards = "cat sub/target; find . -name new";
        let read_only = Runner::with_read_only_folder;
        let (run, afterwards) = machine.run_with(read_only, &place, script, afterwards);
        assert_eq!(output(&run), "\nend\n", "{name}: {:?}", run.errors);
        assert_eq!(afterwards, "\n", "{name}");
    });
}

/// Where parts of `/proc` are covered, the kernel refuses a new one.
#[test]
fn other_processes_are_not_looked_into_where_proc_is_covered() {
    let Some(place) = place_for_mounts().filter(|_| has_landlock_in_sandbox()) else { return };
    let machine = MACHINES.iter().find(|machine| machine.name.contains("/proc")).unwrap();
    let mut other = Command::new("sleep").arg("60").env("SECRET", "told").spawn().unwrap();
    let id = other.id();
    let script = format!(
        "cd /proc/{id} && cat environ; for name in root exe cwd fd/0; do readlink $name; done; \
         cat root/etc/passwd; echo 900 > oom_score_adj; kill -KILL {id}; prlimit --pid {id} \
         --nofile=1; unshare --user --map-root-user true && echo nested"
    );
    let (run, _) = machine.run(&place, &script, ":");
    let is_there = other.try_wait().unwrap().is_none();
    let adjusted = fs::read_to_string(format!("/proc/{id}/oom_score_adj")).unwrap();
    other.kill().unwrap();
    other.wait().unwrap();
    assert_eq!(output(&run), "");
    assert!(is_there, "the other process was killed");
    assert_ne!(adjusted, "900\n");
}

/// Init of a sandbox sees the processes of the whole machine there, so that the launcher counts.
#[test]
fn processes_are_limited_where_proc_is_covered() {
    if !can_mount() || !has_landlock_in_sandbox() {
        return;
    }
    let machine = MACHINES.iter().find(|machine| machine.name.contains("/proc")).unwrap();
    let marker = marker();
    let few = "for each in 1 2 3 4; do sleep 0.1 & done; wait; echo done".to_owned();
    let more = format!("for each in 1 2 3 4 5; do sleep {marker} & done; wait; echo done");
    // A tree of 511 processes, each in a session of its own.
    let bomb = format!(
        "echo 'n=${{1:-8}}; [ $n -gt 0 ] || exec sleep {marker}; m=$((n - 1))
               setsid sh $0 $m & setsid sh $0 $m & wait' > bomb; sh bomb"
    );
    let all = [(few, End::Exited(0)), (more, End::TooManyProcesses), (bomb, End::TooManyProcesses)];
    at_once(all, |(script, end)| {
        let Some(place) = Place::outside() else { return };
        let few = |runner: Runner| runner.with_limits(Limits { processes: 5, ..WIDE });
        let (run, _) = machine.run_with(few, &place, &script, ":");
        assert_eq!(run.end, end, "{script}: {}", String::from_utf8_lossy(&run.errors));
    });
    assert_eq!(processes_with(&marker), [""; 0]);
}

/// The limit of ids is that of the sandbox, although `/proc` is that of the machine.
#[test]
fn ids_are_limited_where_proc_is_covered_and_writable() {
    let Some(place) = place_for_mounts().filter(|_| has_landlock_in_sandbox()) else { return };
    let setup = "mount --bind /dev/null /proc/version";
    let machine = Machine { name: "a part of /proc is covered", setup, targets: "" };
    let file = "/proc/sys/kernel/pid_max";
    let before = fs::read_to_string(file).unwrap();
    let (run, _) = machine.run(&place, &format!("cat {file}"), ":");
    assert_eq!(fs::read_to_string(file).unwrap(), before, "it is not for the system");
    let number = |text: &str| text.trim().parse::<u64>().unwrap();
    if number(&output(&run)) == number(&before) {
        eprintln!("not tried: on this kernel the ids of a sandbox are those of the system");
        return;
    }
    assert!(number(&output(&run)) < 4096 + 16 * processors(), "{}", output(&run));
}

fn processors() -> u64 {
    std::thread::available_parallelism().unwrap().get() as u64
}

/// The same socket can be within reach by several paths, or be mounted itself, as that of another
/// container is, which no list of this namespace has.
#[test]
fn sockets_are_covered_wherever_they_are_mounted() {
    if Command::new("perl").args(["-e", ""]).output().is_err() {
        eprintln!("not tried: there is no perl");
        return;
    }
    let Some(place) = place_for_mounts() else { return };
    let listener = UnixListener::bind(place.path("socket")).unwrap();
    listener.set_nonblocking(true).unwrap();
    let listen =
        "use Socket; socket(my $at, AF_UNIX, SOCK_STREAM, 0); bind($at, sockaddr_un($ARGV[0]));
                  listen($at, 9); sleep 60;";
    fs::write(place.path("listen"), listen).unwrap();
    let setup = "unshare --net perl ../listen ../other & other=$!
                 mount -t tmpfs none /mnt; mkdir /mnt/all; echo > /mnt/socket; echo > /mnt/other
                 while ! test -S ../other; do kill -0 $other; sleep 0.01; done
                 mount --bind .. /mnt/all; mount --bind ../socket /mnt/socket
                 mount --bind ../other /mnt/other";
    let machine = Machine { name: "sockets", setup, targets: "" };
    let script = "use Socket; for (@ARGV) { socket(my $to, AF_UNIX, SOCK_STREAM, 0) or die;
                  print \"$_\\n\" if connect($to, sockaddr_un($_)); }";
    fs::write(place.path("own/script"), script).unwrap();
    let script = format!(
        "perl script {} /mnt/all/socket /mnt/socket /mnt/other; test -e /mnt/all/socket && echo end",
        place.path("socket")
    );
    let (run, _) = machine.run(&place, &script, "kill $other");
    assert_eq!(output(&run), "end\n", "{}", String::from_utf8_lossy(&run.errors));
    assert!(listener.accept().is_err(), "connected");
}

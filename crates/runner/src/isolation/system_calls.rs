//! A filter of system calls (seccomp), for what namespaces and Landlock do not cover: families of
//! sockets that lead out of a virtual machine or into rarely used parts of the kernel, the user's
//! keys, leases on his files, and interfaces to the kernel that no player needs; and, where there
//! are no namespaces, Unix sockets, message queues and shared memory.
//!
//! A program for another architecture, such as a 32-bit one, is killed at its first system call:
//! there the calls have other numbers.

use std::io;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
use crate::isolation::Level;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use self::filter::restrict;

/// Other architectures have no filter.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[expect(clippy::unnecessary_wraps, reason = "the filter of other architectures can fail")]
pub(crate) fn restrict(_level: Level) -> io::Result<()> {
    Ok(())
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod filter {
    use std::collections::BTreeMap;

    use nix::libc::{
        AF_INET, AF_INET6, AF_NETLINK, AF_UNIX, EAFNOSUPPORT, EPERM, F_NOTIFY, F_SETLEASE,
        NETLINK_ROUTE, SOCK_DGRAM, SOCK_RAW, SYS_add_key, SYS_bpf, SYS_fcntl, SYS_io_uring_enter,
        SYS_io_uring_register, SYS_io_uring_setup, SYS_keyctl, SYS_mq_open, SYS_mq_unlink,
        SYS_msgctl, SYS_msgget, SYS_msgrcv, SYS_msgsnd, SYS_perf_event_open, SYS_prlimit64,
        SYS_request_key, SYS_semctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_shmat, SYS_shmctl,
        SYS_shmget, SYS_socket, SYS_socketpair, SYS_userfaultfd, c_int, c_long,
    };
    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
        SeccompFilter, SeccompRule, apply_filter,
    };

    use super::io;
    use crate::isolation::Level;

    /// Families of sockets that a program may open. Libraries list the network interfaces, of which
    /// there is the loopback only, through `AF_NETLINK`. Without a sandbox `AF_UNIX` leads to the
    /// user's terminal multiplexer; a pair of such sockets leads nowhere, unless it is of datagrams,
    /// which can be sent anywhere.
    const FAMILIES: [c_int; 4] = [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK];

    /// System calls that are refused whatever their arguments. `io_uring` would open sockets past
    /// this filter, and keys belong to the user and not to a namespace. The others are rarely used
    /// and have often been a way into the kernel. Programs that use them for speed do without, as
    /// in other containers.
    const REFUSED: [c_long; 9] = [
        SYS_io_uring_setup,
        SYS_io_uring_enter,
        SYS_io_uring_register,
        SYS_add_key,
        SYS_request_key,
        SYS_keyctl,
        SYS_bpf,
        SYS_perf_event_open,
        SYS_userfaultfd,
    ];

    /// System calls that are also refused without a sandbox, which has memory, semaphores and
    /// message queues of its own: those outside are the user's, and stay.
    const REFUSED_OUTSIDE: [c_long; 13] = [
        SYS_shmget,
        SYS_shmat,
        SYS_shmctl,
        SYS_semget,
        SYS_semop,
        SYS_semtimedop,
        SYS_semctl,
        SYS_msgget,
        SYS_msgsnd,
        SYS_msgrcv,
        SYS_msgctl,
        SYS_mq_open,
        SYS_mq_unlink,
    ];

    /// Bits of the type of a socket that are not flags.
    const SOCKET_KINDS: u64 = 0xf;

    /// Commands of `fcntl` that are refused: a lease on a file delays each process that opens it,
    /// and the other is the predecessor of `inotify`. A descriptor for reading suffices for both.
    const REFUSED_COMMANDS: [c_int; 2] = [F_SETLEASE, F_NOTIFY];

    /// Added to a number, it names the same call in the x32 interface, which Linux for `x86_64` may
    /// have.
    #[cfg(target_arch = "x86_64")]
    const X32: c_long = 0x4000_0000;

    /// Refuses the calls to this process and its descendants, for good.
    pub(crate) fn restrict(level: Level) -> io::Result<()> {
        let programs = [sockets(level), others(level)];
        for program in programs {
            let program = program.map_err(io::Error::other)?;
            apply_filter(&program)
                .map_err(|error| io::Error::other(format!("a filter of system calls: {error}")))?;
        }
        Ok(())
    }

    fn argument(
        index: u8,
        operator: SeccompCmpOp,
        value: c_int,
    ) -> Result<SeccompCondition, BackendError> {
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value as u64)
    }

    fn sockets(level: Level) -> Result<BpfProgram, BackendError> {
        let other_family = FAMILIES.map(|family| argument(0, SeccompCmpOp::Ne, family));
        let other_netlink = [
            argument(0, SeccompCmpOp::Eq, AF_NETLINK),
            argument(2, SeccompCmpOp::Ne, NETLINK_ROUTE),
        ];
        let mut pairs = vec![
            SeccompRule::new(other_family.into_iter().collect::<Result<_, _>>()?)?,
            SeccompRule::new(other_netlink.into_iter().collect::<Result<_, _>>()?)?,
        ];
        let mut single = pairs.clone();
        if level != Level::Sandbox {
            let unix = argument(0, SeccompCmpOp::Eq, AF_UNIX)?;
            single.push(SeccompRule::new(vec![unix.clone()])?);
            for kind in [SOCK_DGRAM, SOCK_RAW] {
                let kind = argument(1, SeccompCmpOp::MaskedEq(SOCKET_KINDS), kind)?;
                pairs.push(SeccompRule::new(vec![unix.clone(), kind])?);
            }
        }
        refusing([(SYS_socket, single), (SYS_socketpair, pairs)], EAFNOSUPPORT)
    }

    fn others(level: Level) -> Result<BpfProgram, BackendError> {
        let outside: &[_] = if level == Level::Sandbox { &[] } else { &REFUSED_OUTSIDE };
        let always = REFUSED.iter().chain(outside).map(|&call| (call, Vec::new()));
        let commands = REFUSED_COMMANDS.map(|command| argument(1, SeccompCmpOp::Eq, command));
        let commands = commands.map(|command| SeccompRule::new(vec![command?]));
        let commands = commands.into_iter().collect::<Result<_, _>>()?;
        let mut all: Vec<_> = always.chain([(SYS_fcntl, commands)]).collect();
        // A limit of zero kills the launcher or init, or keeps it from its work.
        let of_another = argument(0, SeccompCmpOp::Ne, 0)?;
        let sets = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?;
        all.push((SYS_prlimit64, vec![SeccompRule::new(vec![of_another, sets])?]));
        refusing(all, EPERM)
    }

    /// A filter that refuses these calls with this error. Without rules, a call is always refused.
    fn refusing(
        calls: impl IntoIterator<Item = (c_long, Vec<SeccompRule>)>,
        error: c_int,
    ) -> Result<BpfProgram, BackendError> {
        let mut all = BTreeMap::new();
        for (call, rules) in calls {
            #[cfg(target_arch = "x86_64")]
            all.insert(call + X32, rules.clone());
            all.insert(call, rules);
        }
        let architecture = std::env::consts::ARCH.try_into()?;
        let refusal = SeccompAction::Errno(error as u32);
        SeccompFilter::new(all, SeccompAction::Allow, refusal, architecture)?.try_into()
    }
}

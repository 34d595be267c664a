//! What the standard error of a program or an engine says about limits of this command.

use indicatif::HumanCount;
use twinboard_runner::Limits;

/// Words of runtimes and of the system for memory that they did not get, in lower case.
const MEMORY: [&str; 12] = [
    "ulimit -v",
    "failed to allocate",
    "cannot allocate memory",
    "could not allocate",
    "memoryerror",
    "bad_alloc",
    "out of memory",
    "outofmemory",
    "memory allocation of",
    "reserve enough space",
    "cannot reserve",
    "sanitizer_allocator",
];

/// Words for a file that cannot be written.
const READ_ONLY: [&str; 4] = ["read-only file system", "erofs", "errno 30]", "os error 30)"];

/// Words for what is not permitted.
const REFUSED: [&str; 7] = [
    "permission denied",
    "operation not permitted",
    "eacces",
    "errno 13]",
    "os error 13)",
    "errno 1]",
    "os error 1)",
];

/// Name of the level without any isolation.
const LIMITS_ONLY: &str = "limits";

/// Memory in MiB that is enough for sanitizers, which reserve most of the address space.
const FOR_SANITIZERS: u64 = 1 << 27;

fn has_any(errors: &str, words: &[&str]) -> bool {
    let errors = errors.to_lowercase();
    words.iter().any(|word| errors.contains(word))
}

/// True if a program complains about missing memory.
pub(crate) fn is_of_memory(errors: &str) -> bool {
    has_any(errors, &MEMORY)
}

/// Hints at the options that change what a program complains about, each a sentence without a full
/// stop. `level` is the name of its isolation.
pub(crate) fn of(errors: &str, limits: Limits, level: Option<&str>) -> Vec<String> {
    let mut hints = Vec::new();
    if is_of_memory(errors) {
        let memory = HumanCount(limits.memory >> 20);
        let more = if has_any(errors, &["sanitizer"]) {
            format!("--memory {FOR_SANITIZERS}, as sanitizers reserve most of the address space")
        } else {
            "--memory MIB".into()
        };
        hints.push(format!(
            "the cause may be the limit of {memory} MiB on its address space; change it with {more}"
        ));
    }
    hints.extend(of_isolation(errors, level));
    hints
}

/// The size of a stack, which need not be a whole number of MiB.
pub(crate) fn size_of_stack(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", HumanCount(bytes >> 20))
    } else {
        format!("{} KiB", HumanCount(bytes >> 10))
    }
}

/// The hint for a program that ended with a segmentation fault.
pub(crate) fn of_stack(limit: u64) -> String {
    format!(
        "the cause may be the limit of {} on its stack, as of a deep recursion; a judge may give the \
         stack all of the memory, and so does `ulimit -s unlimited` before this command",
        size_of_stack(limit)
    )
}

/// The one of these hints about the isolation of a program.
pub(crate) fn of_isolation(errors: &str, level: Option<&str>) -> Option<String> {
    let level = level.filter(|level| *level != LIMITS_ONLY)?;
    if has_any(errors, &READ_ONLY) {
        return Some(format!(
            "the isolation of programs ({level}) makes the current folder read-only; \
             --isolation none lets the program write"
        ));
    }
    has_any(errors, &REFUSED).then(|| {
        format!(
            "the isolation of programs ({level}) may have refused that; try it with --isolation none"
        )
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use twinboard_runner::{Level, Limits};

    use super::{LIMITS_ONLY, of};

    #[test]
    fn complaints_name_the_option() {
        let time = Duration::from_secs(1);
        let limits = Limits { time, memory: 100 << 20, output: 1, processes: 1 };
        let sandbox = Some(Level::Sandbox.name());
        let hint = |errors: &str, level| of(errors, limits, level).join("\n");
        for (errors, option) in [
            ("==2==ReserveShadowMemoryRange failed. Perhaps you're using ulimit -v", "100 MiB"),
            (
                "==2==ERROR: AddressSanitizer failed to allocate 0xdfff0001000",
                "--memory 134217728,",
            ),
            ("MemoryError", "--memory MIB"),
            ("sh: 1: cannot create x: Read-only file system", "read-only; --isolation none"),
            ("OSError: [Errno 30] Read-only file system: 'x'", "read-only; --isolation none"),
            ("open x: Permission denied", "refused that; try it with --isolation none"),
            ("PermissionError: [Errno 13]", "refused that; try it with --isolation none"),
        ] {
            assert!(hint(errors, sandbox).contains(option), "{errors}: {}", hint(errors, sandbox));
        }
        assert_eq!(hint("index out of range", sandbox), "");
        assert_eq!(LIMITS_ONLY, Level::Limits.name());
        assert_eq!(hint("Permission denied", Some(LIMITS_ONLY)), "");
    }
}

//! Names of signals.

/// The name of a signal that ends programs, in the words of shells; `None` for rare signals.
pub(super) fn name_of(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => "illegal instruction (SIGILL)",
        6 => "aborted (SIGABRT)",
        7 | 10 => "bus error (SIGBUS)",
        8 => "arithmetic error, such as a division by zero (SIGFPE)",
        9 => "killed (SIGKILL)",
        11 => "segmentation fault (SIGSEGV)",
        13 => "broken pipe (SIGPIPE)",
        24 => "CPU time limit exceeded (SIGXCPU)",
        _ => return None,
    })
}

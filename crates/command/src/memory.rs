//! The default memory limit of external programs.

/// Limit in bytes where the system does not report its memory.
const FALLBACK: u64 = 8 << 30;

/// Half of the machine's memory, in bytes: enough for runtimes that reserve far more than they use,
/// while a program without bounds does not starve the other processes.
pub(crate) fn half() -> u64 {
    total().map_or(FALLBACK, |bytes| bytes / 2)
}

/// The machine's memory in bytes, from `/proc/meminfo`.
fn total() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

//! How much memory a program may have that is not ours.

/// Where the system does not say how much there is.
const ELSEWHERE: u64 = 8 << 30;

/// Half of what the machine has: enough for runtimes that reserve much and use little, and a hog
/// leaves something for the others.
pub(crate) fn half() -> u64 {
    total().map_or(ELSEWHERE, |bytes| bytes / 2)
}

fn total() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

//! CPU time of a program: on a busy machine one that waits for a CPU is silent, and does not hang.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The CPU time of a process and its descendants, and whether one of their threads runs or waits for
/// a CPU; `None` where Linux does not tell.
pub(crate) fn cpu_use(root: u32) -> Option<(Duration, bool)> {
    let ids = fs::read_dir("/proc").ok()?;
    let ids = ids.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let stat_of = |id: u32| Some((id, Stat::read(&Path::new("/proc").join(id.to_string()))?));
    let all: Vec<(u32, Stat)> = ids.filter_map(stat_of).collect();
    let mut family = BTreeSet::from([root]);
    let is_new =
        |family: &BTreeSet<u32>, id, parent| !family.contains(id) && family.contains(parent);
    while let Some((child, _)) = all.iter().find(|(id, it)| is_new(&family, id, &it.parent)) {
        family.insert(*child);
    }
    let threads = family.iter().filter_map(|id| fs::read_dir(format!("/proc/{id}/task")).ok());
    let stats = threads.flatten().filter_map(|thread| Stat::read(&thread.ok()?.path()));
    let mut stats = stats.peekable();
    stats.peek()?;
    let (ticks, is_runnable) =
        stats.fold((0, false), |(ticks, runs), it| (ticks + it.ticks, runs || it.is_runnable));
    let nanos = ticks.checked_mul(1_000_000_000)? / rustix::param::clock_ticks_per_second();
    Some((Duration::from_nanos(nanos), is_runnable))
}

/// Figures of the file `stat` of a process or thread.
struct Stat {
    parent: u32,
    ticks: u64,
    is_runnable: bool,
}

impl Stat {
    fn read(folder: &Path) -> Option<Self> {
        let text = fs::read(folder.join("stat")).ok()?;
        // The name, in brackets, may contain anything; the state follows it as the third field.
        let end = text.iter().rposition(|&byte| byte == b')')?;
        let fields = std::str::from_utf8(&text[end + 1..]).ok()?;
        let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            parent: number(4)? as u32,
            ticks: number(14)? + number(15)?,
            is_runnable: *fields.first()? == "R",
        })
    }
}

//! A saved baseline: the figures of an earlier run, and the comparison of this run with them.
//!
//! Times of other machines, builds or inputs say nothing, so a baseline of them is refused. On one
//! machine the speed still changes from run to run for all contenders alike; a ratio to a yardstick
//! of the same run does hardly.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::{env, thread};

use serde::{Deserialize, Serialize};
use twinboard_harness::bench::{Line, Measured, Spread};

use super::measurements::{DEBUG_ASSERTIONS, Measurements};
use super::table;
use crate::output::text::shown;
use crate::output::{Failure, files};

/// Version of the file.
const VERSION: u32 = 1;
/// Limit on the size of the file, in bytes.
const BYTES_MAX: u64 = 16 << 20;

/// The figures of a run.
#[derive(Serialize, Deserialize)]
pub(super) struct Baseline {
    version: u32,
    surroundings: Surroundings,
    figures: Vec<Figure>,
}

/// What two runs must have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Surroundings {
    cpu: String,
    threads: usize,
    system: String,
    debug_assertions: bool,
    seed: u64,
}

impl Surroundings {
    pub(super) fn here(seed: u64) -> Self {
        Self {
            cpu: cpu(),
            threads: thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", env::consts::OS, env::consts::ARCH),
            debug_assertions: DEBUG_ASSERTIONS,
            seed,
        }
    }

    /// The differences in words, `self` being those of the baseline.
    fn differences(&self, here: &Self) -> Vec<String> {
        let with = |has: bool| if has { "with" } else { "without" };
        let all = [
            (
                self.cpu != here.cpu,
                format!("it is of the CPU `{}`, this is `{}`", self.cpu, here.cpu),
            ),
            (
                self.threads != here.threads,
                format!("it is of {} CPUs, these are {}", self.threads, here.threads),
            ),
            (
                self.system != here.system,
                format!("it is of {}, this is {}", self.system, here.system),
            ),
            (
                self.debug_assertions != here.debug_assertions,
                format!(
                    "it is of a build {} debug assertions, this is one {}",
                    with(self.debug_assertions),
                    with(here.debug_assertions)
                ),
            ),
            (
                self.seed != here.seed,
                format!("it is of --seed {}, this is --seed {}", self.seed, here.seed),
            ),
        ];
        all.into_iter().filter(|(differs, _)| *differs).map(|(_, words)| words).collect()
    }
}

/// The model of the CPU, as the system names it; the architecture if it does not.
fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    let model =
        model.and_then(|rest| rest.split_once(':')).map(|(_, model)| model.trim().to_owned());
    model.unwrap_or_else(|| env::consts::ARCH.to_owned())
}

/// The figures of a contender.
#[derive(Serialize, Deserialize)]
struct Figure {
    rule_set: String,
    workload: String,
    contender: String,
    ns_per_unit: Quartiles,
    /// The first yardstick, and the throughput as a multiple of its.
    over: Option<(String, Quartiles)>,
}

/// Median and quartiles.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Quartiles {
    median: f64,
    lower: f64,
    upper: f64,
}

impl From<Spread> for Quartiles {
    fn from(Spread { median, lower, upper }: Spread) -> Self {
        Self { median, lower, upper }
    }
}

impl Quartiles {
    /// These figures as a multiple of others. The quartiles are as far apart as those of both allow.
    fn over(self, other: Self) -> Spread {
        Spread {
            median: self.median / other.median,
            lower: self.lower / other.upper,
            upper: self.upper / other.lower,
        }
    }
}

impl Figure {
    fn of(results: &Measurements, measured: &Measured, line: &Line) -> Self {
        let over = line.over.first();
        Self {
            rule_set: results.rule_set.to_owned(),
            workload: measured.name.to_owned(),
            contender: line.contender.to_owned(),
            ns_per_unit: line.ns_per_unit.into(),
            over: over.map(|over| (over.yardstick.to_owned(), over.ratio.into())),
        }
    }

    fn is_of(&self, other: &Self) -> bool {
        (&self.rule_set, &self.workload, &self.contender)
            == (&other.rule_set, &other.workload, &other.contender)
    }
}

/// Parts of a contender's time have no speed of their own.
fn figures(results: &Measurements) -> impl Iterator<Item = Figure> + '_ {
    results.workloads.iter().flat_map(move |measured| {
        let lines = measured.lines.iter().filter(|line| line.share.is_none());
        lines.map(move |line| Figure::of(results, measured, line))
    })
}

impl Baseline {
    pub(super) fn of(surroundings: Surroundings, all: &[Measurements]) -> Self {
        Self { version: VERSION, surroundings, figures: all.iter().flat_map(figures).collect() }
    }

    /// Reads a baseline that is comparable with a run here.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is of another machine, build or seed.
    pub(super) fn read(path: &Path, here: &Surroundings) -> Result<Self, Failure> {
        let text = files::read_saved(path, ("baselines", BYTES_MAX))?;
        let read: Result<Self, _> = serde_json::from_str(&text);
        let baseline =
            read.ok().filter(|baseline| baseline.version == VERSION).ok_or_else(|| {
                let path = shown(path);
                Failure::Usage(format!("{path} is no baseline; `bench --save FILE` writes one"))
            })?;
        let differences = baseline.surroundings.differences(here);
        if differences.is_empty() {
            return Ok(baseline);
        }
        let (path, differences) = (shown(path), differences.join("; "));
        Err(Failure::Usage(format!("--baseline {path} cannot be compared: {differences}")))
    }

    /// Fails if it has nothing of any of these rule sets.
    pub(super) fn demand_one_of(&self, path: &Path, rule_sets: &[&str]) -> Result<(), Failure> {
        if self.figures.iter().any(|figure| rule_sets.contains(&&*figure.rule_set)) {
            return Ok(());
        }
        let (path, rule_sets) = (shown(path), rule_sets.join(", "));
        Err(Failure::Usage(format!("--baseline {path} has nothing of {rule_sets}")))
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).expect("plain data serializes");
        files::write(path, format!("{text}\n"))
    }

    /// The speed of each contender of a rule set as a multiple of that in the baseline.
    pub(super) fn compare(&self, results: &Measurements) -> String {
        let now: Vec<Figure> = figures(results).collect();
        let then = |now: &Figure| self.figures.iter().find(|then| then.is_of(now));
        let (known, new): (Vec<_>, Vec<_>) = now.iter().partition(|now| then(now).is_some());
        let mut out = String::new();
        if let Some(first) = known.first() {
            let _ = writeln!(out, "{}: speed as a multiple of the baseline", first.rule_set);
            let head = ["", "then", "now", "by time", "by ratio to the yardstick", ""];
            let mut rows = vec![head.map(str::to_owned).to_vec()];
            rows.extend(known.iter().filter_map(|now| Some(row(now, then(now)?))));
            table::render_rows(&mut out, &rows);
            let _ = writeln!(
                out,
                "  in brackets what the quartiles of both runs allow; `faster` and `slower` if 1 is \
                 outside of both. Runs differ by more than their quartiles where other work shares \
                 the machine: repeat a run before you believe it\n"
            );
        }
        for figure in new {
            let Figure { workload, contender, .. } = figure;
            let _ = writeln!(out, "{workload}, {contender}: not in the baseline");
        }
        out
    }
}

fn row(now: &Figure, then: &Figure) -> Vec<String> {
    let by_time = then.ns_per_unit.over(now.ns_per_unit);
    let by_ratio = match (&now.over, &then.over) {
        (Some((yardstick, now)), Some((same, then))) if yardstick == same => Some(now.over(*then)),
        _ => None,
    };
    // What only one of the two shows may be the machine, or the yardstick.
    let all = [Some(by_time), by_ratio];
    let is_all = |is_it: &dyn Fn(&Spread) -> bool| all.iter().flatten().all(is_it);
    let verdict = if is_all(&|speed| speed.lower > 1.0) {
        "faster"
    } else if is_all(&|speed| speed.upper < 1.0) {
        "slower"
    } else {
        "noise"
    };
    vec![
        format!("{}, {}", now.workload, now.contender),
        table::time(then.ns_per_unit.median),
        table::time(now.ns_per_unit.median),
        table::ratio(by_time),
        by_ratio.map_or_else(|| "–".to_owned(), table::ratio),
        verdict.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Figure, Quartiles, Surroundings, row};

    fn figure(ns: [f64; 3], over: Option<[f64; 3]>) -> Figure {
        let quartiles = |[lower, median, upper]: [f64; 3]| Quartiles { median, lower, upper };
        Figure {
            rule_set: "nim".into(),
            workload: "games".into(),
            contender: "engine".into(),
            ns_per_unit: quartiles(ns),
            over: over.map(|over| ("oracle".into(), quartiles(over))),
        }
    }

    #[test]
    fn a_speed_has_changed_if_time_and_ratio_agree() {
        // The machine is half as fast; the engine keeps its lead.
        let (then, now) = ([9.0, 10.0, 11.0], [19.0, 20.0, 21.0]);
        let same = row(&figure(now, Some([4.9, 5.0, 5.1])), &figure(then, Some([4.9, 5.0, 5.1])));
        assert_eq!(same[3..], ["0.50 (0.43–0.58)", "1.00 (0.96–1.04)", "noise"]);
        let without = row(&figure(now, None), &figure(then, None));
        assert_eq!(without[3..], ["0.50 (0.43–0.58)", "–", "slower"]);
        let lead =
            |now, then| [Some([now - 0.1, now, now + 0.1]), Some([then - 0.1, then, then + 0.1])];
        let [better, worse] = lead(6.0, 5.0);
        assert_eq!(row(&figure(now, better), &figure(then, worse))[5], "noise");
        assert_eq!(row(&figure(then, better), &figure(now, worse))[5], "faster");
        assert_eq!(row(&figure(now, worse), &figure(then, better))[5], "slower");
    }

    #[test]
    fn every_difference_of_the_surroundings_is_named() {
        let here = Surroundings::here(1);
        assert!(here.differences(&here).is_empty());
        let other = Surroundings {
            cpu: "abacus".into(),
            threads: here.threads + 1,
            system: "other".into(),
            debug_assertions: !here.debug_assertions,
            seed: 2,
        };
        assert_eq!(other.differences(&here).len(), 5);
    }
}

//! `cargo bench-twinboard`: measures the engines of the built-in rule sets relative to the oracle
//! and to plain programs.
//!
//! A *plain program* is what a competent programmer writes without bitboards. Absolute times depend
//! on the machine; the speedup of an engine over a plain program hardly does. Nothing in these
//! programs is slow on purpose: each lists the optimisations it has and those it omits, and nothing
//! is tuned beyond that list. The *lean* variant of each shows the part of an engine's lead that
//! comes from allocations, the order of a search or arrays alone.

mod linkpop;
mod measure;
mod paint;
mod samegame;

use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "\
Usage: cargo bench-twinboard [WORD] [--time SECONDS]

Measures engines relative to the oracle and to plain programs: medians, in brackets the quartiles of
a ratio. WORD chooses workloads by their name, SECONDS is the CPU time for each [default: 3].";

/// The word and the time of the command line; `None` if it is wrong.
fn options() -> Option<(String, Duration)> {
    let (mut word, mut time) = (String::new(), Duration::from_secs(3));
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--time" {
            time = Duration::try_from_secs_f64(arguments.next()?.parse().ok()?).ok()?;
        } else if argument.starts_with('-') || !word.is_empty() {
            return None;
        } else {
            word = argument;
        }
    }
    Some((word, time))
}

fn main() -> ExitCode {
    let Some((word, time)) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let mut workloads = workloads();
    workloads.retain(|workload| workload.name.contains(&word));
    if workloads.is_empty() {
        eprintln!("no workload has {word} in its name");
        return ExitCode::from(2);
    }
    if cfg!(debug_assertions) {
        println!("built with debug assertions: ratios are not those of `cargo bench-twinboard`\n");
    }
    for workload in &workloads {
        println!("{}", measure::run(workload, time));
    }
    ExitCode::SUCCESS
}

/// The workloads of all rule sets, in the order of the report.
fn workloads() -> Vec<measure::Workload> {
    [samegame::workloads(), linkpop::workloads(), paint::workloads()]
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    /// The comparison of the work is part of the measurement.
    #[test]
    fn contenders_do_equal_work() {
        let workloads = super::workloads();
        let names: BTreeSet<_> = workloads.iter().map(|workload| workload.name).collect();
        assert_eq!(names.len(), workloads.len());
        for workload in workloads {
            let table = super::measure::run(&workload, Duration::ZERO);
            assert!(table.starts_with(&format!("{}: ", workload.name)), "{table}");
        }
    }
}

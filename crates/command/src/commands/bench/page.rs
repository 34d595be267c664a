//! The measurements as a page.

use twinboard_harness::bench::{Line, Measured};
use twinboard_harness::report::plain;

use super::measurements::{DEBUG_ASSERTIONS, Measurements};
use super::table;
use crate::film::{Bar, Chart, Page, Part};

/// A part for each rule set.
pub(super) fn of(all: &[Measurements]) -> Page {
    let title = if DEBUG_ASSERTIONS {
        "Benchmarks, with debug assertions"
    } else {
        "Benchmarks, without debug assertions"
    };
    let parts = all.iter().map(part).collect();
    Page { title: title.to_owned(), parts, ..Page::default() }
}

fn part(results: &Measurements) -> Part {
    let charts: Vec<Chart> = results.workloads.iter().flat_map(of_workload).collect();
    Part {
        title: results.rule_set.to_owned(),
        text: plain(&table::render(results)),
        charts,
        ..Part::default()
    }
}

/// The speed of each contender over each yardstick; without a yardstick the time for a unit.
fn of_workload(measured: &Measured) -> Vec<Chart> {
    let mut yardsticks: Vec<&str> = measured
        .lines
        .iter()
        .flat_map(|line| line.over.iter().map(|over| over.yardstick))
        .collect();
    yardsticks.sort_unstable();
    yardsticks.dedup();
    let over = |yardstick: &&str| {
        let bar = |line: &Line| {
            let spread = line.over(yardstick)?;
            let interval = Some((spread.lower, spread.upper));
            let figure = table::ratio(spread);
            Some(Bar { interval, ..Bar::new(line.contender, spread.median, figure) })
        };
        Chart::Bars {
            title: format!("{}: speed over {yardstick}", measured.name),
            note: format!("{}. In brackets, and as whiskers, the quartiles.", measured.about),
            bars: measured.lines.iter().filter_map(bar).collect(),
        }
    };
    let time = |line: &Line| {
        let spread = line.ns_per_unit;
        let interval = Some((spread.lower, spread.upper));
        Bar { interval, ..Bar::new(line.contender, spread.median, table::time(spread.median)) }
    };
    let times = Chart::Bars {
        title: format!("{}: time per {}", measured.name, measured.unit),
        note: measured.about.to_owned(),
        bars: measured.lines.iter().map(time).collect(),
    };
    yardsticks.iter().map(over).chain([times]).collect()
}

//! The measurements as text tables.

use std::fmt::Write;

use indicatif::HumanCount;
use twinboard_harness::bench::{Line, Measured, Spread};

use super::measurements::Measurements;
use crate::output::text;

/// The tables of all workloads of a rule set, with the notes.
pub(super) fn render(results: &Measurements) -> String {
    let mut out = String::new();
    for measured in &results.workloads {
        let _ = writeln!(out, "{}: {}", measured.name, measured.about);
        if measured.lines.is_empty() {
            let _ = writeln!(out, "  no round was completed");
        } else {
            render_rows(&mut out, &rows(measured));
            render_means(&mut out, measured);
        }
        out.push('\n');
    }
    if let Some(body) = &results.fuzz_body {
        let _ = writeln!(out, "fuzz-body: inputs of the fuzz target on one thread");
        let _ = writeln!(out, "  {:.0} executions per second\n", body.executions_per_second);
    }
    for note in &results.notes {
        let _ = writeln!(out, "{}", note.text);
    }
    let rounds = results.workloads.iter().map(|measured| measured.rounds);
    let rounds = rounds.filter(|&rounds| rounds > 0).min().unwrap_or(0);
    let tally = results.tally();
    let verdict = tally.verdict(format!("medians of {rounds} rounds"));
    let interrupted = if results.interrupted { ", interrupted" } else { "" };
    let brackets = if rounds > 0 { "; in brackets the quartiles of a ratio" } else { "" };
    let _ = writeln!(
        out,
        "{}: {verdict} (seed {}){brackets}{interrupted}{}",
        results.rule_set,
        results.seed,
        tally.rest()
    );
    out
}

/// The head of a table, and a row for each contender.
fn rows(measured: &Measured) -> Vec<Vec<String>> {
    // Yardsticks in the order of the contenders; none is compared with itself.
    let mut yardsticks: Vec<&str> = Vec::new();
    for line in &measured.lines {
        let is_yardstick =
            |name: &&str| measured.lines.iter().any(|other| other.over(name).is_some());
        yardsticks.extend(Some(line.contender).filter(is_yardstick));
    }
    let mut head = vec![
        String::new(),
        format!("time/{}", measured.unit),
        format!("{}s per s", measured.whole),
    ];
    head.extend(yardsticks.iter().map(|name| format!("× {name}")));
    let row = |line: &Line| {
        let mut row = vec![
            line.contender.to_owned(),
            time(line.ns_per_unit.median),
            HumanCount(line.wholes_per_second.median.round() as u64).to_string(),
        ];
        if let Some(share) = line.share {
            let first = measured.lines[0].contender;
            row.push(format!("{:.0} % of {first}", 100.0 * share.median));
        } else {
            let ratios = yardsticks.iter().map(|name| line.over(name).map_or("1".into(), ratio));
            row.extend(ratios);
        }
        row
    };
    std::iter::once(head).chain(measured.lines.iter().map(row)).collect()
}

/// Aligns rows in indented columns: names to the left, figures to the right.
pub(super) fn render_rows(out: &mut String, rows: &[Vec<String>]) {
    *out += &text::indented(&text::table(rows, |column| column == 0));
}

/// Prints the mean counts per whole of each contender, which show that all do the same work.
fn render_means(out: &mut String, measured: &Measured) {
    for (index, mean) in measured.lines[0].means.iter().enumerate() {
        // A whole consists of exactly one whole.
        if mean.of == measured.whole {
            continue;
        }
        let each = measured.lines.iter().filter(|line| line.share.is_none());
        let each: Vec<String> =
            each.map(|line| format!("{:.1}", line.means[index].value)).collect();
        let _ = writeln!(out, "  {} per {}: {}", plural(mean.of), measured.whole, each.join(", "));
    }
}

/// The plural of a unit. A name of several words is a sum and stays as it is.
fn plural(word: &str) -> String {
    if word.contains(' ') { word.to_owned() } else { format!("{word}s") }
}

/// Formats nanoseconds with three digits in ns, µs, ms or s.
pub(super) fn time(ns: f64) -> String {
    let (figure, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", digits(figure))
}

/// A ratio with its quartiles.
pub(super) fn ratio(Spread { median, lower, upper }: Spread) -> String {
    format!("{} ({}–{})", digits(median), digits(lower), digits(upper))
}

/// Formats a figure with three digits, or with all digits before the point if there are more.
fn digits(figure: f64) -> String {
    match figure {
        figure if figure < 9.995 => format!("{figure:.2}"),
        figure if figure < 99.95 => format!("{figure:.1}"),
        figure => format!("{figure:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{digits, time};

    #[test]
    fn figures_have_three_digits() {
        let figures = [0.123, 1.0, 9.994, 9.996, 54.32, 99.94, 99.96, 1234.5];
        let shown = ["0.12", "1.00", "9.99", "10.0", "54.3", "99.9", "100", "1234"];
        assert_eq!(figures.map(digits), shown);
    }

    #[test]
    fn times_have_a_unit_of_their_magnitude() {
        assert_eq!(
            [72.1, 1400.0, 2.5e6, 3e9].map(time),
            ["72.1 ns", "1.40 µs", "2.50 ms", "3.00 s"]
        );
    }
}

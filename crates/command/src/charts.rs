//! Charts that several commands have.

use indicatif::HumanCount;
use twinboard_harness::ClauseName;

use crate::film::{Bar, Chart, Line};

/// A chart of one curve over the seconds of a campaign.
pub(crate) fn over_time(title: &str, y: &str, points: Vec<(f64, f64)>) -> Chart {
    Chart::Lines {
        title: title.to_owned(),
        x: "seconds".to_owned(),
        y: y.to_owned(),
        lines: vec![Line { name: y.to_owned(), points }],
    }
}

/// The number of steps that reached each clause, on a logarithmic scale.
pub(crate) fn clauses(title: &str, counts: &[(ClauseName, u64)]) -> Chart {
    let bar = |(clause, count): &(ClauseName, u64)| {
        let name = format!("{} {}", clause.id, clause.name);
        let figure = if *count == 0 { "never".to_owned() } else { HumanCount(*count).to_string() };
        Bar::new(name, (1.0 + *count as f64).log10(), figure)
    };
    Chart::Bars {
        title: title.to_owned(),
        note: "The lengths are logarithmic.".to_owned(),
        bars: counts.iter().map(bar).collect(),
    }
}

/// Shares from 0 to 1 by name.
pub(crate) fn shares<'a>(
    title: &str,
    note: &str,
    shares: impl IntoIterator<Item = (&'a str, f64)>,
) -> Chart {
    let bar = |(name, share): (&str, f64)| Bar::new(name, share, format!("{:.1} %", 100.0 * share));
    let bars = shares.into_iter().map(bar).collect();
    Chart::Bars { title: title.to_owned(), note: note.to_owned(), bars }
}

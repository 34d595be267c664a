//! Formats the statistics of a match.

use twinboard_referee::statistics::{Decision, Elo, Meeting, Sequential};

use crate::output::text::counted;

/// The statistics of a match, one per line with its name.
pub(super) fn meeting(meeting: &Meeting, test: Option<&Sequential>) -> Vec<String> {
    let Meeting { players: [one, other], won, drawn, lost, pairs, elo, fouls } = meeting;
    let mut lines = vec![format!("{one} against {other}, with 1 for a win and ½ for a draw")];
    let mut line = |name: &str, text: &str| lines.push(format!("  {name:<7} {text}"));
    line("games", &format!("{won} won, {drawn} drawn, {lost} lost"));
    let scores = ["0", "½", "1", "1½", "2"];
    let pairs = pairs.counts().iter().zip(scores);
    let pairs: Vec<_> = pairs.map(|(count, score)| format!("{count} with {score}")).collect();
    line("pairs", &pairs.join(", "));
    line("Elo", &difference_and_interval(elo.as_ref()));
    if let Some(elo) = elo {
        line("LOS", &share(elo.superiority));
    }
    if let Some(test) = test {
        line("SPRT", &conclusion(test));
    }
    for (player, fouls) in [one, other].into_iter().zip(fouls) {
        if !fouls.is_empty() {
            let fouls: Vec<_> =
                fouls.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            line("faults", &format!("{player} lost by {}", fouls.join(", ")));
        }
    }
    lines
}

fn conclusion(test: &Sequential) -> String {
    let (sprt, samples, ratio) = (test.sprt(), test.scores().samples(), ratio(test));
    let (elo0, elo1, pairs) = (sprt.elo0, sprt.elo1, counted(samples, "pair"));
    let accepted = |name, elo, other| {
        format!("{name} accepted after {pairs}, Elo {elo} rather than {other}: {ratio}")
    };
    match test.decision() {
        Some(Decision::H0) => accepted("H0", elo0, elo1),
        Some(Decision::H1) => accepted("H1", elo1, elo0),
        None => {
            let least = sprt.pairs_min();
            let least = (samples < least).then(|| format!(" of at least {least}"));
            let least = least.unwrap_or_default();
            format!("no decision between Elo {elo0} and {elo1} after {pairs}{least}: {ratio}")
        }
    }
}

pub(super) fn ratio(test: &Sequential) -> String {
    let [low, high] = test.sprt().bounds();
    format!("LLR {:.2}, bounds {low:.2} and {high:.2}", even(test.ratio(), 2))
}

fn difference_and_interval(elo: Option<&Elo>) -> String {
    match elo {
        None => "unknown until both games on a board have ended".into(),
        Some(Elo { low: Some(_), high: Some(_), .. }) => {
            format!("{}, 95 % confidence: {}", difference(elo), interval(elo))
        }
        Some(_) => format!("{} (95 % confidence)", interval(elo)),
    }
}

/// The Elo difference, or a dash.
pub(super) fn difference(elo: Option<&Elo>) -> String {
    elo.and_then(|elo| elo.difference).map_or("–".into(), signed)
}

/// The confidence interval of an Elo difference; a one-sided interval has a single bound.
pub(super) fn interval(elo: Option<&Elo>) -> String {
    match elo.map(|elo| [elo.low, elo.high]) {
        Some([Some(low), Some(high)]) => format!("{} to {}", signed(low), signed(high)),
        Some([Some(low), None]) => format!("at least {}", signed(low)),
        Some([None, Some(high)]) => format!("at most {}", signed(high)),
        Some([None, None]) | None => "–".into(),
    }
}

fn signed(elo: f64) -> String {
    format!("{:+.1}", even(elo, 1))
}

/// Rounds a number to `decimals` places, without the sign of a negative zero.
fn even(number: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (number * unit).round() / unit + 0.0
}

/// A probability in per cent, which is never rounded to 0 or 100.
fn share(share: f64) -> String {
    match share {
        ..0.0001 => "below 0.01 %".into(),
        ..=0.9999 => format!("{:.2} %", share * 100.0),
        _ => "above 99.99 %".into(),
    }
}

/// Half points as points.
pub(super) fn points(halves: u64) -> String {
    format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
}

#[cfg(test)]
mod tests {
    use twinboard_referee::statistics::{Elo, Scores};

    use super::{difference_and_interval, even, points, share};

    fn elo(counts: [u64; 5]) -> String {
        difference_and_interval(Elo::of(&Scores::new(&counts)).as_ref())
    }

    #[test]
    fn one_sided_results_have_a_bound_instead_of_infinity() {
        assert_eq!(elo([3, 9, 20, 14, 6]), "+36.9, 95 % confidence: -13.6 to +87.7");
        // Nine of nine: 0.025^(1/9) of the points are 118.1 Elo; the mirror image is -118.1.
        assert_eq!(elo([0, 0, 0, 0, 9]), "at least +118.1 (95 % confidence)");
        assert_eq!(elo([9, 0, 0, 0, 0]), "at most -118.1 (95 % confidence)");
        assert!(elo([0; 5]).starts_with("unknown until"));
        assert!(elo([0, 0, 4, 0, 0]).starts_with("+0.0, "), "{}", elo([0, 0, 4, 0, 0]));
    }

    #[test]
    fn numbers_have_no_needless_digits_or_signs() {
        assert_eq!([0, 1, 2, 5].map(points), ["0", "0.5", "1", "2.5"]);
        let shares = [0.0, 0.5, 0.925_19, 0.999_89, 1.0].map(share);
        assert_eq!(shares, ["below 0.01 %", "50.00 %", "92.52 %", "99.99 %", "above 99.99 %"]);
        assert_eq!(format!("{:+.1}", even(-0.04, 1)), "+0.0");
    }
}

//! The lines that engines print when they count: moves with their counts, totals, and statistics.
//!
//! There is no standard, so the usual forms are all read: `e2e4 20`, `e2e4: 20`, `e2e4 - 20`,
//! `1. e2e4 20`, `Nodes searched: 1,400`, `Total: 400` or `400` alone.

/// Words that name a time or a speed. A line with one of them is not read.
const TIMES: [&str; 10] =
    ["time", "nps", "knps", "mnps", "speed", "elapsed", "second", "seconds", "sec", "ms"];
/// Words that name the total of the nodes.
const TOTALS: [&str; 9] =
    ["node", "nodes", "total", "perft", "leaf", "leaves", "leafs", "sum", "searched"];
/// Words that name another number, which is not read.
const OTHERS: [&str; 4] = ["depth", "moves", "branches", "hash"];

/// First words of lines that are no counts in UCI and USI.
const PROTOCOL: [&str; 7] = ["info", "id", "option", "uciok", "usiok", "readyok", "bestmove"];

/// A line with a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A label, perhaps a move, and its count.
    Labelled(&'a str, u128),
    /// A number alone.
    Number(u128),
    /// The number of all nodes, named as such.
    Total(u128),
    /// Time, speed and the like.
    Statistics,
}

impl<'a> Line<'a> {
    /// Reads a line that is not empty; `None` if it has no count. Labels for which `is_move` holds
    /// are moves, whatever words they have.
    #[must_use]
    pub fn read(line: &'a str, is_move: impl Fn(&str) -> bool) -> Option<Self> {
        if let Some(count) = number(line) {
            return Some(Self::Number(count));
        }
        let split = split(line);
        let label = split.map_or(line, |(label, _)| label);
        let has = |words: &[&str]| {
            let mut own = label.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
            own.any(|word| words.contains(&&*word))
        };
        let count = split.and_then(|(_, count)| count);
        let is_special = [&TIMES[..], &TOTALS, &OTHERS].into_iter().any(has);
        if is_special && count.is_some() && is_move(label) {
            return count.map(|count| Self::Labelled(label, count));
        }
        if has(&TIMES) {
            // A time may stand behind the total.
            return Some(counted_nodes(line).map_or(Self::Statistics, Self::Total));
        }
        if has(&TOTALS) {
            return count.or_else(|| counted_nodes(line)).map(Self::Total);
        }
        if has(&OTHERS) {
            return Some(Self::Statistics);
        }
        count.map(|count| Self::Labelled(label, count))
    }
}

/// A line with a count in UCI or USI: no move has a blank there, nor are words like those of a total
/// moves. `None` for the words of the protocol.
pub(crate) fn of_protocol(line: &str) -> Option<Line<'_>> {
    let text = line.trim();
    let is_move = |label| !without_number(label).unwrap_or(label).contains(char::is_whitespace);
    let is_other = |word| PROTOCOL.contains(&word);
    let first = text.split_whitespace().next().filter(|word| !is_other(word));
    let read = first.and_then(|_| Line::read(text, |_| false));
    read.filter(|it| !matches!(it, Line::Labelled(label, _) if !is_move(label)))
}

/// True for the information of a search for a move, which no count has.
pub(crate) fn is_of_search(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_info = words.next() == Some("info") && !line.contains(" string ");
    is_info && words.any(|word| word == "score" || word == "pv")
}

/// The number in front of the word `nodes`, unless that is of a speed.
fn counted_nodes(line: &str) -> Option<u128> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_nodes = |word: &str| matches!(word.trim_end_matches([',', ';']), "nodes" | "leaves");
    let of = |pair: &[&str]| is_nodes(pair[1]).then(|| number(pair[0])).flatten();
    let is_speed = words.iter().any(|word| ["per", "a", "nps", "NPS"].contains(word));
    words.windows(2).find_map(of).filter(|_| !is_speed)
}

/// A label without the number of its line, such as `1.`; `None` if it has none.
#[must_use]
pub fn without_number(label: &str) -> Option<&str> {
    let (number, rest) = label.split_once(char::is_whitespace)?;
    let digits = number.trim_start_matches(['[', '(', '#']).trim_end_matches(['.', ')', ']', ':']);
    let is_number = digits.len() < number.len() && digits.parse::<u64>().is_ok();
    is_number.then(|| rest.trim_start())
}

/// The label of a line without the sign behind it, and its count, if it is a number.
fn split(line: &str) -> Option<(&str, Option<u128>)> {
    let at = line.rfind(|c: char| c.is_ascii_whitespace() || c == ':' || c == '=')?;
    let (label, count) = (&line[..at], &line[at + 1..]);
    let label = label.trim_end_matches(|c: char| c.is_whitespace() || ":=-–|".contains(c));
    Some((label, number(count)))
}

/// A whole number, perhaps with separators between its groups of three digits.
fn number(text: &str) -> Option<u128> {
    let Some(separator) = text.chars().find(|c| !c.is_ascii_digit()) else {
        return text.parse().ok();
    };
    if !",._'’\u{a0}\u{2009}\u{202f}".contains(separator) {
        return None;
    }
    let mut groups = text.split(separator);
    let is_group = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()) && is_group(first))?;
    let rest: Vec<&str> = groups.collect();
    let is_grouped = rest.iter().all(|group| group.len() == 3 && is_group(group));
    if is_grouped { format!("{first}{}", rest.concat()).parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Line, is_of_search, of_protocol, without_number};

    /// Only this label is a move.
    fn read(line: &str) -> Option<Line<'_>> {
        Line::read(line, |label| label == "sum 3")
    }

    #[test]
    fn moves_are_read_in_the_usual_forms() {
        for line in
            ["e2e4 20", "e2e4: 20", "e2e4:20", "e2e4 - 20", "e2e4 = 20", "e2e4=20", "e2e4 | 20"]
        {
            assert_eq!(read(line), Some(Line::Labelled("e2e4", 20)), "{line}");
        }
        assert_eq!(read("1. e2e4 20"), Some(Line::Labelled("1. e2e4", 20)));
        assert_eq!(read("take 3:4,865,609"), Some(Line::Labelled("take 3", 4_865_609)));
        assert_eq!(read("sum 3: 7"), Some(Line::Labelled("sum 3", 7)), "a move of this game");
        for line in
            ["e2e4", "e2e4 -20", "e2e4 twenty", "thinking of it", "a 1,00", "a 1,0000", "a 1,"]
        {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn totals_are_told_from_moves_and_from_statistics() {
        for line in [
            "Nodes searched: 1400",
            "Total: 1,400",
            "nodes 1'400",
            "Perft 3: 1.400",
            "leaf nodes = 1_400",
            "perft depth 3 1400",
            "perft(3) = 1400 nodes in 3 ms",
            "1,400 nodes, time 0.003 s",
        ] {
            assert_eq!(read(line), Some(Line::Total(1400)), "{line}");
        }
        for line in ["1400", "1,400", "1\u{a0}400", "1\u{202f}400"] {
            assert_eq!(read(line), Some(Line::Number(1400)), "{line}");
        }
        for line in [
            "Time: 0.003 s",
            "NPS: 1400",
            "Nodes/second: 12",
            "Speed: 1400 nodes per second",
            "Total time (ms) : 12",
            "Depth 3",
            "moves: 20",
        ] {
            assert_eq!(read(line), Some(Line::Statistics), "{line}");
        }
        assert_eq!(read("Nodes: many"), None);
        let most = u128::MAX;
        assert_eq!(read(&most.to_string()), Some(Line::Number(most)));
        assert_eq!(read(&format!("{most}0")), None, "it does not fit");
    }

    #[test]
    fn a_search_is_told_from_a_count() {
        assert!(is_of_search("info depth 1 seldepth 1 score cp 62 nodes 2 pv e1d1"));
        for line in ["info string a score of moves", "info nodes 20 time 1", "info depth 3"] {
            assert!(!is_of_search(line), "{line}");
            assert_eq!(of_protocol(line), None, "{line}");
        }
        assert_eq!(of_protocol("two words 20"), None);
    }

    #[test]
    fn the_number_of_a_line_is_no_part_of_the_move() {
        for label in ["1. e2e4", "1) e2e4", "[12] e2e4", "(3)  e2e4", "#4: e2e4", "12: e2e4"] {
            assert_eq!(without_number(label), Some("e2e4"), "{label}");
        }
        for label in ["e2e4", "1 e2e4", "take 3", "a. e2e4"] {
            assert_eq!(without_number(label), None, "{label}");
        }
    }
}

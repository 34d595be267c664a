//! The counts that a program prints, and their comparison with those of engine and oracle.
//!
//! The output has a line for each legal move, the move and its count, and a line with the total, in
//! any of the usual forms ([`Line`]); empty lines are ignored.

use std::collections::BTreeMap;
use std::fmt::Write;

use twinboard_bridges::{Line, without_number};
use twinboard_harness::perft::Branch;

/// Moves shown of those that are missing, or illegal.
const MOVES_SHOWN: usize = 12;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counts {
    /// The moves as printed, each with its count.
    pub(super) moves: Vec<(String, u128)>,
    pub(super) total: u128,
}

impl Counts {
    /// Reads the output of a program. `is_move` holds for the legal moves of the position.
    /// Errors: the first line that has no count, two totals that differ, or a total that is not the sum.
    pub(super) fn read(output: &[u8], is_move: impl Fn(&str) -> bool) -> Result<Self, String> {
        let text = String::from_utf8_lossy(output);
        let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
        let (mut moves, mut stated) = (Vec::new(), None);
        for (index, line) in lines {
            let read = Line::read(line, &is_move).ok_or_else(|| {
                format!("line {}: expected a move and its count, found `{line}`", index + 1)
            })?;
            match read {
                Line::Labelled(label, count) => moves.push((label.to_owned(), count)),
                Line::Number(count) | Line::Total(count) => match stated {
                    Some((before, at)) if before != count => {
                        return Err(format!(
                            "two totals: {before} in line {at}, {count} in line {}",
                            index + 1
                        ));
                    }
                    _ => stated = Some((count, index + 1)),
                },
                Line::Statistics => {}
            }
        }
        // Without a line that can only be the total, it is the last one.
        let total = stated.map(|(total, _)| total).or_else(|| Some(moves.pop()?.1));
        let total = total.ok_or("it is empty; expected a line for each legal move and a total")?;
        let sum = moves.iter().try_fold(0_u128, |sum, (_, count)| sum.checked_add(*count));
        if !moves.is_empty() && sum != Some(total) {
            let sum = sum.map_or("too large".to_owned(), |sum| sum.to_string());
            return Err(format!("the total is {total}, the sum of the counts is {sum}"));
        }
        Ok(Self { moves, total })
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// These legal moves are not listed by the program.
    Missing(Vec<String>),
    /// The program lists these moves, which are not legal; each with the reason.
    Illegal(Vec<(String, String)>),
    /// The program lists this legal move more than once.
    Repeated(String),
    /// The counts behind this branch differ; the second is that of the program.
    Branch(usize, u128),
    /// The program lists no moves, and its total differs.
    Total(u128),
}

impl Difference {
    /// The first difference, the shallowest kind first: wrong legal moves before wrong counts.
    ///
    /// `total` and `branches` are right. `canonical` reads a move of the program as the one text
    /// for all moves that ask for the same, or says why it is not legal.
    pub(super) fn first(
        total: u128,
        branches: &[Branch],
        counts: &Counts,
        canonical: impl Fn(&str) -> Result<String, String>,
    ) -> Option<Self> {
        let is_total_wrong = counts.total != total;
        // No line and a total of 0 is a list of moves, too: an empty one.
        if counts.moves.is_empty() && (counts.total > 0 || branches.is_empty()) {
            return is_total_wrong.then_some(Self::Total(counts.total));
        }
        let mut listed = BTreeMap::new();
        let mut illegal = Vec::new();
        for (mv, count) in &counts.moves {
            let unnumbered = |refused| without_number(mv).map_or(Err(refused), &canonical);
            match canonical(mv).or_else(unnumbered) {
                Err(reason) => illegal.push((mv.clone(), reason)),
                Ok(legal) => {
                    if listed.insert(legal, *count).is_some() {
                        return Some(Self::Repeated(mv.clone()));
                    }
                }
            }
        }
        if !illegal.is_empty() {
            return Some(Self::Illegal(illegal));
        }
        let missing = branches.iter().filter(|branch| !listed.contains_key(&branch.mv));
        let missing: Vec<String> = missing.map(|branch| branch.title.clone()).collect();
        if !missing.is_empty() {
            return Some(Self::Missing(missing));
        }
        let wrong = branches.iter().position(|branch| listed[&branch.mv] != branch.row.nodes);
        let wrong = wrong.map(|index| Self::Branch(index, listed[&branches[index].mv]));
        wrong.or_else(|| is_total_wrong.then_some(Self::Total(counts.total)))
    }

    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::Missing(_) => "the program misses legal moves",
            Self::Illegal(_) => "the program lists illegal moves",
            Self::Repeated(_) => "the program lists a move twice",
            Self::Branch(..) | Self::Total(_) => "the program counts a different number of nodes",
        }
    }

    pub(super) fn explain(&self, total: u128, branches: &[Branch]) -> String {
        let mut out = String::new();
        let _ = match self {
            Self::Missing(moves) => {
                let lines = moves.iter().map(|mv| format!("  {mv}\n"));
                write!(out, "legal, but not listed by the program\n{}", first_lines(lines))
            }
            Self::Illegal(moves) => {
                let lines = moves.iter().map(|(mv, reason)| format!("  {mv}: {reason}\n"));
                write!(out, "listed by the program, but not legal\n{}", first_lines(lines))
            }
            Self::Repeated(mv) => writeln!(out, "listed by the program more than once: {mv}"),
            Self::Branch(index, count) => {
                let Branch { title, row, .. } = &branches[*index];
                let nodes = row.nodes;
                writeln!(out, "engine and oracle count {nodes}, the program {count}: {title}")
            }
            Self::Total(count) => {
                writeln!(
                    out,
                    "engine and oracle count {total}, the total of the program is {count}"
                )
            }
        };
        out
    }
}

/// The first of some lines, and the number of those left out.
fn first_lines(lines: impl ExactSizeIterator<Item = String>) -> String {
    let more = lines.len().saturating_sub(MOVES_SHOWN);
    let shown: String = lines.take(MOVES_SHOWN).collect();
    if more > 0 { format!("{shown}  … and {more} more\n") } else { shown }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::nim::{Heap, Nim};
    use twinboard_harness::perft::{Branch, DepthCounts};
    use twinboard_harness::{Pairing, Subject};

    use super::{Counts, Difference};

    fn branch(mv: &str, nodes: u128) -> Branch {
        let case = Pairing::new(Nim, Heap::set_up, Heap::set_up).case("7\n").expect("a case");
        let row = DepthCounts { depth: 1, nodes, positions: 0, digest: 0 };
        Branch { title: format!("{mv}: listed"), mv: mv.into(), case, row }
    }

    /// `same` asks for the move `a`, and all other letters for themselves up to `c`.
    fn canonical(mv: &str) -> Result<String, String> {
        match mv {
            "a" | "same" => Ok("a".into()),
            "b" | "c" => Ok(mv.into()),
            _ => Err("refused".into()),
        }
    }

    fn first(total: u128, output: &str) -> Option<Difference> {
        let branches = [branch("a", 3), branch("b", 4)];
        let counts = Counts::read(output.as_bytes(), |mv| canonical(mv).is_ok());
        Difference::first(total, &branches, &counts.unwrap(), canonical)
    }

    #[test]
    fn common_layouts_of_the_output_are_understood() {
        for output in [
            "a 3\nb 4\n7\n",
            "  a: 3\r\nb : 4\n\nNodes searched: 7\n\n",
            "same: 3\nb: 4\ntotal 7",
            "1. a - 3\n2. b - 4\nMoves: 2\nNodes: 7\nTime: 0.3 s\n",
            "7\n[1] a 3\n[2] b 4\n",
            "a 3\nb 4\nLeaves: 7\n7\nTotal nodes = 7\n",
            "a 3\nb 4\nall 7\n",
        ] {
            assert_eq!(first(7, output), None, "{output}");
        }
        assert_eq!(first(7, "7\n"), None, "a total alone is compared");
    }

    #[test]
    fn output_without_counts_is_refused_with_its_line() {
        let refused = |output: &str| Counts::read(output.as_bytes(), |_| false).unwrap_err();
        assert!(refused("").starts_with("it is empty"));
        assert!(refused("a 3\n\nb four\n7\n").starts_with("line 3: "));
        assert!(refused("a -3\n").contains("`a -3`"));
        assert_eq!(refused("a 3\nb 4\n8\n"), "the total is 8, the sum of the counts is 7");
        let two = "two totals: 8 in line 3, 7 in line 5";
        assert_eq!(refused("a 3\nb 4\nTotal: 8\n\nNodes searched: 7\n"), two);
        assert_eq!(refused("a 3\nb 4\n8\n\nNodes: 7\n"), two);
        let most = u128::MAX;
        assert!(refused(&format!("a {most}\nb 1\n0\n")).ends_with("is too large"));
    }

    #[test]
    fn wrong_legal_moves_come_before_wrong_counts() {
        let illegal = |mv: &str| Difference::Illegal(vec![(mv.into(), "refused".into())]);
        assert_eq!(first(7, "a 9\nx 1\n10\n"), Some(illegal("x")));
        assert_eq!(first(7, "a 9\n9\n"), Some(Difference::Missing(vec!["b: listed".into()])));
        assert_eq!(first(7, "a 3\nsame 4\n7\n"), Some(Difference::Repeated("same".into())));
        assert_eq!(first(7, "a 3\nb 5\n8\n"), Some(Difference::Branch(1, 5)));
        assert_eq!(first(7, "8\n"), Some(Difference::Total(8)));
        let all = ["a: listed".into(), "b: listed".into()];
        assert_eq!(first(7, "0\n"), Some(Difference::Missing(all.into())));
    }
}

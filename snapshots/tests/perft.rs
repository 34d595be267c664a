//! Figures of expanding all legal moves, on which engine and oracle agree (PF-1 to PF-6 of
//! RULES.md).
//!
//! They are listed in `perft/<rule set>.txt`; the start positions are the files in
//! `perft/<rule set>/`. Nothing here names a rule set.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;
use twinboard_harness::perft::{DepthCounts, PerftEnd, PerftPlan, PerftResult};
use twinboard_snapshots::{page, settings};
use twinboard_vocabulary::Picture;

use super::alone;

/// A start position whose figures have a snapshot.
struct Kept {
    name: String,
    depth: u32,
    divide: bool,
    note: String,
}

/// The start positions of a rule set; none if it has no list.
fn listed(rule_set: &str) -> Vec<Kept> {
    let list = fs::read_to_string(format!("perft/{rule_set}.txt")).unwrap_or_default();
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let kept = lines.map(|line| {
        let mut columns = line.split_whitespace();
        let mut next = || columns.next().expect("a case, a depth, `whole` or `divide`");
        let (name, depth, extent) = (next().to_owned(), next(), next());
        assert!(["whole", "divide"].contains(&extent), "{line}");
        let depth = depth.parse().expect("a depth is a number");
        let note = columns.collect::<Vec<_>>().join(" ");
        Kept { name, depth, divide: extent == "divide", note }
    });
    kept.collect()
}

fn line(DepthCounts { depth, nodes, positions, digest: _ }: &DepthCounts) -> String {
    format!("{depth:>5} {nodes:>9} {positions:>9}")
}

/// The board at which the walk starts, the table, and the digest of the largest depth. Nobody can
/// judge that: it notices positions that change while their numbers stay the same.
fn table(start: &Picture, result: &PerftResult) -> String {
    let head = "depth     nodes positions";
    let mut text = format!("{start}\n{head}\n");
    for row in &result.rows {
        let _ = writeln!(text, "{}", line(row));
    }
    if !result.branches.is_empty() {
        let _ = writeln!(text, "\nbehind each first move\n\n{head}  move");
        for branch in &result.branches {
            let _ = writeln!(text, "{}  {}", line(&branch.row), branch.title);
        }
    }
    let largest = result.rows.iter().max_by_key(|row| row.positions).expect("depth 0 has a row");
    text + &format!("\ndigest of depth {}: {:016x}\n", largest.depth, largest.digest)
}

#[test]
fn tables_are_unchanged() {
    let _alone = alone();
    for subject in twinboard_cli::subjects() {
        let rule_set = subject.name();
        let folder = PathBuf::from("perft").join(rule_set);
        for kept in listed(rule_set) {
            let path = folder.join(format!("{}.txt", kept.name));
            let text = fs::read_to_string(&path);
            let text = text.unwrap_or_else(|error| panic!("{}: {error}", kept.name));
            let case = subject.case(&text).expect("the file has a case");
            let plan = PerftPlan { divide: kept.divide, threads: 2, ..PerftPlan::new(kept.depth) };
            let result = subject.perft(&case, &plan, &mut |_| ());
            assert_eq!(result.end, PerftEnd::Done, "{}", kept.name);
            let frames = subject.frames(&case);
            let start = &frames.last().expect("the start").picture;
            let mut settings = settings(&format!("perft/{rule_set}"), &kept.note);
            settings.set_input_file(fs::canonicalize(&path).expect("the file exists"));
            settings.bind(|| assert_snapshot!(kept.name.as_str(), page(table(start, &result))));
        }
    }
}

#[test]
fn every_start_position_is_listed() {
    for subject in twinboard_cli::subjects() {
        let listed = listed(subject.name());
        let files = fs::read_dir(PathBuf::from("perft").join(subject.name()));
        for file in files.into_iter().flatten() {
            let path = file.expect("the folder is readable").path();
            let is_listed = |kept: &Kept| path.file_stem().is_some_and(|stem| *stem == *kept.name);
            assert!(listed.iter().any(is_listed), "{} is not listed", path.display());
        }
    }
}

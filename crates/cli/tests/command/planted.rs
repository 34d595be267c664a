//! The command with a fault planted in its engine: reports and saved cases of divergences.

use std::fs;
use std::path::PathBuf;

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;
use tempfile::TempDir;

use super::support::{folder, json_file, lossy, only_file, planted, text};

/// Fault: cells to the right of a column that drops are shifted with it.
const WRONG_BOARD: &str = "samegame-drop-carry";
/// Fault: the search for a region that reaches from the fourth column to the fifth never ends.
const ENDLESS: &str = "samegame-endless-fill";

/// A campaign of the registered engine alone: those of the others take most of the time.
const ALONE: [&str; 4] = ["--cases", "500", "--engine", "samegame"];

/// A case whose second step shows [`WRONG_BOARD`].
const CASE: &str = "2 4\n1 1 2 3\n3 2 3 2\n2 1\n1 1\n1 1\n0 0\n0 0\n";
/// A case that shows [`ENDLESS`].
const ENDLESS_CASE: &[u8] = b"2 6\n1 1 1 1 1 1\n2 3 2 3 2 3\n1 1\n0 0\n0 0\n";

/// A campaign and the folder of its results and saved cases.
struct Campaign {
    out: TempDir,
    json: PathBuf,
}

impl Campaign {
    fn new() -> Self {
        let out = folder(&[]);
        let json = out.path().join("result.json");
        Self { out, json }
    }

    fn run(&self, fault: &str, arguments: &[&str]) -> assert_cmd::assert::Assert {
        let out = self.out.path().join("out");
        let rule_set = fault.split('-').next().unwrap();
        let own =
            ["verify", rule_set, "--seed", "1", "--out", text(&out), "--json", text(&self.json)];
        planted(fault, &[&own[..], arguments].concat()).assert()
    }

    fn saved(&self) -> PathBuf {
        only_file(&self.out.path().join("out"))
    }

    /// The result of the registered engine.
    fn json(&self) -> Value {
        json_file(&self.json)["tests"][0].clone()
    }
}

#[test]
fn verify_finds_a_fault_reports_it_and_saves_the_case() {
    let campaign = Campaign::new();
    let done = campaign.run(WRONG_BOARD, &["--cases", "500"]).code(1);
    let saved = campaign.saved();
    let done = done
        .stdout(starts_with("DIVERGENCE samegame: engine and oracle differ in "))
        .stdout(contains("\nfound in ").or(contains("\nfound as case ")))
        .stdout(contains("before").and(contains("engine")).and(contains("oracle")))
        .stdout(contains(format!("\nsaved as {}\n", text(&saved))))
        .stdout(contains(format!("twinboard diff {}\n", text(&saved))))
        .stdout(contains("samegame: 1 divergence (seed 1) in "));

    // The boards of both sides, with the cells in which they differ marked.
    let printed = lossy(&done.get_output().stdout);
    assert!(
        printed.lines().any(|line| line.matches('|').count() == 3 && line.contains('*')),
        "{printed}"
    );

    let json = campaign.json();
    assert_eq!(json["status"], "failed");
    let divergence = &json["findings"][0]["details"];
    assert_eq!(divergence["rule_set"], "samegame");
    assert_eq!(divergence["saved"], text(&saved));
    assert_eq!(divergence["shrunk"], fs::read_to_string(&saved).unwrap());
    assert_eq!(divergence["divergence"]["finding"]["kind"], "differs");
    assert!(divergence["divergence"]["engine"].is_array());
    assert_ne!(divergence["divergence"]["engine"], divergence["divergence"]["oracle"]);
}

/// The file that an announcement names.
fn announced(stderr: &str) -> PathBuf {
    let (_, path) = stderr.split_once("; shrinking ").expect("a file is announced");
    path.lines().next().expect("a path").into()
}

/// Killed while it shrinks, the command leaves the unshrunk case, and has said where.
#[cfg(unix)]
#[test]
fn an_announced_case_fails_again_if_the_command_is_killed_while_shrinking() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    use super::support::planted_process;

    let corpus = folder(&[("endless.txt", ENDLESS_CASE)]);
    let campaign = Campaign::new();
    let out = campaign.out.path().join("out");
    let verify = ["verify", "samegame", "--corpus", text(corpus.path()), "--cases", "0"];
    let verify = [&verify[..], &["--out", text(&out), "--step-limit", "300ms"]].concat();
    let mut child = planted_process(ENDLESS, &verify).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("DIVERGENCE samegame: the engine hangs while "), "{line}");
    let diff = ["diff", "--step-limit", "60ms", text(&announced(&line))].map(String::from);
    planted(ENDLESS, &diff.each_ref().map(|it| &**it)).assert().code(1);
}

#[test]
fn diff_reports_every_failing_case_even_if_a_file_cannot_be_read() {
    let two = CASE.replace("0 0\n0 0\n", "0 0\n").repeat(2) + "1 1 5 0 0";
    let folder = folder(&[("two.txt", two.as_bytes()), ("bad.txt", b"1 1\n5 x")]);
    let [two, bad] = ["two.txt", "bad.txt"].map(|name| folder.path().join(name));
    let done = planted(WRONG_BOARD, &["diff", text(&bad), text(&two)]).assert().code(1);
    done.stdout(contains(format!("\nin {}, case 1 of 3\n", text(&two))))
        .stdout(contains(format!("\nin {}, case 2 of 3\n", text(&two))))
        .stdout(contains("3 cases in 1 file: 2 divergences; 1 file could not be read\n"))
        .stderr(contains("line 2, column 3: found `x`"));
}

#[test]
fn shrink_prints_a_smaller_case_that_still_fails() {
    let done = planted(WRONG_BOARD, &["shrink", "-"]).write_stdin(CASE).assert().code(1);
    let done = done.stderr(starts_with("DIVERGENCE samegame: ").and(contains("shrunk")));
    let smaller = lossy(&done.get_output().stdout);
    assert!(smaller.len() < CASE.len(), "{smaller}");
    planted(WRONG_BOARD, &["diff", "-"]).write_stdin(smaller.clone()).assert().code(1);

    // Shrinking the smallest case again leaves it unchanged.
    let again = planted(WRONG_BOARD, &["shrink", "-"]).write_stdin(smaller.clone()).assert();
    again.code(1).stdout(smaller);
}

#[test]
fn a_case_that_cannot_be_saved_is_printed() {
    let folder = folder(&[("file", b"")]);
    let file = folder.path().join("file/below");

    let campaign = ["verify", "samegame", "--seed", "1", "--out", text(&file)];
    let done = planted(WRONG_BOARD, &[&campaign[..], &ALONE].concat()).assert().code(1);
    done.stdout(contains("\nthe case\n  ").and(contains("saved as").not()))
        .stderr(contains(format!("cannot write {}", text(&file))));

    if cfg!(target_os = "linux") {
        use std::io::Write;
        use std::process::Stdio;

        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut shrink = super::support::planted_process(WRONG_BOARD, &["shrink", "-"]);
        shrink.stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
        let mut child = shrink.spawn().unwrap();
        child.stdin.take().unwrap().write_all(CASE.as_bytes()).unwrap();
        let said = lossy(&child.wait_with_output().unwrap().stderr);
        assert!(said.contains("\nthe case\n1 ") && said.contains("cannot write"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_goes_to_standard_error_if_standard_output_fails() {
    use std::process::Stdio;

    use super::support::planted_process;

    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    for (stdout, error) in [(Stdio::from(full), "cannot write"), (Stdio::from(closed), "")] {
        let campaign = Campaign::new();
        let out = campaign.out.path().join("out");
        let verify = ["verify", "samegame", "--seed", "1", "--out", text(&out)];
        let mut verify = planted_process(WRONG_BOARD, &[&verify[..], &ALONE].concat());
        let done = verify.stdout(stdout).stderr(Stdio::piped()).output().unwrap();
        let printed = lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{printed}");
        assert!(printed.contains("\nDIVERGENCE samegame") && printed.contains(error), "{printed}");
        campaign.saved();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_shrinking_keeps_the_smallest_case_so_far() {
    use std::time::{Duration, Instant};

    use super::support::{interrupt, planted_process, start};

    // A large case, whose shrinking takes long: every attempt waits for an endless loop.
    let mut case = String::from("16 64\n");
    for row in 0..16 {
        let colours = (0..64).map(|column| if row % 2 == 0 { 5 } else { column % 2 });
        case += &colours.map(|colour| format!("{colour} ")).collect::<String>();
        case += "\n";
    }
    case += "0 0\n0 0\n";
    let corpus = folder(&[("large.txt", case.as_bytes())]);
    let large = corpus.path().join("large.txt");
    let shrink = ["shrink", text(&large), "--step-limit", "300ms"];
    let child = start(planted_process(ENDLESS, &shrink));
    interrupt(&child);
    let interrupted = Instant::now();
    let done = child.wait_with_output().unwrap();
    assert!(interrupted.elapsed() < Duration::from_secs(10));
    assert_eq!(done.status.code(), Some(1), "{}", lossy(&done.stderr));
    assert!(lossy(&done.stderr).starts_with("DIVERGENCE"));
    let kept = lossy(&done.stdout);
    assert!(kept.len() > 100, "shrinking was not interrupted: {kept}");
    let diff = ["diff", "--step-limit", "100ms", "-"];
    planted(ENDLESS, &diff).write_stdin(kept).assert().code(1);
}

#[test]
fn an_unknown_fault_is_refused_with_the_known_ones() {
    let done = planted("no-such-fault", &["verify"]).assert().code(2);
    done.stdout(is_empty()).stderr(contains("`no-such-fault`").and(contains(WRONG_BOARD)));
}

//! The command with a fault planted in its engine: reports and saved cases of divergences.

use crate::prelude::*;

/// Fault: the search for a region that reaches from the fourth column to the fifth never ends.
const ENDLESS: &str = "samegame-endless-fill";

/// A campaign of the registered engine alone: those of the others take most of the time.
const ALONE: &str = "verify samegame --seed 1 --cases 500 --engine samegame --out";

/// A case whose second step shows [`DROP_CARRY`].
const CASE: &str = "2 4\n1 1 2 3\n3 2 3 2\n2 1\n1 1\n1 1\n0 0\n0 0\n";
/// A case that shows [`ENDLESS`].
const ENDLESS_CASE: &[u8] = b"2 6\n1 1 1 1 1 1\n2 3 2 3 2 3\n1 1\n0 0\n0 0\n";

#[test]
fn verify_finds_a_fault_reports_it_and_saves_the_case() {
    let folder = folder(&[]);
    let [out, json] = ["out", "result.json"].map(|name| folder.path().join(name));
    let verify = "verify samegame --seed 1 --cases 500 --out";
    let verify = format!("{verify} {} --json {}", quoted(&out), quoted(&json));
    let done = planted(DROP_CARRY, verify).assert().code(1);
    let saved = only_file(&out);
    let done = done
        .stdout(starts_with("DIVERGENCE samegame: engine and oracle differ in "))
        .stdout(contains("\nfound in ").or(contains("\nfound as case ")))
        .stdout(contains("before").and(contains("engine")).and(contains("oracle")))
        .stdout(contains(format!("\nsaved as {}\n", text(&saved))))
        .stdout(contains(format!("twinboard diff {}\n", text(&saved))))
        .stdout(contains("samegame: 1 divergence (seed 1) in "));

    // The boards of both sides, with the cells in which they differ marked.
    let printed = printed(&done);
    let marked = |line: &str| line.matches('|').count() == 3 && line.contains('*');
    assert!(printed.lines().any(marked), "{printed}");

    let json = &json_file(&json)["tests"][0];
    assert_eq!(json["status"], "failed");
    let divergence = &json["findings"][0]["details"];
    assert_eq!(divergence["rule_set"], "samegame");
    assert_eq!(divergence["saved"], text(&saved));
    assert_eq!(divergence["shrunk"], fs::read_to_string(&saved).unwrap());
    assert_eq!(divergence["divergence"]["finding"]["kind"], "differs");
    assert!(divergence["divergence"]["engine"].is_array());
    assert_ne!(divergence["divergence"]["engine"], divergence["divergence"]["oracle"]);
}

/// Killed while it shrinks, the command leaves the unshrunk case, and has said where.
#[cfg(unix)]
#[test]
fn an_announced_case_fails_again_if_the_command_is_killed_while_shrinking() {
    use std::io::{BufRead, BufReader};

    let folder = folder(&[("corpus/endless.txt", ENDLESS_CASE)]);
    let verify = "verify samegame --corpus corpus --cases 0 --out out --step-limit 300ms";
    let mut verify = planted_process(ENDLESS, verify);
    let mut child = verify.current_dir(&folder).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("DIVERGENCE samegame: the engine hangs while "), "{line}");
    // The file that is announced.
    let (_, path) = line.trim_end().split_once("; shrinking ").expect("a file is announced");
    let mut diff = planted(ENDLESS, "diff --step-limit 60ms");
    diff.arg(path).current_dir(&folder).assert().code(1);
}

#[test]
fn diff_reports_every_failing_case_even_if_a_file_cannot_be_read() {
    let two = CASE.replace("0 0\n0 0\n", "0 0\n").repeat(2) + "1 1 5 0 0";
    let folder = folder(&[("two.txt", two.as_bytes()), ("bad.txt", b"1 1\n5 x")]);
    let mut diff = planted(DROP_CARRY, "diff bad.txt two.txt");
    let done = diff.current_dir(&folder).assert().code(1);
    done.stdout(contains("\nin two.txt, case 1 of 3\n"))
        .stdout(contains("\nin two.txt, case 2 of 3\n"))
        .stdout(contains("3 cases in 1 file: 2 divergences; 1 file could not be read\n"))
        .stderr(contains("line 2, column 3: found `x`"));
}

#[test]
fn shrink_prints_a_smaller_case_that_still_fails() {
    let reads =
        |command, case: &str| planted(DROP_CARRY, command).write_stdin(case).assert().code(1);
    let done = reads("shrink -", CASE);
    let smaller = printed(&done);
    done.stderr(starts_with("DIVERGENCE samegame: ").and(contains("shrunk")));
    assert!(smaller.len() < CASE.len(), "{smaller}");
    reads("diff -", &smaller);
    // Shrinking the smallest case again leaves it unchanged.
    reads("shrink -", &smaller).stdout(smaller.clone());
}

#[test]
fn a_case_that_cannot_be_saved_is_printed() {
    let folder = folder(&[("file", b"")]);
    let mut campaign = planted(DROP_CARRY, format!("{ALONE} file/below"));
    let done = campaign.current_dir(&folder).assert().code(1);
    done.stdout(contains("\nthe case\n  ").and(contains("saved as").not()))
        .stderr(contains("cannot write file/below"));

    if cfg!(target_os = "linux") {
        use std::io::Write;

        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut shrink = planted_process(DROP_CARRY, "shrink -");
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
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    for (stdout, error) in [(Stdio::from(full), "cannot write"), (Stdio::from(closed), "")] {
        let folder = folder(&[]);
        let mut verify = planted_process(DROP_CARRY, format!("{ALONE} out"));
        verify.current_dir(&folder).stdout(stdout).stderr(Stdio::piped());
        let (_, printed) = ended(&verify.output().unwrap(), 1);
        assert!(printed.contains("\nDIVERGENCE samegame") && printed.contains(error), "{printed}");
        only_file(&folder.path().join("out"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_shrinking_keeps_the_smallest_case_so_far() {
    use std::time::{Duration, Instant};

    // A large case, whose shrinking takes long: every attempt waits for an endless loop.
    let mut case = String::from("16 64\n");
    for row in 0..16 {
        let colours = (0..64).map(|column| if row % 2 == 0 { 5 } else { column % 2 });
        case += &colours.map(|colour| format!("{colour} ")).collect::<String>();
        case += "\n";
    }
    case += "0 0\n0 0\n";
    let corpus = folder(&[("large.txt", case.as_bytes())]);
    let mut shrink = planted_process(ENDLESS, "shrink large.txt --step-limit 300ms");
    let child = start(shrink.current_dir(&corpus));
    interrupt(&child);
    let interrupted = Instant::now();
    let done = child.wait_with_output().unwrap();
    assert!(interrupted.elapsed() < Duration::from_secs(10));
    let (kept, stderr) = ended(&done, 1);
    assert!(stderr.starts_with("DIVERGENCE"));
    assert!(kept.len() > 100, "shrinking was not interrupted: {kept}");
    planted(ENDLESS, "diff --step-limit 100ms -").write_stdin(kept).assert().code(1);
}

#[test]
fn an_unknown_fault_is_refused_with_the_known_ones() {
    let done = planted("no-such-fault", "verify").assert().code(2);
    done.stdout(is_empty()).stderr(contains("`no-such-fault`").and(contains(DROP_CARRY)));
}

//! Campaigns of several engines with a fault planted in some of them: each plays to its end, several
//! findings are collected, known differences are counted, and the engines have a verdict.

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;

use super::support::{folder, lossy, nim, planted, text, twinboard};

/// Fault: of two gaps in a column, only the lower one is closed. The engines `samegame` and
/// `samegame-list` share the code; `samegame-batch` has its own.
const OF_TWO_ENGINES: &str = "samegame-lowest-run";
/// A case that shows it at its only step.
const TWO_GAPS: &str = "4 2\n0 0\n1 0\n0 0\n1 0\n1 1\n0 0\n0 0\n";

/// A campaign with a corpus of one case, [`CASE`]: the whole corpus takes long on three engines.
const ON_A_CASE: [&str; 4] = ["--cases", "200", "--corpus", "cases"];

/// The file of [`ON_A_CASE`].
const CASE: &str = "cases/case";

/// A known difference that covers [`OF_TWO_ENGINES`].
const KNOWN: &str = r#"
[[known]]
reason = "only the lower gap is closed"
kind = "differs"
case = "4 2\n0 0\n1 0\n0 0\n1 0\n1 1\n0 0\n0 0\n"
"#;

/// A campaign with a fault in a folder, and its exit code, output and campaigns as JSON.
fn verify(fault: &str, folder: &Path, arguments: &[&str]) -> (i32, String, Value) {
    let verify = ["verify", "samegame", "--seed", "1", "--json", "result.json"];
    let mut command = planted(fault, &[&verify, arguments].concat());
    let output = command.current_dir(folder).output().unwrap();
    let json = fs::read(folder.join("result.json")).unwrap_or_default();
    let json: Value = serde_json::from_slice(&json).unwrap_or(Value::Null);
    let code = output.status.code().expect("it ends by itself");
    (code, lossy(&output.stdout) + &lossy(&output.stderr), json["tests"].clone())
}

#[test]
fn every_engine_plays_to_its_end_although_another_one_differs() {
    let folder = folder(&[(CASE, TWO_GAPS.as_bytes())]);
    let (code, printed, json) = verify(OF_TWO_ENGINES, folder.path(), &ON_A_CASE);
    assert_eq!(code, 1);
    let results = [("samegame", 1), ("samegame-batch", 0), ("samegame-list", 1)];
    for (number, (engine, count)) in results.into_iter().enumerate() {
        let campaign = &json[number];
        assert_eq!(campaign["findings"].as_array().unwrap().len(), count, "{engine}");
        let status = if count > 0 { "failed" } else { "passed" };
        assert_eq!(campaign["status"], status, "{engine}");
        let rows: Vec<&str> = printed.lines().filter(|line| line.starts_with(engine)).collect();
        let end = if count == 0 { "  no divergence" } else { "  1 divergence" };
        let row = rows.iter().find(|row| row.split_whitespace().next() == Some(engine));
        assert!(row.is_some_and(|row| row.ends_with(end)), "{engine}: {printed}");
    }
    assert!(printed.contains("\nDIVERGENCE samegame-list: engine and oracle differ"), "{printed}");
    let verdict = "\nnote: samegame-batch and the oracle agree; samegame and samegame-list agree on \
                   another answer\n";
    assert!(printed.contains(verdict), "{printed}");
}

#[test]
fn distinct_findings_are_collected_saved_and_the_same_on_any_number_of_threads() {
    let runs = ["1", "3"].map(|threads| {
        let folder = folder(&[]);
        let arguments = ["--cases", "400", "--findings", "9", "--threads", threads];
        let engine = ["--engine", "samegame"];
        let (code, printed, json) =
            verify(OF_TWO_ENGINES, folder.path(), &[&arguments[..], &engine].concat());
        assert_eq!(code, 1);
        let reports = json[0]["findings"].as_array().unwrap();
        let shrunk: Vec<_> =
            reports.iter().map(|report| report["details"]["shrunk"].clone()).collect();
        assert!(shrunk.len() > 1, "{printed}");
        let saved = fs::read_dir(folder.path().join("twinboard-out")).unwrap().count();
        assert_eq!((saved, printed.matches("\nsaved as ").count()), (shrunk.len(), shrunk.len()));
        for (one, number) in shrunk.iter().zip(1..) {
            assert_eq!(shrunk.iter().filter(|other| one == *other).count(), 1, "{shrunk:?}");
            assert!(printed.contains(&format!("\n   {number}  engine and oracle differ in ")));
        }
        let failing = json[0]["figures"]["failing_cases"].as_u64().unwrap();
        assert!(failing > shrunk.len() as u64);
        assert!(printed.contains(&format!("\n{failing} cases failed, ")), "{printed}");
        // The campaign went on to its end.
        assert_eq!(json[0]["figures"]["cases"], 462);
        (shrunk, json[0]["tables"].clone(), failing)
    });
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn known_differences_are_counted_and_the_campaign_goes_on() {
    let folder = folder(&[("known.toml", KNOWN.as_bytes()), (CASE, TWO_GAPS.as_bytes())]);
    let known = ["--known", "known.toml"];
    let arguments = [&ON_A_CASE, &known[..]].concat();
    let (code, printed, json) = verify(OF_TWO_ENGINES, folder.path(), &arguments);
    assert_eq!(code, 1, "samegame-batch does not show it, so its entry is stale: {printed}");
    assert!(printed.contains(
        "\nfailed: the known difference `only the lower gap is closed` is stale: on its case, both"
    ));
    let of_two = KNOWN.replace("kind", "engine = \"samegame\"\nkind");
    let of_two = format!("{of_two}{}", of_two.replace("\"samegame\"", "\"samegame-list\""));
    fs::write(folder.path().join("known.toml"), of_two).unwrap();
    let (code, printed, other) = verify(OF_TWO_ENGINES, folder.path(), &arguments);
    assert_eq!(code, 0, "{printed}");
    let cases = other[0]["figures"]["known"][0]["cases"].as_u64().unwrap();
    assert!(cases > 10 && cases == json[0]["figures"]["known"][0]["cases"].as_u64().unwrap());
    assert_eq!(other[0]["figures"]["cases"], 201);
    let line = format!("known: {cases} cases, `only the lower gap is closed`\n");
    assert!(printed.contains(&line), "{printed}");
    // Without the fault both entries are stale.
    let (code, printed, json) = verify("none", folder.path(), &arguments);
    assert_eq!(
        (code, json[0]["figures"]["known"][0]["stale"].as_str()),
        (1, Some("both sides agree"))
    );
    assert!(printed.contains("  no divergence, FAILED\n"), "{printed}");

    let diff = |arguments: &[&str]| {
        let mut diff =
            planted(OF_TWO_ENGINES, &[&["diff", "--rules", "samegame"], arguments].concat());
        diff.current_dir(folder.path()).assert()
    };
    let done = diff(&[&known[..], &[CASE]].concat()).success();
    done.stdout(starts_with("known: `only the lower gap is closed`, at step 1 of cases/case\n"))
        .stdout(contains("1 case in 1 file: no divergence, 1 known difference\n"));
    diff(&[CASE]).code(1).stdout(starts_with("DIVERGENCE samegame: "));
    // A process that plays a case for a report tells this from a case that it played to its end.
    let probe = |arguments: &[&str]| {
        let mut probe = planted(OF_TWO_ENGINES, &[&["probe", "samegame"], arguments].concat());
        probe.current_dir(folder.path()).write_stdin(TWO_GAPS).assert()
    };
    probe(&known).code(2).stderr(contains("1 case was left out: it ends at a known difference"));
    probe(&[]).code(1);
}

#[test]
fn a_file_of_known_differences_that_makes_no_sense_is_refused_with_its_place() {
    for (file, place) in [
        ("[[known]]\nreason = \"why\"\n", "missing field `kind`"),
        ("[[known]]\nreason = 'a'\nkind = 'differ'\n", "line 3, column 8"),
        ("[[known]]\nreason = ' '\nkind = 'differs'\n", "expected a text that is not blank"),
        ("[[known]]\nreason = 'a'\nkind = 'hung'\n", "a hang, or the end of"),
        ("[[known]]\nreason = 'a'\nkind = 'broken'\ncontains = ''\n", "line 4, column 12"),
        (
            "[[known]]\nreason = 'a'\nkind = 'broken'\naspect = 'outcome'\n",
            "only findings of the kind `differs` have an aspect",
        ),
        (
            "[[known]]\nreason = 'a'\nkind = 'differs'\ninvariant = 'SG-1'\n",
            "only findings of the kinds `broken`",
        ),
        ("[[known]]\nreasons = 'a'\n", "unknown field `reasons`"),
        ("[[known]]\nreason = \n", "line 2, column 10"),
        ("\u{e9} = 1\n", "line 1, column 1"),
        (
            "[[known]]\nreason = 'a'\nkind = 'differs'\nengine = 'samegame'\ncase = '1 1 x'\n",
            "the case of the known difference `a`",
        ),
    ] {
        let folder = folder(&[("known.toml", file.as_bytes())]);
        let known = ["verify", "samegame", "--cases", "1", "--known", "known.toml"];
        let mut verify = twinboard(&known);
        let done = verify.current_dir(folder.path()).assert().code(2);
        done.stdout(is_empty()).stderr(contains(place));
    }
}

#[test]
fn several_engines_of_the_command_line_play_and_have_a_verdict() {
    let folder = folder(&[(CASE, TWO_GAPS.as_bytes())]);
    let engines =
        ["--engine", "samegame", "--engine", "samegame-batch", "--engine", "samegame-list"];
    let diff = |fault, engines: &[&str]| {
        let diff = ["diff", "--rules", "samegame", CASE];
        let mut diff = planted(fault, &[&diff, engines].concat());
        lossy(&diff.current_dir(folder.path()).output().unwrap().stdout)
    };
    let printed = diff(OF_TWO_ENGINES, &engines);
    for engine in ["samegame", "samegame-list"] {
        assert!(printed.contains(&format!("DIVERGENCE {engine}: ")), "{printed}");
    }
    assert!(!printed.contains("DIVERGENCE samegame-batch"), "{printed}");
    let verdict = "\nsamegame-batch and the oracle agree; samegame and samegame-list agree on \
                   another answer\n\n1 case in 1 file: 2 divergences\n";
    assert!(printed.ends_with(verdict), "{printed}");
    assert!(
        diff(OF_TWO_ENGINES, &engines[..4]).contains("\nsamegame-batch and the oracle agree; ")
    );
    assert_eq!(diff("none", &engines), "1 case in 1 file: no divergence\n");
}

#[test]
fn an_engine_in_the_place_of_the_oracle_is_compared_with_another_one() {
    let folder = folder(&[]);
    let with = |oracle| {
        let arguments = ["--cases", "200", "--engine", "samegame", "--oracle", oracle];
        verify(OF_TWO_ENGINES, folder.path(), &arguments)
    };
    // Both have the fault, so nothing differs; only the invariant shows it.
    let (_, printed, json) = with("samegame-list");
    let finding = &json[0]["findings"][0]["details"]["divergence"]["finding"];
    assert_eq!((&finding["kind"], &finding["side"]), (&"broken".into(), &Value::Null), "{printed}");
    let (code, printed, json) = with("samegame-batch");
    assert_eq!((code, json[0]["figures"]["oracle"].as_str()), (1, Some("samegame-batch")));
    let diff = " twinboard diff --engine samegame --oracle samegame-batch twinboard-out/samegame-";
    assert!(printed.contains(diff), "{printed}");
    // The command that the report shows fails again.
    let saved = json[0]["findings"][0]["details"]["saved"].as_str().unwrap();
    let again = ["diff", "--engine", "samegame", "--oracle", "samegame-batch", saved];
    planted(OF_TWO_ENGINES, &again).current_dir(folder.path()).assert().code(1);
    // The oracle itself is not among the engines.
    let arguments = ["--cases", "20", "--oracle", "samegame-batch"];
    let (_, _, json) = verify("none", folder.path(), &arguments);
    let engines =
        json.as_array().unwrap().iter().map(|campaign| campaign["figures"]["engine"].as_str());
    assert_eq!(engines.collect::<Vec<_>>(), [None, Some("samegame-list")]);
}

#[test]
fn each_engine_plays_its_own_rule_set() {
    let both = ["verify", "samegame", "paint", "--cases", "9", "--seed", "1"];
    let both = [&both[..], &["--engine", "samegame", "--engine", "paint", "-v"]].concat();
    let done = twinboard(&both).assert().success();
    done.stdout(contains("samegame: no divergence (").and(contains("paint: no divergence (")));
}

#[test]
fn a_rule_set_without_an_engine_demands_one() {
    let folder = folder(&[("seven.txt", b"7\n")]);
    let file = folder.path().join("seven.txt");
    let oracles = |arguments: &[&str]| {
        let mut command = nim(arguments);
        command.env("NIM", "oracles").current_dir(folder.path());
        command
    };
    let demand = "memory has an oracle and no engine of its own, so there is nothing to compare: \
                  name one with --engine COMMAND\n";
    for arguments in [
        &["verify", "memory"][..],
        &["exhaust", "memory", "--shapes", "3"],
        &["perft", text(&file), "-r", "memory", "-d", "2"],
        &["perft", text(&file), "-r", "memory", "-d", "2", "--count"],
        &["diff", text(&file), "-r", "memory"],
        &["shrink", text(&file), "-r", "memory"],
        &["verify", "memory", "--engine", "memory"],
    ] {
        oracles(arguments).assert().code(2).stdout(is_empty()).stderr(contains(demand));
    }
    let built_in = "name one with --engine COMMAND, or a built-in one: nim-four\n";
    let exhaust = ["exhaust", "nim", "--shapes", "9"];
    oracles(&exhaust).assert().code(2).stderr(contains(built_in));
    oracles(&[&exhaust[..], &["--engine", "nim-four"]].concat()).assert().code(1);
    // The other engines play, and the oracle is not compared with itself.
    let verify = ["verify", "--cases", "100", "--seed", "1"];
    oracles(&verify)
        .assert()
        .code(1)
        .stdout(contains("DIVERGENCE nim-four"))
        .stdout(contains("no divergence").not())
        .stderr(contains("not played, because they have no engine without --engine: memory\n"));
    // One side alone needs no engine.
    let count = ["perft", text(&file), "-r", "memory", "-d", "2", "--count", "--only", "oracle"];
    oracles(&count).assert().success();
    oracles(&["show", text(&file), "-r", "memory"]).assert().success();
}

#[test]
fn a_rule_set_that_cannot_make_a_case_is_an_error_and_no_divergence() {
    let to_draw = "drawing a set-up (`generate_setup`)";
    for (setups, reason) in [
        ("panic", format!("it panics while {to_draw}: no set-up fits at ")),
        ("hang", format!("it hangs while {to_draw}: it did not return within 0.4 s. ")),
        ("none", format!("it fails while {to_draw}: in each of 100 cases, ")),
    ] {
        let mut command = nim(&["verify", "memory", "--time", "60s", "--step-limit", "0.2s"]);
        let done = command.env("SETUPS", setups).assert().code(2);
        let error = "error: memory: the rule set is at fault, not engine or oracle: ";
        done.stdout(contains("DIVERGENCE").not()).stderr(contains(format!("{error}{reason}")));
    }
    let done = nim(&["generate", "memory", "--seed", "1"]).env("SETUPS", "none").assert().code(2);
    done.stdout(is_empty()).stderr(contains("`generate_setup` gave no set-up"));
}

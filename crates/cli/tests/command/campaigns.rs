//! Campaigns of several engines with a fault planted in some of them: each plays to its end, several
//! findings are collected, known differences are counted, and the engines have a verdict.

use crate::prelude::*;

/// A campaign with a corpus of one case, [`CASE`]: the whole corpus takes long on three engines.
const ON_A_CASE: &str = "--cases 200 --corpus cases";

/// The file of [`ON_A_CASE`].
const CASE: &str = "cases/case";

/// A known difference that covers [`LOWEST_RUN`].
const KNOWN: &str = r#"
[[known]]
reason = "only the lower gap is closed"
kind = "differs"
case = "4 2\n0 0\n1 0\n0 0\n1 0\n1 1\n0 0\n0 0\n"
"#;

/// A campaign with a fault in a folder, which ends with this code, and its output and campaigns as
/// JSON.
fn verify(fault: &str, folder: &TempDir, arguments: &str, code: i32) -> (String, Value) {
    let verify = format!("verify samegame --seed 1 --json result.json {arguments}");
    let output = planted(fault, &verify).current_dir(folder).output().unwrap();
    let (stdout, stderr) = ended(&output, code);
    (stdout + &stderr, json_file(&folder.path().join("result.json"))["tests"].clone())
}

#[test]
fn every_engine_plays_to_its_end_although_another_one_differs() {
    let folder = folder(&[(CASE, TWO_GAPS)]);
    let (printed, json) = verify(LOWEST_RUN, &folder, ON_A_CASE, 1);
    for (number, (engine, count, status, end)) in [
        ("samegame", 1, "failed", "  1 divergence"),
        ("samegame-batch", 0, "passed", "  no divergence"),
        ("samegame-list", 1, "failed", "  1 divergence"),
    ]
    .into_iter()
    .enumerate()
    {
        let campaign = &json[number];
        assert_eq!(campaign["findings"].as_array().unwrap().len(), count, "{engine}");
        assert_eq!(campaign["status"], status, "{engine}");
        let mut lines = printed.lines();
        let row = lines.find(|line| line.split_whitespace().next() == Some(engine));
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
        let arguments = "--cases 400 --findings 9 --engine samegame --threads";
        let (printed, json) = verify(LOWEST_RUN, &folder, &format!("{arguments} {threads}"), 1);
        let reports = json[0]["findings"].as_array().unwrap();
        let shrunk: Vec<_> =
            reports.iter().map(|report| report["details"]["shrunk"].clone()).collect();
        assert!(shrunk.len() > 1, "{printed}");
        let saved = names_in(&folder.path().join("twinboard-out")).len();
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
    let folder = folder(&[("known.toml", KNOWN.as_bytes()), (CASE, TWO_GAPS)]);
    let known = "--known known.toml";
    let arguments = format!("{ON_A_CASE} {known}");
    // `samegame-batch` does not show it, so its entry is stale.
    let (printed, json) = verify(LOWEST_RUN, &folder, &arguments, 1);
    assert!(printed.contains(
        "\nfailed: the known difference `only the lower gap is closed` is stale: on its case, both"
    ));
    let of_two = KNOWN.replace("kind", "engine = \"samegame\"\nkind");
    let of_two = format!("{of_two}{}", of_two.replace("\"samegame\"", "\"samegame-list\""));
    fs::write(folder.path().join("known.toml"), of_two).unwrap();
    let (printed, other) = verify(LOWEST_RUN, &folder, &arguments, 0);
    let cases = other[0]["figures"]["known"][0]["cases"].as_u64().unwrap();
    assert!(cases > 10 && cases == json[0]["figures"]["known"][0]["cases"].as_u64().unwrap());
    assert_eq!(other[0]["figures"]["cases"], 201);
    let line = format!("known: {cases} cases, `only the lower gap is closed`\n");
    assert!(printed.contains(&line), "{printed}");
    // Without the fault both entries are stale.
    let (printed, json) = verify("none", &folder, &arguments, 1);
    assert_eq!(json[0]["figures"]["known"][0]["stale"], "both sides agree");
    assert!(printed.contains("  no divergence, FAILED\n"), "{printed}");

    let run = |arguments: String, code| {
        let mut command = planted(LOWEST_RUN, &arguments);
        command.current_dir(&folder).write_stdin(TWO_GAPS).assert().code(code)
    };
    run(format!("diff --rules samegame {known} {CASE}"), 0)
        .stdout(starts_with("known: `only the lower gap is closed`, at step 1 of cases/case\n"))
        .stdout(contains("1 case in 1 file: no divergence, 1 known difference\n"));
    run(format!("diff --rules samegame {CASE}"), 1).stdout(starts_with("DIVERGENCE samegame: "));
    // A process that plays a case for a report tells this from a case that it played to its end.
    run(format!("probe samegame {known}"), 2)
        .stderr(contains("1 case was left out: it ends at a known difference"));
    run("probe samegame".into(), 1);
}

#[test]
fn a_file_of_known_differences_that_makes_no_sense_is_refused_with_its_place() {
    for (entry, place) in [
        ("reason = \"why\"\n", "missing field `kind`"),
        ("reason = 'a'\nkind = 'differ'\n", "line 3, column 8"),
        ("reason = ' '\nkind = 'differs'\n", "expected a text that is not blank"),
        ("reason = 'a'\nkind = 'hung'\n", "a hang, or the end of"),
        ("reason = 'a'\nkind = 'broken'\ncontains = ''\n", "line 4, column 12"),
        (
            "reason = 'a'\nkind = 'broken'\naspect = 'outcome'\n",
            "only findings of the kind `differs` have an aspect",
        ),
        (
            "reason = 'a'\nkind = 'differs'\ninvariant = 'SG-1'\n",
            "only findings of the kinds `broken`",
        ),
        ("reasons = 'a'\n", "unknown field `reasons`"),
        ("reason = \n", "line 2, column 10"),
        (
            "reason = 'a'\nkind = 'differs'\nengine = 'samegame'\ncase = '1 1 x'\n",
            "the case of the known difference `a`",
        ),
        // No entry.
        ("\u{e9} = 1\n", "line 1, column 1"),
    ] {
        let head = if entry.starts_with('r') { "[[known]]\n" } else { "" };
        let folder = folder(&[("known.toml", format!("{head}{entry}").as_bytes())]);
        let done = run_in(&folder, "verify samegame --cases 1 --known known.toml", 2);
        done.stdout(is_empty()).stderr(contains(place));
    }
}

#[test]
fn several_engines_of_the_command_line_play_and_have_a_verdict() {
    let folder = folder(&[(CASE, TWO_GAPS)]);
    let diff = |fault, engines: &str| {
        let mut diff = planted(fault, format!("diff --rules samegame {CASE} {engines}"));
        lossy(&diff.current_dir(&folder).output().unwrap().stdout)
    };
    let two = "--engine samegame --engine samegame-batch";
    let three = format!("{two} --engine samegame-list");
    let printed = diff(LOWEST_RUN, &three);
    for engine in ["samegame", "samegame-list"] {
        assert!(printed.contains(&format!("DIVERGENCE {engine}: ")), "{printed}");
    }
    assert!(!printed.contains("DIVERGENCE samegame-batch"), "{printed}");
    let verdict = "\nsamegame-batch and the oracle agree; samegame and samegame-list agree on \
                   another answer\n\n1 case in 1 file: 2 divergences\n";
    assert!(printed.ends_with(verdict), "{printed}");
    assert!(diff(LOWEST_RUN, two).contains("\nsamegame-batch and the oracle agree; "));
    assert_eq!(diff("none", &three), "1 case in 1 file: no divergence\n");
}

#[test]
fn an_engine_in_the_place_of_the_oracle_is_compared_with_another_one() {
    let folder = folder(&[]);
    let with = |oracle| {
        let arguments = format!("--cases 200 --engine samegame --oracle {oracle}");
        verify(LOWEST_RUN, &folder, &arguments, 1)
    };
    // Both have the fault, so nothing differs; only the invariant shows it.
    let (printed, json) = with("samegame-list");
    let finding = &json[0]["findings"][0]["details"]["divergence"]["finding"];
    assert_eq!((&finding["kind"], &finding["side"]), (&"broken".into(), &Value::Null), "{printed}");
    let (printed, json) = with("samegame-batch");
    assert_eq!(json[0]["figures"]["oracle"], "samegame-batch");
    let diff = "diff --engine samegame --oracle samegame-batch";
    assert!(printed.contains(&format!(" twinboard {diff} twinboard-out/samegame-")), "{printed}");
    // The command that the report shows fails again.
    let saved = json[0]["findings"][0]["details"]["saved"].as_str().unwrap();
    planted(LOWEST_RUN, diff).arg(saved).current_dir(&folder).assert().code(1);
    // The oracle itself is not among the engines.
    let (_, json) = verify("none", &folder, "--cases 20 --oracle samegame-batch", 0);
    let engines =
        json.as_array().unwrap().iter().map(|campaign| campaign["figures"]["engine"].as_str());
    assert_eq!(engines.collect::<Vec<_>>(), [None, Some("samegame-list")]);
}

#[test]
fn each_engine_plays_its_own_rule_set() {
    let both = "verify samegame paint --cases 9 --seed 1 --engine samegame --engine paint -v";
    let done = twinboard(both).assert().success();
    done.stdout(contains("samegame: no divergence (").and(contains("paint: no divergence (")));
}

#[test]
fn a_rule_set_without_an_engine_demands_one() {
    let folder = folder(&[("seven.txt", b"7\n")]);
    let oracles = |arguments: &str, code| {
        let mut command = nim(arguments);
        command.env("NIM", "oracles").current_dir(&folder).assert().code(code)
    };
    let demand = "memory has an oracle and no engine of its own, so there is nothing to compare: \
                  name one with --engine COMMAND\n";
    for arguments in [
        "verify memory",
        "exhaust memory --shapes 3",
        "perft seven.txt -r memory -d 2",
        "perft seven.txt -r memory -d 2 --count",
        "diff seven.txt -r memory",
        "shrink seven.txt -r memory",
        "verify memory --engine memory",
    ] {
        oracles(arguments, 2).stdout(is_empty()).stderr(contains(demand));
    }
    let built_in = "name one with --engine COMMAND, or a built-in one: nim-four\n";
    oracles("exhaust nim --shapes 9", 2).stderr(contains(built_in));
    oracles("exhaust nim --shapes 9 --engine nim-four", 1);
    // The other engines play, and the oracle is not compared with itself.
    oracles("verify --cases 100 --seed 1", 1)
        .stdout(contains("DIVERGENCE nim-four"))
        .stdout(contains("no divergence").not())
        .stderr(contains("not played, because they have no engine without --engine: memory\n"));
    // One side alone needs no engine.
    oracles("perft seven.txt -r memory -d 2 --count --only oracle", 0);
    oracles("show seven.txt -r memory", 0);
}

#[test]
fn a_rule_set_that_cannot_make_a_case_is_an_error_and_no_divergence() {
    let to_draw = "drawing a set-up (`generate_setup`)";
    for (setups, reason) in [
        ("panic", format!("it panics while {to_draw}: no set-up fits at ")),
        ("hang", format!("it hangs while {to_draw}: it did not return within 0.4 s. ")),
        ("none", format!("it fails while {to_draw}: in each of 100 cases, ")),
    ] {
        let mut command = nim("verify memory --time 60s --step-limit 0.2s");
        let done = command.env("SETUPS", setups).assert().code(2);
        let error = "error: memory: the rule set is at fault, not engine or oracle: ";
        done.stdout(contains("DIVERGENCE").not()).stderr(contains(format!("{error}{reason}")));
    }
    let done = nim("generate memory --seed 1").env("SETUPS", "none").assert().code(2);
    done.stdout(is_empty()).stderr(contains("`generate_setup` gave no set-up"));
}

//! `twinboard bench`: its tables and JSON. No test asserts a time.

use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;
use twinboard_harness::bench::Suite;

use super::support::{folder, lossy, nim, text, twinboard};

/// A time so short that only the minimum of rounds is measured.
const SHORT: [&str; 3] = ["bench", "--time", "10ms"];

/// The rule sets with their workloads.
fn suites() -> Vec<(&'static str, Suite)> {
    twinboard_cli::registrations().iter().map(|one| (one.name(), one.suite())).collect()
}

/// Asserts that the results have all workloads with all contenders and figures.
fn assert_is_complete(json: &Value, suites: Vec<(&'static str, Suite)>) {
    let results = json["rule_sets"].as_array().unwrap();
    assert_eq!(results.len(), suites.len());
    for (results, (rule_set, suite)) in results.iter().zip(suites) {
        assert_eq!(results["rule_set"], rule_set);
        assert_eq!(results["interrupted"], false);
        assert_eq!(results["debug_assertions"], cfg!(debug_assertions));
        let measured = results["workloads"].as_array().unwrap();
        assert_eq!(measured.len(), suite.workloads.len());
        for (measured, workload) in measured.iter().zip(suite.workloads) {
            assert_eq!(measured["name"], workload.name);
            assert!(measured["rounds"].as_u64().unwrap() >= 3);
            let lines = measured["lines"].as_array().unwrap();
            assert_eq!(lines.len(), workload.contenders.len());
            for (line, contender) in lines.iter().zip(workload.contenders) {
                assert_eq!(line["contender"], contender.name);
                for figure in ["median", "lower", "upper"] {
                    assert!(line["ns_per_unit"][figure].as_f64().unwrap() > 0.0);
                }
                for over in line["over"].as_array().unwrap() {
                    assert!(over["ratio"]["median"].as_f64().unwrap() > 0.0);
                }
                assert!(line["units"].as_u64().unwrap() > 0);
            }
        }
        assert!(!results["notes"].as_array().unwrap().is_empty());
        let body = &results["fuzz_body"];
        assert!(body["executions_per_second"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn every_workload_has_a_table_with_all_contenders_and_ratios() {
    let folder = folder(&[]);
    let path = folder.path().join("new/bench.json");
    let done = twinboard(&[&SHORT[..], &["samegame", "--json", text(&path)]].concat()).assert();
    let done = done.success().stderr(is_empty());
    let printed = lossy(&done.get_output().stdout);
    let (_, suite) = suites().into_iter().find(|(name, _)| *name == "samegame").unwrap();
    for workload in suite.workloads {
        let table = printed.split(&format!("{}: {}\n", workload.name, workload.about)).nth(1);
        let table = table.and_then(|rest| rest.split("\n\n").next()).expect("there is a table");
        let head = table.lines().next().unwrap();
        assert!(head.contains(&format!("time/{}", workload.unit)), "{table}");
        assert!(head.contains("× plain") && head.contains("× oracle"), "{table}");
        for contender in workload.contenders {
            let starts = |line: &&str| line.starts_with(&format!("  {}  ", contender.name));
            let row = table.lines().find(starts).unwrap_or_else(|| panic!("{table}"));
            assert!(row.contains("ns ") || row.contains("µs ") || row.contains("ms "), "{table}");
        }
    }
    assert!(
        printed.contains("\nfuzz-body: ") && printed.contains("executions per second"),
        "{printed}"
    );
    assert!(printed.contains("samegame: medians of "), "{printed}");
    let is_slow = cfg!(debug_assertions);
    let warning = "warning: this build has debug assertions";
    assert_eq!(printed.contains(warning), is_slow, "{printed}");
    assert_eq!(printed.contains("`cargo bench-twinboard`"), is_slow, "{printed}");
    let json = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let is_measured = |(name, _): &(&str, Suite)| *name == "samegame";
    assert_is_complete(&json, suites().into_iter().filter(is_measured).collect());
}

/// All rule sets are measured by a test of the crate `games`.
#[test]
fn json_is_alone_on_standard_output() {
    let done = nim(&[&SHORT[..], &["nim", "--json", "-"]].concat()).assert().success();
    let done = done.stderr(contains("medians of "));
    let json: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!(json["rule_sets"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_aliases_that_messages_and_documents_name_exist() {
    let root = super::support::repository();
    let config = std::fs::read_to_string(root.join(".cargo/config.toml")).unwrap();
    let config: toml::Table = config.parse().unwrap();
    let alias = |name: &str| config["alias"][name].as_str().unwrap().to_owned();
    assert!(alias("twinboard").contains("--release"));
    for (name, command) in [("bench-twinboard", "bench"), ("play-twinboard", "play")] {
        let end = format!("--profile measure --package twinboard-cli -- {command}");
        assert!(alias(name).ends_with(&end), "{name}");
    }
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    for checks in ["debug-assertions", "overflow-checks"] {
        assert_eq!(manifest["profile"]["measure"][checks].as_bool(), Some(false), "{checks}");
    }
    assert_eq!(manifest["profile"]["release"]["debug-assertions"].as_bool(), Some(true));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_measurements_so_far() {
    use super::support::{interrupt, process, start};

    for long in [&["--time", "1h"][..], &["--horizon", "--limit", "1h"]] {
        let folder = folder(&[]);
        let json = folder.path().join("bench.json");
        let child = start(process(&[&["bench", "--json", text(&json)], long].concat()));
        interrupt(&child);
        let done = child.wait_with_output().unwrap();
        assert_eq!(done.status.code(), Some(130), "{}", lossy(&done.stderr));
        assert!(lossy(&done.stdout).contains(", interrupted"), "{}", lossy(&done.stdout));
        let json: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
        assert_eq!(json["rule_sets"][0]["interrupted"], true);
    }
}

/// The JSON for each kind of positions and the text output, with a time limit of 1 ms.
fn horizon(seed: &str) -> (Vec<Value>, String) {
    let folder = folder(&[]);
    let path = folder.path().join("horizon.json");
    let short = ["bench", "paint", "--horizon", "--positions", "2", "--limit", "1ms"];
    let own = ["--seed", seed, "--json", text(&path)];
    let done = twinboard(&[&short[..], &own].concat()).assert().success().stderr(is_empty());
    let printed = lossy(&done.get_output().stdout);
    let json: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(json["rule_sets"][0]["interrupted"], false);
    assert_eq!(json["rule_sets"][0]["limit_seconds"], 0.001);
    (json["rule_sets"][0]["horizon"].as_array().unwrap().clone(), printed)
}

#[test]
fn horizon_counts_add_up_and_a_seed_gives_the_same_positions() {
    let (seen, printed) = horizon("3");
    let sum = |name: &str| seen.iter().map(|seen| seen[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!(seen.len(), 22, "two groups, by moves left and by live numbers");
    assert!(seen.iter().all(|seen| seen["tried"] == 2 && seen["seconds"].as_f64().unwrap() > 0.0));
    assert!(seen.iter().all(|seen| seen["proved"].as_u64() <= seen["tried"].as_u64()));
    let (tried, proved) = (sum("tried"), sum("proved"));
    // Positions with one move left are easy to prove.
    assert!(tried == 44 && proved > 0, "{printed}");
    assert!(printed.contains(&format!("paint: {proved} of {tried} positions proved")), "{printed}");
    assert!(seen.iter().any(|seen| seen["counts"]["nodes"].as_u64().unwrap() > 0));
    let drawn = |seen: &[Value]| -> Vec<Value> {
        seen.iter().map(|seen| seen["checksum"].clone()).collect()
    };
    assert_eq!(drawn(&seen), drawn(&horizon("3").0));
    assert_ne!(drawn(&seen), drawn(&horizon("4").0));
}

#[test]
fn horizon_is_refused_without_a_solver_or_with_wrong_options() {
    for arguments in [
        &["bench", "samegame", "--horizon"][..],
        &["bench", "paint", "--positions", "3"],
        &["bench", "paint", "--horizon", "--time", "1s"],
    ] {
        twinboard(arguments).assert().code(2).stdout(is_empty()).stderr(is_empty().not());
    }
}

#[test]
fn the_largest_seed_is_followed_by_the_smallest() {
    let seed = u64::MAX.to_string();
    let more = ["samegame", "--seed", &seed, "--json", "-"];
    let done = twinboard(&[&SHORT[..], &more].concat()).assert().success();
    let json: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!(json["rule_sets"][0]["seed"], u64::MAX);
}

#[test]
fn a_run_is_compared_with_a_baseline_of_the_same_machine_build_and_seed() {
    let folder = folder(&[("other.json", b"{}")]);
    let run = |arguments: &[&str]| {
        nim(&[&SHORT[..], &["nim"], arguments].concat()).current_dir(folder.path()).assert()
    };
    run(&["--save", "new/base.json"]).success();
    let path = folder.path().join("new/base.json");
    let done = run(&["--baseline", "new/base.json", "--save", "new/base.json"]).success();
    done.stdout(contains("nim: speed as a multiple of the baseline\n"))
        .stdout(contains("random-games, oracle"))
        .stdout(contains("not in the baseline").not());
    // Times of other surroundings say nothing.
    let saved = std::fs::read_to_string(&path).unwrap();
    for (words, other, complaint) in [
        ("\"cpu\": \"", "\"cpu\": \"abacus of ", "it is of the CPU `abacus of "),
        ("\"seed\": 1", "\"seed\": 7", "it is of --seed 7, this is --seed 1"),
        ("\"nim\"", "\"chess\"", "has nothing of nim"),
        ("\"version\": 1", "\"version\": 9", "is no baseline"),
    ] {
        assert!(saved.contains(words), "{words}: {saved}");
        std::fs::write(&path, saved.replace(words, other)).unwrap();
        run(&["--baseline", "new/base.json"])
            .code(2)
            .stdout(is_empty())
            .stderr(contains(complaint));
    }
    run(&["--baseline", "other.json"]).code(2).stderr(contains("other.json is no baseline"));
}

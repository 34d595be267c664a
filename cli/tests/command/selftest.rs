//! Whether the checks of the checks can fail: `selftest` and `corpus stats`, with programs that have the
//! faults, or claim to.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use predicates::function::function;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty};
use serde_json::Value;
use tempfile::TempDir;

use super::support::{
    folder, interrupt, lossy, planted_process, process, repository, start, text, twinboard,
};

/// A fault that every check notices at once.
const PLAIN: &str = "samegame-last-row";
/// Another one.
const OTHER: &str = "samegame-last-column";

/// The command with the faults.
fn real() -> PathBuf {
    planted_process(PLAIN, &[]).get_program().into()
}

/// What does something else where this shell code says so, and in all other cases the same as the real
/// one, which is `$REAL`.
fn pretender(code: &str) -> (TempDir, PathBuf) {
    let real = real();
    let script = format!("#!/bin/sh\nREAL='{}'\n{code}\nexec \"$REAL\" \"$@\"\n", real.display());
    let folder = folder(&[("pretender", script.as_bytes())]);
    let path = folder.path().join("pretender");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    (folder, path)
}

/// `selftest` with these faults, and with one check unless there are others.
fn selftest(program: &Path, faults: &str, arguments: &[&str]) -> assert_cmd::Command {
    let own = ["selftest", "--program", text(program), "--faults", faults, "--cases", "200"];
    let checks = if arguments.contains(&"--checks") { &[][..] } else { &["--checks", "verify"] };
    twinboard(&[&own[..], checks, arguments].concat())
}

#[test]
fn a_fault_that_is_noticed_stands_in_the_table_and_in_the_result() {
    let folder = folder(&[]);
    let json = folder.path().join("result.json");
    selftest(&real(), PLAIN, &["--checks", "verify,exhaust", "--json", text(&json)])
        .assert()
        .success()
        .stderr(function(|said: &str| {
            // What is done is said when it is, for those who read a log.
            said.lines().count() == 4 && said.lines().all(|line| line.contains(" of 2 checks: "))
        }))
        .stdout(contains("\nsamegame-last-row  SG-6    "))
        .stdout(contains("\nverify: 1 of 1, in ").and(contains("\nexhaust: 1 of 1, in ")))
        .stdout(contains("\n1 of 1 faults detected\n"));
    let json: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(json[0]["name"], PLAIN);
    let checks = json[0]["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 2);
    for check in checks {
        assert_eq!(check["noticed"], "yes");
        assert!(check["cases"].as_u64().unwrap() < 100, "{check}");
        assert!(check["bytes"].as_u64().unwrap() < 40, "{check}");
    }
}

#[test]
fn a_fault_that_nothing_notices_fails() {
    // All small boards are more than can be looked at in no time.
    selftest(&real(), PLAIN, &["--checks", "exhaust", "--time", "1ms"])
        .assert()
        .code(1)
        .stdout(contains("\nexhaust: 0 of 1\n"))
        .stdout(contains("\n1 of 1 faults not detected: samegame-last-row\n"));
}

#[test]
fn a_check_that_complains_of_everything_shows_nothing() {
    let always = "[ $TWINBOARD_PLANTED = none ] && export TWINBOARD_PLANTED=samegame-last-row";
    let (_folder, program) = pretender(always);
    selftest(&program, OTHER, &[]).assert().code(2).stdout(is_empty()).stderr(contains(
        "verify of samegame fails without any fault, so its results would mean nothing",
    ));
    twinboard(&["corpus", "stats", "samegame", "--program", text(&program)])
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains(" fails without any fault, so its results would mean nothing"));
}

#[test]
fn a_check_that_says_nothing_costs_the_others_nothing() {
    let odd = format!("[ $TWINBOARD_PLANTED = {PLAIN} ] && echo no room >&2 && exit 2");
    for (code, ended) in
        [(odd.as_str(), "exit status: 2"), (&odd.replace("exit 2", "kill -9 $$"), "signal: 9")]
    {
        let (_folder, program) = pretender(code);
        selftest(&program, &format!("{PLAIN},{OTHER}"), &[])
            .assert()
            .code(2)
            .stdout(contains("\nsamegame-last-row     SG-6    failed\n"))
            .stdout(contains("\nverify: 1 of 2, in "))
            .stdout(contains("\nno result for 1 of 2 faults: samegame-last-row\n"))
            .stderr(contains(format!("verify of samegame-last-row ended with {ended}")))
            .stderr(contains("and no finding; output:\n").and(contains("no room")))
            .stderr(contains("1 of 1 checks: samegame without a fault, verify: no\n"));
    }
}

#[test]
fn ctrl_c_ends_what_the_checks_have_started_too() {
    let folder = folder(&[]);
    let pid = folder.path().join("pid");
    let code = format!(
        "[ $TWINBOARD_PLANTED = {PLAIN} ] && {{ sleep 1000 & echo $! > '{}'; wait; }}",
        pid.display()
    );
    let (_folder, program) = pretender(&code);
    let faults = format!("{OTHER},{PLAIN}");
    let own = ["selftest", "--program", text(&program), "--faults", &faults, "--cases", "200"];
    let child = start(process(&[&own[..], &["--checks", "verify"]].concat()));
    super::support::wait_until("the check is under way", || {
        fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n'))
    });
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", lossy(&output.stderr));
    let said = lossy(&output.stdout);
    assert!(said.contains("\nsamegame-last-column  SG-1    "), "{said}");
    assert!(said.ends_with("\ninterrupted; 1 of 1 faults detected\n"), "{said}");
    // Whoever kills it loses nothing either.
    let before = lossy(&output.stderr);
    assert!(before.contains("\n1 of 2 checks: samegame-last-column, verify: "), "{before}");
    let process = format!("/proc/{}", fs::read_to_string(&pid).unwrap().trim());
    let began = Instant::now();
    while fs::exists(&process).unwrap() {
        assert!(began.elapsed() < Duration::from_secs(5), "{process} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn corpus_stats_say_what_each_file_notices() {
    let list = format!(
        r#"[{{"name":"{PLAIN}","rule_set":"samegame","clause":"SG-6","imitates":"-"}},{{"name":"none","rule_set":"samegame","clause":"SG-1","imitates":"-"}}]"#
    );
    let (folder, program) =
        pretender(&format!("[ $TWINBOARD_PLANTED = all ] && echo '{list}' && exit 0"));
    let json = folder.path().join("result.json");
    let all = walkdir::WalkDir::new(repository().join("corpus/samegame"));
    let files = all.into_iter().filter(|entry| entry.as_ref().unwrap().file_type().is_file());
    let files = files.count();
    twinboard(&["corpus", "stats", "samegame", "--program", text(&program), "--json", text(&json)])
        .assert()
        .success()
        .stdout(contains(format!("\nsamegame: 1 of 2 faults detected by {files} files; ")))
        .stdout(contains("\nnot detected by any file: none\n"))
        .stdout(contains("\n1 file sufficient for all detected faults: corpus/samegame/"));
    let json: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(json[0]["unnoticed"][0], "none");
    assert_eq!(json[0]["files"].as_array().unwrap().len(), files);
}

#[test]
fn what_lists_no_faults_is_refused() {
    let (_folder, program) = pretender("echo 1; exit 0");
    let complaint = format!("error: {} does not list its faults\n", program.display());
    selftest(&program, PLAIN, &[]).assert().code(2).stdout(is_empty()).stderr(diff(complaint));
    let nowhere = program.with_file_name("nowhere");
    let complaint = format!("error: cannot start {}: ", nowhere.display());
    selftest(&nowhere, PLAIN, &[]).assert().code(2).stdout(is_empty()).stderr(contains(complaint));
}

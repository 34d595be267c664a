//! `twinboard selftest`, with the real program that has the faults compiled in,
//! and with scripts that imitate it.

use predicates::function::function;
use predicates::str::diff;

use crate::prelude::*;

/// A fault that every check detects at once.
const PLAIN: &str = "samegame-last-row";
/// Another such fault.
const OTHER: &str = "samegame-last-column";

/// The command with the faults compiled in.
fn real() -> PathBuf {
    planted_process(PLAIN, "").get_program().into()
}

/// A script that runs this shell code first. Unless the code exits, the real command follows, which
/// is `$REAL`.
fn pretender(code: &str) -> (TempDir, PathBuf) {
    let real = real();
    let script = format!("#!/bin/sh\nREAL='{}'\n{code}\nexec \"$REAL\" \"$@\"\n", real.display());
    let folder = folder(&[]);
    let path = folder.path().join("pretender");
    write_program(&path, script);
    (folder, path)
}

/// `selftest` with these faults, and with the check `verify` unless others are given.
fn line(program: &Path, faults: &str, arguments: &str) -> String {
    let checks = if arguments.contains("--checks") { "" } else { "--checks verify" };
    let program = quoted(program);
    format!("selftest --program {program} --faults {faults} --cases 200 {checks} {arguments}")
}

/// The end of that command, which has this code.
fn selftest(program: &Path, faults: &str, arguments: &str, code: i32) -> Assert {
    twinboard(line(program, faults, arguments)).assert().code(code)
}

#[test]
fn a_detected_fault_is_in_the_table_and_in_the_json() {
    let folder = folder(&[]);
    let json = folder.path().join("result.json");
    let options = format!("--checks verify,exhaust --time 5s --json {}", quoted(&json));
    selftest(&real(), PLAIN, &options, 0)
        .stderr(function(|printed: &str| {
            let of_control = |line: &&str| line.starts_with("samegame without a fault, ");
            printed.lines().filter(of_control).count() == 2 && printed.lines().count() == 4
        }))
        .stdout(contains("\nsamegame-last-row  SG-6    "))
        .stdout(contains("\nverify: 1 of 1\n").and(contains("\nexhaust: 1 of 1\n")))
        .stdout(contains("\nsamegame: 1 of 1 fault detected\n"));
    let fault = &json_file(&json)["tests"][0]["figures"]["faults"][0];
    assert_eq!(fault["name"], PLAIN);
    let checks = fault["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 2);
    for check in checks {
        assert_eq!(check["noticed"], "yes");
        assert!(check["cases"].as_u64().unwrap() < 100, "{check}");
        assert!(check["bytes"].as_u64().unwrap() < 40, "{check}");
    }
}

#[test]
fn a_fault_that_no_check_detects_is_a_failure() {
    let never = format!("[ $TWINBOARD_PLANTED = {PLAIN} ] && export TWINBOARD_PLANTED=none");
    let (_folder, program) = pretender(&never);
    selftest(&program, PLAIN, "", 1)
        .stdout(contains("\nverify: 0 of 1\n"))
        .stdout(contains("no check detects samegame-last-row\n"))
        .stdout(contains("\nsamegame: 1 undetected fault\n"));
}

#[test]
fn a_check_that_fails_without_a_fault_is_an_error() {
    let always = "[ $TWINBOARD_PLANTED = none ] && export TWINBOARD_PLANTED=samegame-last-row";
    let (_folder, program) = pretender(always);
    selftest(&program, OTHER, "", 2).stdout(is_empty()).stderr(contains(
        "verify of samegame fails without any fault, so its results would mean nothing",
    ));
}

#[test]
fn a_check_without_a_result_does_not_affect_the_others() {
    let odd = format!("[ $TWINBOARD_PLANTED = {PLAIN} ] && echo no room >&2 && exit 2");
    for (code, ended) in
        [(odd.as_str(), "exit status: 2"), (&odd.replace("exit 2", "kill -9 $$"), "signal: 9")]
    {
        let (_folder, program) = pretender(code);
        selftest(&program, &format!("{PLAIN},{OTHER}"), "", 2)
            .stdout(contains("\nsamegame-last-row     SG-6    failed\n"))
            .stdout(contains("\nverify: 1 of 2\n"))
            .stdout(contains("\nsamegame: 1 of 2 faults detected\n"))
            .stderr(contains(format!("verify of samegame-last-row ended with {ended}")))
            .stderr(contains("and no finding; output:\n").and(contains("no room")))
            .stderr(contains("samegame without a fault, verify: passed\n"));
    }
}

#[test]
fn a_check_that_does_not_end_hangs() {
    let (_folder, program) = pretender(&format!("[ $TWINBOARD_PLANTED = {PLAIN} ] && sleep 1000"));
    selftest(&program, PLAIN, "--hang-limit 20s", 0)
        .stdout(contains("  timeout\n").and(contains("\nverify: 1 of 1\n")));
}

#[test]
fn ctrl_c_also_ends_child_processes_of_the_checks() {
    let folder = folder(&[]);
    let pid = folder.path().join("pid");
    let code = format!(
        "[ $TWINBOARD_PLANTED = {OTHER} ] && {{ sleep 1000 & echo $! > '{}'; wait; }}",
        pid.display()
    );
    let (_folder, program) = pretender(&code);
    let log = folder.path().join("log");
    let mut selftest = process(line(&program, &format!("{PLAIN},{OTHER}"), ""));
    selftest.stdout(Stdio::piped()).stderr(fs::File::create(&log).unwrap());
    let child = selftest.spawn().unwrap();
    wait_until("one check has ended, and the next one is under way", || {
        let says =
            |path: &Path, end: &str| fs::read_to_string(path).is_ok_and(|text| text.contains(end));
        says(&pid, "\n") && says(&log, "\nsamegame-last-row, verify: ")
    });
    interrupt(&child);
    let (printed, _) = ended(&child.wait_with_output().unwrap(), 130);
    assert!(printed.contains("\nsamegame-last-row  SG-6    "), "{printed}");
    assert!(printed.ends_with("\nsamegame: 1 of 1 fault detected, interrupted\n"), "{printed}");
    let process = format!("/proc/{}", fs::read_to_string(&pid).unwrap().trim());
    wait_until("it has ended", || !fs::exists(&process).unwrap());
}

#[test]
fn outside_of_a_clone_only_the_checks_that_need_no_sources_run() {
    let nowhere = folder(&[]);
    let selftest = line(&real(), PLAIN, "--checks verify,fuzz");
    run_in(&nowhere, selftest, 0)
        .stderr(contains("skipping the check `fuzz`: it is built from the sources"))
        .stderr(contains("\nsamegame-last-row, verify: "));
    run_in(&nowhere, "selftest", 2)
        .stdout(is_empty())
        .stderr(contains("no Cargo.toml in this folder or above").and(contains("fuzz").not()));
}

#[test]
fn a_program_without_a_list_of_faults_is_refused() {
    let (_folder, program) = pretender("echo 1; exit 0");
    let complaint = format!("error: {} does not list its faults\n", program.display());
    selftest(&program, PLAIN, "", 2).stdout(is_empty()).stderr(diff(complaint));
    let nowhere = program.with_file_name("nowhere");
    let complaint = format!("error: cannot start {}: ", nowhere.display());
    selftest(&nowhere, PLAIN, "", 2).stdout(is_empty()).stderr(contains(complaint));
}

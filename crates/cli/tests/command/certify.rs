//! `twinboard solve --certificate` and `twinboard certify`.

use std::fs;
use std::path::Path;

use predicates::str::{contains, is_empty};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::support::{folder, planted, text, twinboard};

/// Any game has two moves, one of the pair and the lone number; a number is left then.
const LOST: &str = "3\n1 1 #\n# # #\n# # 1\n";
/// A draw, whose certificate has claims of both bounds.
const DRAWN: &str = "6\n# # 3 # # #\n# 2 # # # #\n# # # 1 # 1\n# # # # # #\n# # # # # #\n\
                     # # 3 # 1 #\n";

/// A folder with a certificate of this board.
fn certificate_of(board: &str) -> (TempDir, String) {
    let folder = folder(&[("board.txt", board.as_bytes())]);
    let file = folder.path().join("board.cert");
    let done = twinboard(&["solve", "paint", "board.txt", "--certificate", "board.cert"])
        .current_dir(&folder)
        .assert()
        .success();
    done.stdout(contains("certificate: board.cert, "));
    (folder, fs::read_to_string(file).unwrap())
}

fn certify(certificate: &str, arguments: &[&str]) -> assert_cmd::Command {
    let arguments = [&["certify", "paint", "-"], arguments].concat();
    let mut command = twinboard(&arguments);
    command.write_stdin(certificate);
    command
}

fn checked(certificate: &str, arguments: &[&str], exit: i32) -> Value {
    let arguments = [&["--json", "-"], arguments].concat();
    let done = certify(certificate, &arguments).assert().code(exit);
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

#[test]
fn a_certificate_of_solve_is_certified() {
    let (_folder, certificate) = certificate_of(DRAWN);
    let json = checked(&certificate, &[], 0);
    assert_eq!((&json["verdict"], &json["board"]), (&json!("certified"), &json!(DRAWN)));
    assert_eq!((&json["assumed"], &json["unclaimed"]), (&json!(0), &json!(0)));
    assert!(json["held"].as_u64() > Some(2), "{json}");
    certify(&certificate, &[]).assert().success().stdout(contains("\ncertified: a "));
}

#[test]
fn a_losing_move_is_refuted_and_drawn() {
    let (_folder, certificate) = certificate_of(LOST);
    let wrong = certificate.replace("at most", "at least").replace("\"loss\"", "\"win\"");
    let wrong =
        wrong.trim_end().strip_suffix('}').unwrap().to_owned() + ",\"move\":\"1\\n2 2\\n\"}\n";
    let drawn = "  the position    the refuting move
  0 | 1 1 #       0 | 1 1 #
  1 | # # #       1 | # # #
  2 | # # 1       2 | # #*1
    +------         +------
      0 1 2           0 1 2

refuted: claim 1 is wrong: its move is a loss
";
    certify(&wrong, &[]).assert().code(1).stdout(contains(drawn)).stderr(is_empty());
    assert_eq!(checked(&wrong, &[], 1)["flaw"]["answer"], "1\n2 2\n");
}

#[test]
fn the_certificate_of_a_wrong_proof_is_refuted() {
    let board = "5\n# # # # #\n# # # # #\n# 1 # # 2\n# 4 4 # #\n# # # # #\n";
    let folder = folder(&[("board.txt", board.as_bytes())]);
    let arguments = ["solve", "paint", "board.txt", "--certificate", "board.cert"];
    // Safe numbers do not count.
    planted("paint-solver-safe-uncounted", &arguments).current_dir(&folder).assert().success();
    let certificate = fs::read_to_string(folder.path().join("board.cert")).unwrap();
    let flaw = &checked(&certificate, &[], 1)["flaw"];
    assert!(flaw["about"].as_str().unwrap().contains(" is a "), "{flaw}");
}

#[test]
fn an_incomplete_check_is_only_not_refuted() {
    let (_folder, certificate) = certificate_of(DRAWN);
    let claims = certificate.lines().count() - 1;
    for (arguments, reason) in [
        (["--time", "1ns"], "claims not checked\nthe time is up\n"),
        (["--moves", "1"], "checked in part\n"),
    ] {
        let done = certify(&certificate, &arguments).assert().code(3);
        done.stdout(contains("\nnot refuted, and not proved: a ")).stdout(contains(reason));
    }
    let shorter: Vec<&str> = certificate.lines().take(claims).collect();
    let done = certify(&shorter.join("\n"), &[]).assert().code(3);
    done.stdout(contains("\nnot refuted, and not proved: a "))
        .stdout(contains("too little is claimed\n"));
}

#[test]
fn a_damaged_certificate_is_reported_with_its_line() {
    let (_folder, certificate) = certificate_of(DRAWN);
    let (head, claims) = certificate.split_once('\n').unwrap();
    for (damaged, message) in [
        (String::new(), "standard input, line 1: expected the head of a certificate"),
        (head.replace("paint", "chess"), "line 1: the certificate is about chess"),
        (head.replace("\"version\":1", "\"version\":2"), "line 1: format 2 is unknown, expected 1"),
        (head.replace("6\\n#", "6\\nx"), "line 1: the board is not valid: "),
        (format!("{head}\n{}", claims.replacen("at ", "over ", 1)), "line 2, column "),
        (format!("{head}\n{{}}"), "line 2, column 2: missing field `board`"),
    ] {
        let done = certify(&damaged, &[]).assert().code(2).stdout(is_empty());
        done.stderr(contains(message));
    }
    let mut bytes = certificate.clone().into_bytes();
    bytes[head.len() + 2] = 0xff;
    let done = twinboard(&["certify", "paint", "-"]).write_stdin(bytes).assert().code(2);
    done.stderr(contains("line 2: expected UTF-8"));
}

#[test]
fn without_a_proof_there_is_no_certificate() {
    let numbers = "1#2#1#2#\n#1#2#1#2\n".repeat(4);
    let folder = folder(&[("board.txt", format!("8\n{numbers}").as_bytes())]);
    let arguments = ["solve", "paint", "board.txt", "--time", "1ms", "--certificate", "c.cert"];
    let done = twinboard(&arguments).current_dir(&folder).assert().code(3);
    done.stdout(contains("no certificate: the value is not proved\n"));
    assert!(!Path::new(text(&folder.path().join("c.cert"))).exists());
}

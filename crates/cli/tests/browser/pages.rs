//! Pages for the tests, written by the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::shared::{example_process, lossy, process};

/// Markup that would run a script if any text were taken for markup.
pub(crate) const HOSTILE: &str =
    "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>";

/// A folder for the pages of a test.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn run(mut command: Command, folder: &Path, fault: Option<&str>) {
    command.current_dir(folder);
    if let Some(fault) = fault {
        command.env("TWINBOARD_PLANTED", fault);
    }
    let output = command.output().expect("the command runs");
    let code = i32::from(fault.is_some());
    assert_eq!(output.status.code(), Some(code), "{command:?}: {}", lossy(&output.stderr));
}

/// Runs the command, which must succeed.
pub(crate) fn twinboard(folder: &Path, arguments: &[&str]) {
    run(process(arguments), folder, None);
}

/// The page of a campaign that finds a planted fault.
pub(crate) fn divergence(folder: &Path) -> PathBuf {
    let case = "4 3\n0 0 2\n1 0 1\n0 0 2\n1 0 1\n1 3\n1 1\n0 0\n0 0\n";
    fs::write(folder.join("samegame.txt"), case).unwrap();
    let arguments = ["diff", "samegame.txt", "--html", "divergence.html"];
    run(example_process("planted_twinboard", &arguments), folder, Some("samegame-lowest-run"));
    folder.join("divergence.html")
}

/// The page of a match of two games.
pub(crate) fn tournament(folder: &Path) -> PathBuf {
    let players = ["match", "paint", "--a", "greedy", "--b", "random"];
    let games = ["--group", "1", "--seeds", "1", "--out", "games", "--html", "games.html"];
    twinboard(folder, &[&players[..], &games].concat());
    folder.join("games.html")
}

/// The page of a difference beside the board, in a game on hexagons.
pub(crate) fn stones(folder: &Path) -> PathBuf {
    fs::write(folder.join("stones.txt"), ".w...b.... w q\n> 1-2\n").unwrap();
    let program =
        Path::new(env!("CARGO_BIN_EXE_twinboard")).with_file_name("examples").join("stones");
    let mut command = Command::new(program);
    command.args(["diff", "stones.txt", "--html", "stones.html"]).env("STONES", "rights");
    let status = command.current_dir(folder).output().expect("the example is built").status;
    assert_eq!(status.code(), Some(1));
    folder.join("stones.html")
}

/// The page of a match in which a player prints hostile markup, and of a file named so.
pub(crate) fn hostile(folder: &Path) -> PathBuf {
    let player = format!("evil=sh -c 'echo \"{HOSTILE}\" >&2; exit 3'");
    let arguments =
        ["match", "paint", "--a", "greedy", "--b", &player, "--group", "1", "--seeds", "1"];
    let output = ["--out", "<img src=y onerror=window.hacked=2>", "--html", "hostile.html"];
    twinboard(folder, &[&arguments[..], &output].concat());
    folder.join("hostile.html")
}

/// A page of each command that writes one quickly, and of the functions above.
pub(crate) fn all() -> &'static [PathBuf] {
    static ALL: OnceLock<(TempDir, Vec<PathBuf>)> = OnceLock::new();
    let (_, pages) = ALL.get_or_init(|| {
        let folder = folder();
        let pages = write_all(folder.path());
        (folder, pages)
    });
    pages
}

fn write_all(folder: &Path) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let corpus = |file: &str| root.join(file).display().to_string();
    let sample = corpus("samegame/sample/statement.txt");
    let link = corpus("linkpop/edge/robot-takes-one-segment-before-two.txt");
    let runs: [&[&str]; 4] = [
        &["show", &sample],
        &["diff", &link],
        &["verify", "--cases", "20", "--seed", "1"],
        &["match", "paint", "--a", "greedy", "--b", "random", "--group", "1", "--seeds", "1"],
    ];
    let page = |arguments: &&[&str]| {
        let name = format!("{}.html", arguments[0]);
        twinboard(folder, &[arguments, &["--html", &name][..]].concat());
        folder.join(name)
    };
    runs.iter().map(page).chain([divergence(folder), stones(folder), hostile(folder)]).collect()
}

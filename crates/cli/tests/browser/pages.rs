//! Pages for the tests, written by the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::driver::Browser;
use crate::shared::{example_process, lossy, process, quoted, repository};

/// Markup that would run a script if any text were taken for markup.
pub(crate) const HOSTILE: &str =
    "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>";

/// A browser with one of the pages below.
pub(crate) fn opened(page: fn(&Path) -> PathBuf) -> Browser {
    let (browser, folder) = (Browser::start(), tempfile::tempdir().unwrap());
    browser.open(&page(folder.path()), "");
    browser
}

/// Runs a command, which ends with this code.
fn run(mut command: Command, folder: &Path, code: i32) {
    let output = command.current_dir(folder).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(code), "{command:?}: {}", lossy(&output.stderr));
}

/// Runs the command, which must succeed.
fn twinboard(folder: &Path, line: &str) {
    run(process(line), folder, 0);
}

/// The page of a campaign that finds a planted fault.
pub(crate) fn divergence(folder: &Path) -> PathBuf {
    let case = "4 3\n0 0 2\n1 0 1\n0 0 2\n1 0 1\n1 3\n1 1\n0 0\n0 0\n";
    fs::write(folder.join("samegame.txt"), case).unwrap();
    let mut diff = example_process("planted_twinboard", "diff samegame.txt --html divergence.html");
    diff.env("TWINBOARD_PLANTED", "samegame-lowest-run");
    run(diff, folder, 1);
    folder.join("divergence.html")
}

/// A match of two games.
const MATCH: &str = "match paint --group 1 --seeds 1 --a greedy";

/// Its page.
pub(crate) fn tournament(folder: &Path) -> PathBuf {
    twinboard(folder, &format!("{MATCH} --b random --out games --html games.html"));
    folder.join("games.html")
}

/// The page of a difference beside the board, in a game on hexagons.
pub(crate) fn stones(folder: &Path) -> PathBuf {
    fs::write(folder.join("stones.txt"), ".w...b.... w q\n> 1-2\n").unwrap();
    let mut diff = example_process("stones", "diff stones.txt --html stones.html");
    diff.env("STONES", "rights");
    run(diff, folder, 1);
    folder.join("stones.html")
}

/// The page of a match in which a player prints hostile markup, and of a file named so.
pub(crate) fn hostile(folder: &Path) -> PathBuf {
    let player = format!("evil=sh -c 'echo \"{HOSTILE}\" >&2; exit 3'");
    let output = "--out '<img src=y onerror=window.hacked=2>' --html hostile.html";
    twinboard(folder, &format!("{MATCH} --b {} {output}", shell_words::quote(&player)));
    folder.join("hostile.html")
}

/// A page of each command that writes one quickly, and of the functions above.
pub(crate) fn all() -> &'static [PathBuf] {
    static ALL: OnceLock<(TempDir, Vec<PathBuf>)> = OnceLock::new();
    let (_, pages) = ALL.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let pages = write_all(folder.path());
        (folder, pages)
    });
    pages
}

fn write_all(folder: &Path) -> Vec<PathBuf> {
    let corpus = |file| quoted(&repository().join("corpus").join(file)).into_owned();
    let sample = corpus("samegame/sample/statement.txt");
    let link = corpus("linkpop/edge/robot-takes-one-segment-before-two.txt");
    let runs = [
        format!("show {sample}"),
        format!("diff {link}"),
        "verify --cases 20 --seed 1".into(),
        format!("{MATCH} --b random"),
    ];
    let page = |line: &String| {
        let name = format!("{}.html", line.split(' ').next().unwrap());
        twinboard(folder, &format!("{line} --html {name}"));
        folder.join(name)
    };
    runs.iter().map(page).chain([divergence(folder), stones(folder), hostile(folder)]).collect()
}

//! What the test programs of the command share: the command and its examples as processes, and the
//! fenced blocks of `examples/counting/README.md`.

#![allow(dead_code, reason = "each test program uses its part")]

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Time limit for a command, and for every other wait of a test.
pub(crate) const TIME_LIMIT: Duration = Duration::from_mins(5);

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sample of the statement.
pub(crate) fn sample() -> PathBuf {
    repository().join("corpus/samegame/sample/statement.txt")
}

/// A temporary folder with these files, given by names and texts.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), files);
    folder
}

/// Writes these files below a folder, given by names and texts.
pub(crate) fn write_files(folder: &Path, files: &[(&str, &[u8])]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// The words of a line of arguments, which is as a user types it into a shell.
pub(crate) fn words(line: &str) -> Vec<String> {
    shell_words::split(line).expect("every quote is closed")
}

/// The command with a line of arguments.
pub(crate) fn process(line: impl AsRef<str>) -> Command {
    plain(Command::new(env!("CARGO_BIN_EXE_twinboard")), line.as_ref())
}

/// The program of an example of this package.
pub(crate) fn example_process(name: &str, line: impl AsRef<str>) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_twinboard")).parent().unwrap();
    let mut example = folder.join("examples").join(name);
    example.set_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        example.is_file(),
        "the example {name} is missing; with `--test` cargo does not build it: run \
         `cargo build --example {name}` first"
    );
    plain(Command::new(example), line.as_ref())
}

/// Adds the arguments, and removes the variables that control colours, backtraces and
/// annotations.
fn plain(mut command: Command, line: &str) -> Command {
    // The tests may be a job in the background, which ignores Ctrl-C.
    twinboard_runner::reset_signals();
    let colours = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"];
    for name in colours.into_iter().chain(["RUST_BACKTRACE", "GITHUB_ACTIONS"]) {
        command.env_remove(name);
    }
    command.args(words(line));
    command
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// A path as a word of such a line.
pub(crate) fn quoted(path: &Path) -> Cow<'_, str> {
    shell_words::quote(text(path))
}

/// The output of a process as text.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Waits until a condition holds, and panics after [`TIME_LIMIT`].
pub(crate) fn wait_until(description: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < TIME_LIMIT, "timeout while waiting until {description}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A fenced block.
pub(crate) struct Block {
    /// The words behind its opening fence, such as `perft samegame 3`.
    pub(crate) words: Vec<String>,
    pub(crate) text: String,
}

/// All blocks of the page, in order.
pub(crate) fn of_counting(repository: &Path) -> Vec<Block> {
    let page = fs::read_to_string(repository.join("examples/counting/README.md")).unwrap();
    let fenced = page.split("```").skip(1).step_by(2);
    let blocks = fenced.map(|fenced| {
        let (words, text) = fenced.split_once('\n').unwrap();
        let words = words.split_whitespace().map(String::from).collect();
        Block { words, text: text.to_owned() }
    });
    blocks.collect()
}

/// The case of a game, to which its `perft` and `positions` belong.
pub(crate) fn case_of<'a>(blocks: &'a [Block], game: &str) -> &'a str {
    &blocks.iter().find(|block| block.words == ["case", game]).unwrap().text
}

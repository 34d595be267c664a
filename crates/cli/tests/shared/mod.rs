//! The fenced blocks of `examples/counting/README.md`.

use std::fs;
use std::path::Path;

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

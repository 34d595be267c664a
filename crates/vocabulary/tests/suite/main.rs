//! The vocabularies of the built-in rule sets, their texts, and what a game and a case file are made
//! of. One executable, because each is linked on its own.

mod blocks;
mod exact;
mod game;
mod linkpop_board;
mod linkpop_text;
mod paint_text;
mod round_trips;
mod samegame_text;
mod scanner;

use twinboard_vocabulary::{CaseReader, InputError, Item, Vocabulary};

/// All items up to the end or the first error, and the message of the error.
fn read<V: Vocabulary>(mut reader: impl CaseReader<V>) -> (Vec<Item<V>>, Option<String>) {
    let mut items = Vec::new();
    loop {
        match reader.next_item() {
            Ok(Some(item)) => items.push(item),
            Ok(None) => return (items, None),
            Err(InputError::Text(error)) => {
                assert!(matches!(reader.next_item(), Ok(None)), "a failed reader has ended");
                return (items, Some(error.to_string()));
            }
            Err(InputError::Io(error)) => panic!("{error}"),
        }
    }
}

//! A side as a program for an online judge: reads the judge's input and prints answers, case by
//! case.

use std::io::{self, Read, Write};

use twinboard_vocabulary::{Game, InputError, Item, Limits, Plays, Rest, Vocabulary};

use crate::model::rules::RuleSet;

/// The reason why answering stopped before the end of the input.
#[derive(Debug)]
pub enum PlayError {
    /// The input breaks its format.
    Input(InputError),
    /// An answer could not be written.
    Output(io::Error),
    /// The implementation does not support a set-up.
    Unsupported,
}

impl From<InputError> for PlayError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// Plays every case of `input` on `side` and writes its answer as soon as the case is complete, so
/// a program at the other end may wait for each answer.
///
/// # Errors
///
/// The first error of input or output; all cases before it have been answered.
pub fn play<R, I>(
    rules: &R,
    side: &I,
    input: Box<dyn Read + '_>,
    limits: Limits,
    output: &mut dyn Write,
) -> Result<(), PlayError>
where
    R: RuleSet,
    I: Plays<R::Vocabulary>,
{
    let mut reader = rules.text().reader(input, limits);
    let mut game: Option<I::Game> = None;
    let mut number = 0;
    while let Some(item) = reader.next_item()? {
        match item {
            Item::Setup(setup) => game = Some(side.set_up(&setup).ok_or(PlayError::Unsupported)?),
            // By reference: copying a move that has just been written takes longer than reading it.
            Item::Move(ref mv) => {
                // Refused moves change nothing, and judges ignore them.
                let _ = playing(&mut game).advance(mv);
            }
            Item::Answer(rest) => {
                let game = playing(&mut game);
                if let Rest::Repeat(mv) = rest {
                    while !R::Vocabulary::is_over(game.outcome()) && game.advance(&mv).is_ok() {}
                }
                number += 1;
                let answer = rules.text().answer(number, &game.position(), game.outcome());
                output
                    .write_all(answer.as_bytes())
                    .and_then(|()| output.flush())
                    .map_err(PlayError::Output)?;
            }
        }
    }
    Ok(())
}

fn playing<G>(game: &mut Option<G>) -> &mut G {
    game.as_mut().expect("a reader begins every case with its set-up")
}

//! `owlchess`: semilegal moves that are tried, and a chain of moves that counts repetitions.

use std::collections::BTreeMap;

use owlchess::moves::MoveKind;
use owlchess::moves::make::Uci;
use owlchess::types::{Color, DrawReason, OutcomeFilter};
use owlchess::{Board, MoveChain, Outcome, movegen};
use twinboard::TextGame;

use super::{fen, key, without_move};

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Owlchess {
    chain: MoveChain,
    /// Earlier positions with automatic draws, as the rule set compares them.
    earlier: Option<Vec<String>>,
}

impl Owlchess {
    /// The first four fields of the FEN, with an en-passant square where the library can take.
    fn repeated(&self) -> String {
        let text = self.chain.last().as_fen();
        let fields: Vec<&str> = text.split(' ').collect();
        let moves = movegen::legal::gen_all(self.chain.last());
        let can_take = moves.iter().any(|mv| mv.kind() == MoveKind::Enpassant);
        format!("{} {}", fields[..3].join(" "), if can_take { fields[3] } else { "-" })
    }
}

impl TextGame for Owlchess {
    /// Earlier positions cannot be set up.
    fn set_up(setup: &str) -> Result<Self, String> {
        let drawn = setup.strip_suffix("\ndraws=automatic");
        let board = Board::from_fen(fen(drawn.unwrap_or(setup))?);
        let chain = MoveChain::new(board.map_err(|error| error.to_string())?);
        Ok(Self { chain, earlier: drawn.map(|_| Vec::new()) })
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        movegen::legal::gen_all(self.chain.last()).iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if self.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let before = self.repeated();
        self.chain.push(Uci(mv)).map_err(|error| error.to_string())?;
        self.earlier.iter_mut().for_each(|earlier| earlier.push(before.clone()));
        Ok(())
    }

    fn position(&self) -> String {
        let mut text = self.chain.last().as_fen();
        let Some(earlier) = &self.earlier else { return text };
        text += "\ndraws=automatic";
        let mut times = BTreeMap::new();
        let since = usize::from(self.chain.last().raw().move_counter);
        for position in earlier.iter().rev().take(since) {
            *times.entry(position).or_insert(0) += 1;
        }
        for (position, times) in times {
            text = format!("{text}\nbefore {times} {position}");
        }
        text
    }

    fn outcome(&self) -> Option<String> {
        let is_automatic = self.earlier.is_some();
        let filter = if is_automatic { OutcomeFilter::Strict } else { OutcomeFilter::Force };
        // Of the chain, to count repetitions.
        let outcome = self.chain.calc_outcome().filter(|outcome| outcome.passes(filter))?;
        let is_win = matches!(outcome, Outcome::Win { .. });
        without_move(is_win, self.chain.last().side() == Color::White)
    }

    fn key(&self) -> Option<u64> {
        key(self.chain.last().zobrist_hash(), &self.position())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        let board = self.chain.last();
        let is_insufficient = board.calc_draw_simple() == Some(DrawReason::InsufficientMaterial);
        vec![
            ("check", board.is_check().to_string()),
            ("insufficient-material", is_insufficient.to_string()),
        ]
    }

    fn undo(&mut self) -> bool {
        self.earlier.iter_mut().for_each(|earlier| drop(earlier.pop()));
        self.chain.pop().is_some()
    }
}

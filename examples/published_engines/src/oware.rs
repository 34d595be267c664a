//! Oware: `board-game`.

use board_game::board::{Board, Outcome, Player};
use board_game::games::oware::OwareBoard;
use twinboard::{Registration, TextGame, TextRules};

use crate::{played, wins};

pub fn add_engines(game: Registration, rules: &TextRules) -> Registration {
    game.other_text_engine("board-game", &rules.clone().engine::<BoardGame>())
}

/// A game in progress that began with as many seeds in each of twelve houses; the library begins with
/// no other position, and knows no end by repetition.
#[derive(Clone, Debug)]
struct BoardGame(OwareBoard<6>);

impl TextGame for BoardGame {
    fn set_up(setup: &str) -> Result<Self, String> {
        let seeds = setup.split(' ').nth(1).and_then(|number| number.parse().ok());
        let game = Self(OwareBoard::new(seeds.ok_or("seeds in a house")?));
        if game.position() == setup { Ok(game) } else { Err("a start".to_owned()) }
    }

    fn moves(&self) -> Vec<String> {
        let houses = (0..6).filter(|house| self.0.is_available_move(*house) == Ok(true));
        houses.map(|house| (house + 1).to_string()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let house = mv.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        played(house.is_some_and(|house| self.0.play(house).is_ok()))
    }

    fn position(&self) -> String {
        let line = |player: Player| {
            let houses = self.0.pits()[usize::from(player.index())];
            let houses = houses.map(|seeds| seeds.to_string()).join(" ");
            format!("{houses} score {}\n", self.0.score(player))
        };
        let turn = if self.0.next_player() == Player::A { "x" } else { "o" };
        let rules = "grand-slam=no-capture repetition=none";
        format!("x {}o {}{rules}\n{turn} to move", line(Player::A), line(Player::B))
    }

    fn outcome(&self) -> Option<String> {
        match self.0.outcome()? {
            Outcome::WonBy(Player::A) => wins("x"),
            Outcome::WonBy(Player::B) => wins("o"),
            Outcome::Draw => Some("draw".to_owned()),
        }
    }
}

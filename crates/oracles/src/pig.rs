//! Pig. Rules: John Scarne, "Scarne on Dice" (1945); with `dice=2` the game with two dice.
//!
//! * **PG-1** (scores). 2 to 6 players have a score each. A set-up is a line such as
//!   `goal=100 dice=1` with a goal from 1 to 1000 and one or two dice, a line of the scores such as
//!   `scores 0 12`, and a line such as `player 2 to move, 7 at stake` or `dice of player 2, 7 at stake`.
//!   All scores are below the goal, except perhaps one; then the next player would be to move with 0
//!   at stake. What is at stake is 0, or at least 2 for each die and at most 1000; a score is at
//!   most 2010.
//! * **PG-2** (player). The player in turn moves `roll` or `hold`, `hold` only with points at stake.
//! * **PG-3** (dice). After `roll` the dice move: the number of the die, as in `4`, or of both, the
//!   lower first, as in `3 4`. Two different numbers are twice as frequent as two equal ones.
//! * **PG-4** (one). With a 1 what is at stake is lost, and the next player is in turn, after the last
//!   the first; with two of them the score becomes 0, too. Otherwise the numbers are added to what
//!   is at stake, and the player is to move again.
//! * **PG-5** (hold). What is at stake is added to the score. A player whose score is at least the goal
//!   then wins, and the game is over. The next player is in turn.

use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "goal=100 dice=1\nscores 0 0\nplayer 1 to move, 0 at stake",
    "goal=100 dice=2\nscores 0 0 0\nplayer 1 to move, 0 at stake",
    "goal=10 dice=1\nscores 0 0\nplayer 1 to move, 0 at stake",
    "goal=20 dice=2\nscores 12 19\nplayer 1 to move, 0 at stake",
    "goal=50 dice=1\nscores 49 40 3 12\nplayer 4 to move, 30 at stake",
    "goal=60 dice=2\nscores 20 9 0 55\nplayer 4 to move, 0 at stake",
    "goal=40 dice=1\nscores 0 12 30 1 39 8\nplayer 5 to move, 4 at stake",
];

/// Most points at stake in a set-up (PG-1).
const STAKE_MAX: u32 = 1000;

/// Pig, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Pig {
    goal: u32,
    dice: u32,
    scores: Vec<u32>,
    /// The player in turn, from 0.
    player: usize,
    is_players_move: bool,
    stake: u32,
}

impl Pig {
    /// All rolls (PG-3).
    fn rolls(&self) -> Vec<Vec<u32>> {
        if self.dice == 1 {
            return (1..=6).map(|number| vec![number]).collect();
        }
        (1..=6).flat_map(|low| (low..=6).map(move |high| vec![low, high])).collect()
    }

    fn next_player(&self) -> usize {
        (self.player + 1) % self.scores.len()
    }

    fn pass_turn(&mut self) {
        self.player = self.next_player();
        self.stake = 0;
        self.is_players_move = true;
    }

    /// PG-4.
    fn after(&self, roll: &[u32]) -> Self {
        let mut after = self.clone();
        if roll == [1, 1] {
            after.scores[self.player] = 0;
        }
        if roll.contains(&1) {
            after.pass_turn();
        } else {
            after.stake += roll.iter().sum::<u32>();
            after.is_players_move = true;
        }
        after
    }

    /// The winner, from 0 (PG-5).
    fn winner(&self) -> Option<usize> {
        self.scores.iter().position(|score| *score >= self.goal)
    }

    /// PG-1.
    fn is_possible(&self) -> bool {
        let players = self.scores.len();
        let winners = self.scores.iter().filter(|score| **score >= self.goal).count();
        let is_over = self.winner().is_some_and(|winner| {
            self.player == (winner + 1) % players && self.stake == 0 && self.is_players_move
        });
        // A roll brings from 2 for each die.
        let stakes = 2 * self.dice..=STAKE_MAX;
        let is_stake = self.stake == 0 || stakes.contains(&self.stake);
        (2..=6).contains(&players)
            && (1..=1000).contains(&self.goal)
            && (winners == 0 || winners == 1 && is_over)
            && self.scores.iter().all(|score| *score <= 2010)
            && is_stake
    }

    fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let [rules, scores, turn] = lines[..] else { return None };
        let (goal, dice) = rules.strip_prefix("goal=")?.split_once(" dice=")?;
        let dice = dice.parse().ok().filter(|dice| [1, 2].contains(dice))?;
        let scores = scores.strip_prefix("scores ")?.split(' ');
        let scores = scores.map(|score| score.parse().ok()).collect::<Option<Vec<u32>>>()?;
        let (turn, stake) = turn.strip_suffix(" at stake")?.split_once(", ")?;
        let (number, is_players_move) = match turn.strip_prefix("dice of player ") {
            Some(number) => (number, false),
            None => (turn.strip_prefix("player ")?.strip_suffix(" to move")?, true),
        };
        let number: usize = number.parse().ok().filter(|number| *number <= scores.len())?;
        let player = number.checked_sub(1)?;
        let (goal, stake) = (goal.parse().ok()?, stake.parse().ok()?);
        let game = Self { goal, dice, scores, player, is_players_move, stake };
        // Numbers are written in one way only.
        (game.is_possible() && game.position() == setup).then_some(game)
    }
}

/// A roll in words.
fn name(roll: &[u32]) -> String {
    roll.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Listed for Pig {
    type Step = Self;
    const ILLEGAL: &'static str = "it is not a move of who is to move, nothing is at stake, or the game is \
        over (PG-2, PG-3, PG-5)";
    const OVER: Option<&'static str> = Some(Self::ILLEGAL);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a line as `goal=100 dice=1` or `goal=100 dice=2`, then a line as `scores 0 12` with 2 \
             to 6 scores below the goal, then a line as `player 2 to move, 7 at stake` or `dice of \
             player 2, 7 at stake` with at most 1000 points"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Self)> {
        if !self.is_players_move {
            return self.rolls().iter().map(|roll| (name(roll), self.after(roll))).collect();
        }
        let rolling = Self { is_players_move: false, ..self.clone() };
        let mut steps = vec![("roll".to_owned(), rolling)];
        if self.stake > 0 {
            let mut held = self.clone();
            held.scores[self.player] += self.stake;
            held.pass_turn();
            steps.push(("hold".to_owned(), held));
        }
        steps
    }

    fn take(&mut self, after: Self) {
        *self = after;
    }

    fn position(&self) -> String {
        let scores = name(&self.scores);
        let number = self.player + 1;
        let turn = if self.is_players_move {
            format!("player {number} to move")
        } else {
            format!("dice of player {number}")
        };
        let (goal, dice, stake) = (self.goal, self.dice, self.stake);
        format!("goal={goal} dice={dice}\nscores {scores}\n{turn}, {stake} at stake")
    }

    fn outcome(&self) -> Option<String> {
        self.winner().map(|winner| format!("player {} wins", winner + 1))
    }

    fn weight(&self, mv: &str) -> u32 {
        match mv.split_once(' ') {
            Some((low, high)) if low != high => 2,
            _ => 1,
        }
    }
}

//! A contest that follows from a rule set: [`ContestOf`].

mod judged;
mod players;

use std::sync::Arc;
use std::{fmt, io};

use twinboard_harness::{Case, CaseOf, Pairing, RuleSet, TextRules, random};
use twinboard_referee::{Analyst, BuiltIn, Contest, Files, GameState, Group, Play};
use twinboard_vocabulary::text::blocks;
use twinboard_vocabulary::text_game::{Lines, TextOutcome};
use twinboard_vocabulary::two_player::Player;
use twinboard_vocabulary::{
    Game, Implementation, InputError, Item, Limits, MoveOf, OutcomeOf, PositionOf, SetupOf,
    Vocabulary,
};

use self::judged::Judged;

/// The boards of a contest without groups of its own.
const GROUPS: &[Group] = &[Group { number: 1, about: "boards as campaigns draw them" }];

/// Limit on the accepted moves of a game, from the board on, after which it is drawn: far more than
/// most games have, and an end for those that have none.
const MOVES_MAX: usize = 1000;

/// Number of set-ups that are drawn in the search for one whose game is not over at once.
const TRIES: u64 = 1000;

type Winner<V> = dyn Fn(OutcomeOf<V>, &PositionOf<V>, Player) -> Option<Player> + Send + Sync;
type Turn<V> = dyn Fn(&PositionOf<V>) -> Player + Send + Sync;
type Shown<V> = dyn Fn(&SetupOf<V>, &PositionOf<V>) -> Option<SetupOf<V>> + Send + Sync;

/// The contest of a rule set, for `match`, `tournament`, `check` and `play`: all that it needs
/// beyond the rule set is who has won.
///
/// Both sides of the pairing judge every move in lockstep; a difference between them ends the match
/// as the judges' disagreement. The other parts follow from the rule set:
///
/// * a player gets the board as a case file: the set-up of the current position
///   ([`RuleSet::setup_of_position`]), else the set-up of the game and all its moves;
/// * it answers with the text of a move, and a refusal of both sides loses the game;
/// * boards are drawn by [`RuleSet::generate_setup`], without those whose game is over at once;
/// * the built-in players `random` and `greedy` play every contest.
///
/// ```
/// use twinboard_harness::Pairing;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_referee::{Contest, GameState, Judgement};
/// use twinboard_registration::{ContestOf, Registration};
///
/// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
/// // Who takes the last stone wins; the other player would be to move.
/// let contest = ContestOf::two_players(&pairing, |_, _, to_move| Some(to_move.other()));
///
/// let mut play = contest.start(b"4\n")?;
/// assert_eq!(play.answer(b"3\n"), Ok(Judgement::Played));
/// assert_eq!(play.board(), "4\n> 3\n"); // Nim does not say how a game starts at a position.
/// assert_eq!(play.answer(b"1\n"), Ok(Judgement::Played));
/// assert_eq!(play.state(), Ok(GameState::Won(play.turn().other())));
///
/// let registration = Registration::new(pairing).contest(contest);
/// # assert!(registration.two_players().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ContestOf<R: RuleSet> {
    pairing: Pairing<R>,
    winner: Arc<Winner<R::Vocabulary>>,
    turn: Option<Arc<Turn<R::Vocabulary>>>,
    shown: Option<Arc<Shown<R::Vocabulary>>>,
    answers: Answers<R::Vocabulary>,
    groups: &'static [Group],
    draw: Option<fn(u64, u64) -> Option<SetupOf<R::Vocabulary>>>,
    players: Vec<BuiltIn>,
    analyst: Option<fn() -> Box<dyn Analyst>>,
}

/// Text of the moves that players answer with. The default is the text of the vocabulary, with a
/// line feed at its end.
#[derive(Clone, Copy)]
pub struct Answers<V: Vocabulary> {
    /// Reads an answer; errors have line and column.
    pub read: fn(&[u8]) -> Result<MoveOf<V>, InputError>,
    /// Writes an answer, as [`read`](Self::read) reads it.
    pub write: fn(&MoveOf<V>) -> String,
    /// The answer that there is no legal move, if the format has one. It is right, though not
    /// played, once the game is over.
    pub no_move: Option<fn() -> MoveOf<V>>,
}

impl<V: Vocabulary> fmt::Debug for Answers<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Answers").field(&V::NAME).finish()
    }
}

impl<V: Vocabulary> Default for Answers<V> {
    fn default() -> Self {
        Self { read: read_move::<V>, write: |mv| format!("{mv}\n"), no_move: None }
    }
}

/// Reads a move after any white space.
fn read_move<V: Vocabulary>(answer: &[u8]) -> Result<MoveOf<V>, InputError> {
    let text = String::from_utf8_lossy(answer);
    let trimmed = text.trim();
    let before = &text[..text.len() - text.trim_start().len()];
    let line = 1 + before.matches('\n').count() as u64;
    blocks::parse(trimmed, line, before.rsplit('\n').next().unwrap_or(""))
}

impl<R: RuleSet> Clone for ContestOf<R> {
    fn clone(&self) -> Self {
        Self {
            pairing: self.pairing.clone(),
            winner: Arc::clone(&self.winner),
            turn: self.turn.clone(),
            shown: self.shown.clone(),
            players: self.players.clone(),
            ..*self
        }
    }
}

impl<R: RuleSet> fmt::Debug for ContestOf<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ContestOf").field(&R::Vocabulary::NAME).finish()
    }
}

impl ContestOf<TextRules> {
    /// The contest of a game in words that names its players ([`TextGame::player`]); `None` if it
    /// does not, or if its positions are no set-ups.
    ///
    /// Who is to move at the first start is the first player. The outcomes `white wins` and
    /// `white wins by 3` are a win of the player with this name, and an outcome without ` wins` is a
    /// draw.
    ///
    /// [`TextGame::player`]: twinboard_vocabulary::text_game::TextGame::player
    #[must_use]
    pub fn in_words(rules: &TextRules) -> Option<Self> {
        let pairing = rules.pairing();
        let start = rules.starts().into_iter().next()?;
        let first = rules.player(&pairing.oracle().set_up(&start)?.position())?;
        let (named, is_first) = (rules.clone(), move |name: &str| name == first);
        let player = move |position: &Lines| {
            let name = named.player(position)?;
            Some((if is_first(&name) { Player::First } else { Player::Second }, name))
        };
        let turn = player.clone();
        let winner = move |outcome: TextOutcome, position: &Lines, to_move: Player| {
            let (winner, _) = outcome.as_str().split_once(" wins")?;
            let (_, name) = player(position)?;
            Some(if winner == name { to_move } else { to_move.other() })
        };
        let turn =
            move |position: &Lines| turn(position).map_or(Player::First, |(player, _)| player);
        Some(Self::two_players(&pairing, winner).with_turn(turn))
    }
}

impl<R: RuleSet> ContestOf<R> {
    /// A contest of two players in one game.
    ///
    /// `winner` gets outcome and position of a game that is over ([`Vocabulary::is_over`]), and the
    /// player who would be to move; `None` is a draw. Players alternate unless
    /// [`with_turn`](Self::with_turn) says otherwise.
    pub fn two_players(
        pairing: &Pairing<R>,
        winner: impl Fn(OutcomeOf<R::Vocabulary>, &PositionOf<R::Vocabulary>, Player) -> Option<Player>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self {
            pairing: pairing.clone(),
            winner: Arc::new(winner),
            turn: None,
            shown: None,
            answers: Answers::default(),
            groups: GROUPS,
            draw: None,
            players: Vec::new(),
            analyst: None,
        }
    }

    /// Sets the player to move at a position, for games in which a player may move twice in a row
    /// or the set-up decides who begins. The default alternates, beginning with the first player; a
    /// pass is a move, so it ends a turn.
    ///
    /// The first player is the one of the two whom the rule set calls so. Each entrant is that
    /// player in one of the two games on a board.
    #[must_use]
    pub fn with_turn(
        self,
        turn: impl Fn(&PositionOf<R::Vocabulary>) -> Player + Send + Sync + 'static,
    ) -> Self {
        Self { turn: Some(Arc::new(turn)), ..self }
    }

    /// Adds a built-in player; one called `random` or `greedy` replaces the default of this name.
    #[must_use]
    pub fn with_player(mut self, player: BuiltIn) -> Self {
        self.players.push(player);
        self
    }

    /// Sets the groups of boards, and the function that draws a board of a group from a seed, on
    /// every machine alike. The default has one group.
    #[must_use]
    pub fn with_groups(
        self,
        groups: &'static [Group],
        draw: fn(u64, u64) -> Option<SetupOf<R::Vocabulary>>,
    ) -> Self {
        Self { groups, draw: Some(draw), ..self }
    }

    /// Sets the set-up that the player to move gets at a position of a game from a set-up. Default:
    /// [`RuleSet::setup_of_position`]. Where there is none, players get the set-up of the game and
    /// all its moves.
    #[must_use]
    pub fn with_boards_shown(
        self,
        shown: impl Fn(
            &SetupOf<R::Vocabulary>,
            &PositionOf<R::Vocabulary>,
        ) -> Option<SetupOf<R::Vocabulary>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self { shown: Some(Arc::new(shown)), ..self }
    }

    /// Sets the text of answers.
    #[must_use]
    pub fn with_answers(self, answers: Answers<R::Vocabulary>) -> Self {
        Self { answers, ..self }
    }

    /// Sets the solver, for `solve` and `play`.
    #[must_use]
    pub fn with_analyst(self, analyst: fn() -> Box<dyn Analyst>) -> Self {
        Self { analyst: Some(analyst), ..self }
    }

    /// Player to move at a position after `played` accepted moves.
    fn turn_at(&self, position: &PositionOf<R::Vocabulary>, played: usize) -> Player {
        match &self.turn {
            Some(turn) => turn(position),
            None => Player::ALL[played % 2],
        }
    }

    /// State of a game after `played` accepted moves.
    fn state_at(
        &self,
        outcome: OutcomeOf<R::Vocabulary>,
        position: &PositionOf<R::Vocabulary>,
        played: usize,
    ) -> GameState {
        if !R::Vocabulary::is_over(outcome) {
            return GameState::Playing;
        }
        let winner = (self.winner)(outcome, position, self.turn_at(position, played));
        winner.map_or(GameState::Drawn, GameState::Won)
    }

    /// The set-up that a player gets at this position, if the vocabulary can express one.
    fn shown(
        &self,
        setup: &SetupOf<R::Vocabulary>,
        position: &PositionOf<R::Vocabulary>,
    ) -> Option<SetupOf<R::Vocabulary>> {
        match &self.shown {
            Some(shown) => shown(setup, position),
            None => self.pairing.rules().setup_of_position(setup, position),
        }
    }

    fn print(&self, case: &CaseOf<R>) -> String {
        self.pairing.rules().text().print(case)
    }

    fn print_setup(&self, setup: SetupOf<R::Vocabulary>) -> String {
        self.print(&Case::new(setup, Vec::new()))
    }

    /// Reads a board: a single case, which may have moves.
    fn read(&self, board: &[u8]) -> Result<CaseOf<R>, InputError> {
        let mut reader = self.pairing.rules().text().reader(Box::new(board), Limits::Judge);
        let mut case: Option<CaseOf<R>> = None;
        while let Some(item) = reader.next_item()? {
            match (item, &mut case) {
                (Item::Setup(_), Some(_)) => return Err(unfit("the text has several boards")),
                (Item::Setup(setup), case) => *case = Some(Case::new(setup, Vec::new())),
                (Item::Move(mv), Some(case)) => case.moves.push(mv),
                (Item::Move(_) | Item::Answer(_), _) => {}
            }
        }
        case.ok_or_else(|| unfit("the text has no board"))
    }

    /// Draws the set-up with this number that follows from a seed.
    fn generate(&self, seed: u64, number: u64) -> Option<SetupOf<R::Vocabulary>> {
        let rules = self.pairing.rules();
        random::draw_from_case(seed, number, |u| rules.generate_setup(u)).ok().map(|drawn| drawn.0)
    }

    /// True if a game can start with this set-up and is not over. A disagreement of the judges is
    /// left for the game to report.
    fn is_playable(&self, setup: &SetupOf<R::Vocabulary>) -> bool {
        let started = Judged::start(self, Case::new(setup.clone(), Vec::new()));
        started.is_ok_and(|play| play.state().unwrap_or(GameState::Playing) == GameState::Playing)
    }
}

/// An error without a place.
fn unfit(reason: &str) -> InputError {
    InputError::Io(io::Error::other(reason.to_owned()))
}

impl<R: RuleSet> Contest for ContestOf<R> {
    fn name(&self) -> &'static str {
        self.pairing.rules().name()
    }

    fn files(&self) -> Files {
        Files { board: "game.in", answer: "game.out" }
    }

    fn groups(&self) -> &'static [Group] {
        self.groups
    }

    fn draw(&self, group: u64, seed: u64) -> Option<String> {
        if let Some(draw) = self.draw {
            return Some(self.print_setup(draw(group, seed)?));
        }
        if !self.groups.iter().any(|it| it.number == group) {
            return None;
        }
        let mut all = (0..TRIES).filter_map(|number| self.generate(seed, number));
        let playable = all.find(|setup| self.is_playable(setup));
        // A game that is over at once is better than none, and ends as it is.
        playable.or_else(|| self.generate(seed, 0)).map(|setup| self.print_setup(setup))
    }

    fn movers(&self, case: &[u8]) -> Vec<Player> {
        let cases = self.pairing.rules().text().read_all(case).unwrap_or_default();
        let Some(Case { setup, moves, .. }) = cases.into_iter().next() else { return Vec::new() };
        let Some(mut game) = self.pairing.oracle().set_up(&setup) else { return Vec::new() };
        let mut played = 0;
        let mover = |mv| {
            let mover = self.turn_at(&game.position(), played);
            played += usize::from(game.play(mv).is_ok());
            mover
        };
        moves.iter().map(mover).collect()
    }

    fn start(&self, board: &[u8]) -> Result<Box<dyn Play>, InputError> {
        Ok(Box::new(Judged::start(self, self.read(board)?)?))
    }

    fn built_in(&self) -> Vec<BuiltIn> {
        let mut all = players::defaults(self);
        for player in &self.players {
            match all.iter_mut().find(|other| other.name == player.name) {
                Some(other) => *other = player.clone(),
                None => all.push(player.clone()),
            }
        }
        all
    }

    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        self.analyst.map(|analyst| analyst())
    }

    // A solver begins with tables of its own.
    fn has_analyst(&self) -> bool {
        self.analyst.is_some()
    }
}

//! A game that engine and oracle play in lockstep.

use std::ops::ControlFlow;

use twinboard_harness::compare::{Answers, Level, compare};
use twinboard_harness::{Case, CaseOf, Finding, RuleSet, View, guard};
use twinboard_referee::{Disagreement, GameState, Judgement, Play};
use twinboard_vocabulary::two_player::Player;
use twinboard_vocabulary::{
    AnyGame, Game, Implementation, InputError, MoveOf, RefusalOf, ResultOf, SetupOf, Vocabulary,
};

use super::{ContestOf, MOVES_MAX, unfit};

/// A game in progress. Each step is played and compared on both sides.
pub(super) struct Judged<R: RuleSet> {
    contest: ContestOf<R>,
    sides: Sides<R::Vocabulary>,
    /// The board and all moves since, refused ones included.
    case: CaseOf<R>,
    /// The accepted moves of the case.
    accepted: Vec<MoveOf<R::Vocabulary>>,
    /// Number of accepted moves that the board came with.
    before: usize,
}

/// The games of both sides.
enum Sides<V: Vocabulary> {
    Agree {
        engine: AnyGame<V>,
        oracle: AnyGame<V>,
        /// Their position and outcome, without legal moves.
        view: View<V>,
    },
    /// They have disagreed, in this way. Nothing more can be asked.
    Broken(String),
}

impl<R: RuleSet> Judged<R> {
    /// Starts a game on a board, which may have moves.
    ///
    /// # Errors
    ///
    /// If a side does not support the set-up.
    pub(super) fn start(
        contest: &ContestOf<R>,
        Case { setup, moves, .. }: CaseOf<R>,
    ) -> Result<Self, InputError> {
        let sides = set_up(contest, &setup)?;
        let (contest, case) = (contest.clone(), Case::new(setup, Vec::new()));
        let mut play = Self { contest, sides, case, accepted: Vec::new(), before: 0 };
        for mv in &moves {
            // The first call of `state` reports a disagreement.
            let _ = play.try_move(mv);
        }
        play.before = play.accepted.len();
        Ok(play)
    }

    /// The set-up that the player to move gets, if the vocabulary can express the position.
    pub(super) fn shown_setup(&self) -> Option<SetupOf<R::Vocabulary>> {
        match &self.sides {
            Sides::Agree { view, .. } => self.contest.shown(&self.case.setup, &view.position),
            Sides::Broken(_) => None,
        }
    }

    fn disagreement(&self, about: String) -> Disagreement {
        Disagreement { about, case: self.case() }
    }

    /// Both sides and their state, or the disagreement that has ended the game.
    fn sides(
        &self,
    ) -> Result<
        (&AnyGame<R::Vocabulary>, &AnyGame<R::Vocabulary>, &View<R::Vocabulary>),
        Disagreement,
    > {
        match &self.sides {
            Sides::Agree { engine, oracle, view } => Ok((engine, oracle, view)),
            Sides::Broken(about) => Err(self.disagreement(about.clone())),
        }
    }

    /// Plays a move on both sides and compares results, positions and outcomes. A refused move
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// If the sides disagree.
    pub(super) fn try_move(
        &mut self,
        mv: &MoveOf<R::Vocabulary>,
    ) -> Result<Result<(), RefusalOf<R::Vocabulary>>, Disagreement> {
        self.case.moves.push(mv.clone());
        match self.play_both(mv) {
            Ok(played) => {
                if played.is_ok() {
                    self.accepted.push(mv.clone());
                }
                Ok(played)
            }
            Err(about) => {
                self.sides = Sides::Broken(about.clone());
                Err(self.disagreement(about))
            }
        }
    }

    fn play_both(
        &mut self,
        mv: &MoveOf<R::Vocabulary>,
    ) -> Result<Result<(), RefusalOf<R::Vocabulary>>, String> {
        let (engine, oracle, view) = match &mut self.sides {
            Sides::Agree { engine, oracle, view } => (engine, oracle, view),
            Sides::Broken(about) => return Err(about.clone()),
        };
        let rules = self.contest.pairing.rules();
        let (result, now) = agreed(rules, [engine, oracle], Some(mv))?;
        *view = now;
        Ok(result.map_or(Ok(()), |result| result.map(drop)))
    }

    /// Fails if a side lists a legal move that both refuse: then it is no fault of the player.
    fn is_not_listed(&self, mv: &MoveOf<R::Vocabulary>) -> Result<(), Disagreement> {
        let (engine, oracle, _) = self.sides()?;
        let limit = self.contest.pairing.rules().listing().limit;
        let lists = both("in the list of legal moves", [engine, oracle], |game| {
            let mut seen = 0;
            let visited = game.visit_legal_moves(&mut |legal| {
                seen += 1;
                let is_found = R::Vocabulary::to_move(legal) == *mv;
                if is_found { ControlFlow::Break(()) } else { until(seen, limit) }
            });
            visited.is_break() && seen < limit
        });
        match lists.map_err(|about| self.disagreement(about))? {
            [false, false] => Ok(()),
            [engine, _] => {
                let side = if engine { "engine" } else { "oracle" };
                let about = format!("the {side} lists the move {mv} as legal, and refuses it");
                Err(self.disagreement(about))
            }
        }
    }
}

/// Sets a board up on both sides.
fn set_up<R: RuleSet>(
    contest: &ContestOf<R>,
    setup: &SetupOf<R::Vocabulary>,
) -> Result<Sides<R::Vocabulary>, InputError> {
    let sides = [contest.pairing.engine(), contest.pairing.oracle()];
    let [engine, oracle] = match both("in the set-up", sides, |side| side.set_up(setup)) {
        Ok(games) => games,
        Err(about) => return Ok(Sides::Broken(about)),
    };
    let engine = engine.ok_or_else(|| unfit("the engine does not support this board"))?;
    let oracle = oracle.ok_or_else(|| unfit("the oracle does not support this board"))?;
    let (mut engine, mut oracle) = (engine, oracle);
    let rules = contest.pairing.rules();
    Ok(match agreed(rules, [&mut engine, &mut oracle], None) {
        Ok((_, view)) => Sides::Agree { engine, oracle, view },
        Err(about) => Sides::Broken(about),
    })
}

/// A result of a move, if one was played, and the state after it.
type Agreed<V> = (Option<ResultOf<V>>, View<V>);

/// The answers of both sides after a move, or at the set-up, if they agree.
fn agreed<R: RuleSet>(
    rules: &R,
    games: [&mut AnyGame<R::Vocabulary>; 2],
    mv: Option<&MoveOf<R::Vocabulary>>,
) -> Result<Agreed<R::Vocabulary>, String> {
    let place = if mv.is_some() { "in the move" } else { "at the position" };
    let ask = |game: &mut AnyGame<R::Vocabulary>| Answers::of(game, mv, Level::Position, 0);
    let [engine, oracle] = both(place, games, ask)?;
    let Err(finding) = compare(rules, &engine, &oracle, 0) else {
        return Ok((oracle.result, oracle.view.expect("positions are asked for")));
    };
    let at = mv.map_or_else(|| "at the start".to_owned(), |mv| format!("at the move {mv}"));
    Err(match &finding {
        // Boards are equal texts: they are shown elsewhere.
        Finding::Differs { engine, oracle, .. } if engine != oracle => {
            format!("{at}, {finding}; engine: {engine}; oracle: {oracle}")
        }
        _ => format!("{at}, {finding}"),
    })
}

/// The results of the engine and of the oracle, or the panic of one of them.
fn both<S, T>(place: &str, sides: [S; 2], mut call: impl FnMut(S) -> T) -> Result<[T; 2], String> {
    let [engine, oracle] = sides;
    let mut side = |name, game| {
        guard::catch(|| call(game)).map_err(|panic| format!("the {name} panics {place}: {panic}"))
    };
    Ok([side("engine", engine)?, side("oracle", oracle)?])
}

/// Breaks at the limit.
fn until(seen: usize, limit: usize) -> ControlFlow<()> {
    if seen >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The clause that a refusal names, such as `AB-12`; empty if it names none.
fn clause(reason: &str) -> String {
    let is_clause = |word: &&str| {
        word.split_once('-').is_some_and(|(rules, number)| {
            let is_upper = |c: char| c.is_ascii_uppercase();
            let is_digit = |c: char| c.is_ascii_digit();
            !rules.is_empty()
                && rules.chars().all(is_upper)
                && !number.is_empty()
                && number.chars().all(is_digit)
        })
    };
    let is_mark = |c: char| !c.is_ascii_alphanumeric();
    let mut words = reason.split_whitespace().map(|word| word.trim_matches(is_mark));
    words.rfind(is_clause).unwrap_or_default().to_owned()
}

impl<R: RuleSet> Play for Judged<R> {
    fn state(&self) -> Result<GameState, Disagreement> {
        let (engine, oracle, view) = self.sides()?;
        let outcome = view.outcome;
        let moves = both("in the list of legal moves", [engine, oracle], |game| {
            game.visit_legal_moves(&mut |_| ControlFlow::Break(())).is_break()
        });
        let is_over = R::Vocabulary::is_over(outcome);
        let about = match moves.map_err(|about| self.disagreement(about))? {
            [engine, oracle] if engine != oracle => {
                let has = |has_move| if has_move { "a legal move" } else { "no legal move" };
                format!("the engine lists {}, the oracle {}", has(engine), has(oracle))
            }
            [has_move, _] if has_move == is_over => {
                let has = if has_move { "and list a legal move" } else { "but list no legal move" };
                format!("both sides say `{outcome}`, {has}")
            }
            _ => {
                let state = self.contest.state_at(outcome, &view.position, self.accepted.len());
                let is_cut = self.accepted.len() - self.before >= MOVES_MAX;
                let is_on = state == GameState::Playing;
                return Ok(if is_on && is_cut { GameState::Drawn } else { state });
            }
        };
        Err(self.disagreement(about))
    }

    fn turn(&self) -> Player {
        match &self.sides {
            Sides::Agree { view, .. } => self.contest.turn_at(&view.position, self.accepted.len()),
            Sides::Broken(_) => Player::First,
        }
    }

    fn board(&self) -> String {
        match self.shown_setup() {
            Some(setup) => self.contest.print_setup(setup),
            None => self.contest.print(&Case::new(self.case.setup.clone(), self.accepted.clone())),
        }
    }

    fn answer(&mut self, answer: &[u8]) -> Result<Judgement, Disagreement> {
        let mv = match (self.contest.answers.read)(answer) {
            Ok(mv) => mv,
            Err(error) => return Ok(Judgement::Unreadable(error.to_string())),
        };
        let refusal = match self.try_move(&mv)? {
            Ok(()) => return Ok(Judgement::Played),
            Err(refusal) => refusal,
        };
        self.is_not_listed(&mv)?;
        let no_move = self.contest.answers.no_move.map(|no_move| no_move());
        if no_move == Some(mv) && R::Vocabulary::is_over(self.sides()?.2.outcome) {
            return Ok(Judgement::NoMove);
        }
        let reason = refusal.to_string();
        Ok(Judgement::Invalid { clause: clause(&reason), reason })
    }

    fn case(&self) -> String {
        self.contest.print(&self.case)
    }
}

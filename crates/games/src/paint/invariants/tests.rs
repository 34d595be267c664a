//! Each invariant rejects the steps that break it, and accepts a correct step.

use twinboard_harness::{Observed, View};
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, Outcome, Paint, Painted, Player, Position, Refusal,
};

use super::INVARIANTS;

fn board(rows: &[&str]) -> Board {
    format!("{}\n{}\n", rows.len(), rows.join("\n")).parse().expect("a small board")
}

fn set(cells: &[(u8, u8)]) -> LegalMove {
    LegalMove::new(cells.iter().map(|&(row, column)| Cell::new(row, column)))
}

fn view(rows: &[&str], to_move: Player, outcome: Outcome, legal: Vec<LegalMove>) -> View<Paint> {
    View { position: Position { board: board(rows), to_move }, outcome, legal: Some(legal) }
}

type Scene = crate::tests::Scene<Paint>;

impl Scene {
    /// The 2 is painted to the right. The 1 in the corner below stays alive, the 1 next to the set
    /// dies.
    fn right() -> Self {
        let (near, far) = (set(&[(1, 1)]), set(&[(2, 2)]));
        let (across, down) = (set(&[(0, 0), (0, 1)]), set(&[(0, 0), (1, 0)]));
        let before = view(
            &["2 # #", "# 1 #", "# # 1"],
            Player::First,
            Outcome::Playing,
            vec![across.clone(), down, near, far.clone()],
        );
        let now = view(&["B B #", "# 1 #", "# # 1"], Player::Second, Outcome::Playing, vec![far]);
        let result = Painted { cells: across, number: 2, at: Cell::new(0, 0) };
        let (mv, setup) = (Move::new([(0, 1), (0, 0)]), before.position.board.clone());
        Self { invariants: INVARIANTS, setup, before, mv, result: Ok(result), now }
    }

    /// The step refused for this reason, with everything left unchanged.
    fn refused(refusal: Refusal, picks: &[(u64, u64)]) -> Self {
        let right = Self::right();
        let mv = Move::new(picks.iter().copied());
        Self { now: right.before.clone(), mv, result: Err(refusal), ..right }
    }

    fn now(self, rows: &[&str]) -> Self {
        self.with(|scene| scene.now.position.board = board(rows))
    }
}

#[test]
fn a_right_step_breaks_nothing() {
    assert_eq!(Scene::right().broken(), []);
    assert_eq!(Scene::refused(Refusal::NoCells, &[]).broken(), []);
}

#[test]
fn a_set_up_shown_as_another_board_or_with_another_player_is_noticed() {
    let setup = board(&["1"]);
    let shown =
        [("1", Player::First, false), ("#", Player::First, true), ("1", Player::Second, true)];
    for (rows, to_move, is_broken) in shown {
        let now = view(&[rows], to_move, Outcome::Playing, vec![set(&[(0, 0)])]);
        let observed = Observed { setup: &setup, step: None, now: &now, observations: &[] };
        let invariant = &INVARIANTS[0];
        assert_eq!((invariant.check)(&observed).is_err(), is_broken, "{rows}, {to_move}");
    }
}

#[test]
fn cells_that_are_painted_or_forgotten_beside_the_move_are_noticed() {
    let nothing_else = "paints its cells and nothing else";
    let more = Scene::right().now(&["B B B", "# 1 #", "# # 1"]);
    more.breaks(nothing_else, "(0,2) was # and is B, where # should be");
    more.breaks("as many cells as its number", "3 cells became painted");
    let fewer = Scene::right().now(&["B # #", "# 1 #", "# # 1"]);
    fewer.breaks(nothing_else, "(0,1) was # and is #, where B should be");
    fewer.breaks("as many cells as its number", "1 cells became painted");
    let changed = Scene::right().now(&["B B #", "# 2 #", "# # 1"]);
    changed.breaks(nothing_else, "(1,1) was 1 and is 2");
}

#[test]
fn an_event_that_says_another_number_or_other_cells_is_noticed() {
    let as_many = "as many cells as its number";
    Scene::right().with(|scene| scene.event().number = 3).breaks(as_many, "the 3 at (0,0)");
    let scene = Scene::right().with(|scene| scene.event().at = Cell::new(0, 1));
    scene.breaks(as_many, "the 2 at (0,1)");
    let scene = Scene::right().with(|scene| scene.event().cells = set(&[(0, 0), (1, 0)]));
    scene.breaks("a move is what was asked for", "painted (0,0) (1,0)");
}

#[test]
fn a_turn_that_stays_or_passes_wrongly_is_noticed() {
    let stays = Scene::right().with(|scene| scene.now.position.to_move = Player::First);
    stays.breaks("the turn passes", "the first player was to move, and now it is the first");
    let passes = Scene::refused(Refusal::NoCells, &[]);
    let passes = passes.with(|scene| scene.now.position.to_move = Player::Second);
    passes.breaks("the turn passes", "now it is the second");
}

#[test]
fn every_refusal_has_its_own_reason() {
    let with = |picks: &[(u64, u64)], rows: &[&str], refusal| {
        Scene::refused(refusal, picks).with(|scene| scene.before.position.board = board(rows))
    };
    let plain = ["2 # #", "# 1 #", "# # B"];
    let cases: [(&[(u64, u64)], Refusal); 9] = [
        (&[], Refusal::NoCells),
        (&[(0, 0), (0, 3), (0, 0)], Refusal::OffBoard),
        (&[(2, 2), (2, 2)], Refusal::Repeated),
        (&[(2, 2), (0, 0)], Refusal::Painted),
        (&[(0, 0), (0, 2)], Refusal::NotConnected),
        (&[(0, 1), (0, 2)], Refusal::NoNumber),
        (&[(0, 0), (0, 1), (1, 1)], Refusal::SeveralNumbers),
        (&[(0, 0)], Refusal::WrongCount),
        (&[(0, 1), (1, 1)], Refusal::WrongCount),
    ];
    let invariant = "refused for its first reason";
    for (picks, refusal) in cases {
        let broken = with(picks, &plain, refusal).broken();
        assert!(broken.iter().all(|(name, _)| !name.contains(invariant)), "{refusal}: {broken:?}");
        for other in Refusal::ALL.into_iter().filter(|&other| other != refusal) {
            with(picks, &plain, other).breaks(invariant, &refusal.to_string());
        }
    }
    let beside_paint = with(&[(1, 1)], &["# # #", "# 1 B", "# # #"], Refusal::TouchesPaint);
    assert!(beside_paint.broken().iter().all(|(name, _)| !name.contains(invariant)));
    with(&[(1, 1)], &plain, Refusal::TouchesPaint).breaks(invariant, "there was: none");
    let over = Scene::refused(Refusal::NoCells, &[]);
    over.with(|scene| scene.before.outcome = Outcome::Drawn)
        .breaks(invariant, "there was: the game is over");
    let accepted = Scene { mv: Move::new([(0, 0), (0, 2)]), ..Scene::right() };
    accepted.breaks(invariant, "there was: the cells are not connected");
}

#[test]
fn listed_moves_that_are_not_valid_or_come_alive_are_noticed() {
    let legal = vec![set(&[(1, 1)]), set(&[(2, 2)])];
    let scene = Scene::right().with(|scene| scene.now.legal = Some(legal));
    scene.breaks("listed moves are valid", "(1,1) is listed; a cell touches paint");
    let legal = vec![set(&[(0, 0), (0, 1)])];
    let scene = Scene::right().with(|scene| scene.before.legal = Some(legal));
    scene.breaks("dead numbers stay dead", "the number at (2,2) had no move");
}

#[test]
fn a_number_with_room_and_no_move_is_noticed() {
    let mut scene = Scene::right();
    scene.now.legal = Some(vec![]);
    scene.breaks("straight row of cells", "the 1 at (2,2) has room");
    scene.now.legal = None;
    scene.now.outcome = Outcome::Drawn;
    scene.breaks("straight row of cells", "the 1 at (2,2) has room");
    // Room to the left only; beyond the edge of the board there is none.
    let mut scene = Scene::right();
    scene.now = view(&["# # 3", "B # #", "B B B"], Player::First, Outcome::Playing, vec![]);
    let is_broken = |scene: &Scene| {
        scene.broken().iter().any(|(name, _)| name.contains("straight row of cells"))
    };
    assert!(!is_broken(&scene), "(0,0) touches the paint");
    scene.now = view(&["# # 3", "# # #", "B B B"], Player::First, Outcome::Playing, vec![]);
    scene.breaks("straight row of cells", "the 3 at (0,2) has room");
}

#[test]
fn an_end_that_is_none_is_noticed() {
    let end = |corner: &str, outcome| {
        let rows = ["# # #", "# # #", &format!("# # {corner}")];
        Scene { now: view(&rows, Player::Second, outcome, vec![]), ..Scene::right() }
    };
    let invariant = "it ends as a draw or as a loss";
    end("0", Outcome::Drawn).breaks(invariant, "a number is left");
    end("B", Outcome::Lost(Player::Second)).breaks(invariant, "no number is left");
    end("0", Outcome::Lost(Player::First)).breaks(invariant, "the second player is to move");
    for right in [end("0", Outcome::Lost(Player::Second)), end("B", Outcome::Drawn)] {
        assert!(right.broken().iter().all(|(name, _)| !name.contains(invariant)));
    }
}

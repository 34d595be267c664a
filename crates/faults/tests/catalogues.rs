//! Two catalogues in one process, like those of an engine and a solver.

use twinboard_faults::Place;

mod engine {
    twinboard_faults::catalogue! {
        "game" in Engine {
            /// The first row is
            /// left out.
            FirstRow = "game-first-row" breaks "GM-1",

            /// The last row is left out.
            LastRow = "game-last-row" breaks "GM-2",
        }
        "chess" in Engine {
            /// Pawns go back.
            Back = "chess-back" breaks "CH-7",
        }
    }
}

mod solver {
    twinboard_faults::catalogue! {
        "game" in Solver {
            /// A loss counts as a win.
            Loss = "game-solver-loss" breaks "GM-3",
        }
    }
}

#[test]
fn each_fault_has_its_entry_in_the_order_of_the_table() {
    assert_eq!(engine::Fault::ALL.len(), engine::CATALOGUE.len());
    for (fault, planted) in engine::Fault::ALL.iter().zip(engine::CATALOGUE) {
        assert_eq!(fault.entry(), planted);
    }
    let first = engine::Fault::FirstRow.entry();
    assert_eq!((first.name, first.clause), ("game-first-row", "GM-1"));
    assert_eq!(first.imitates, "The first row is left out.");
    assert_eq!(engine::Fault::Back.entry().rule_set, "chess");
    assert_eq!(solver::Fault::Loss.entry().place, Place::Solver);
}

#[cfg(not(feature = "planted"))]
#[test]
fn without_the_feature_planted_is_a_constant() {
    const PLANTED: bool = engine::planted(engine::Fault::FirstRow);
    const { assert!(!PLANTED && !twinboard_faults::COMPILED_IN) };
    assert!(!engine::CATALOGUE[0].is_active());
}

#[cfg(feature = "planted")]
mod switched {
    use std::env;
    use std::process::Command;

    use twinboard_faults::{VARIABLE, activate, check_environment};

    use super::{engine, solver};

    /// Environment variable of the child processes in which a test runs itself again.
    const IS_CHILD: &str = "TWINBOARD_FAULTS_TEST";

    /// Names of all active faults.
    fn active() -> Vec<&'static str> {
        let of_engine = engine::Fault::ALL.iter().filter(|&&fault| engine::planted(fault));
        let of_solver = solver::Fault::ALL.iter().filter(|&&fault| solver::planted(fault));
        let entries = of_engine.map(|fault| fault.entry());
        let active = entries.chain(of_solver.map(|fault| fault.entry()));
        let active: Vec<&str> = active.map(|planted| planted.name).collect();
        let all = engine::CATALOGUE.iter().chain(solver::CATALOGUE);
        let same = all.filter(|planted| planted.is_active()).map(|planted| planted.name);
        assert_eq!(active, same.collect::<Vec<_>>());
        active
    }

    #[test]
    fn one_fault_of_all_catalogues_is_active_at_a_time() {
        for planted in engine::CATALOGUE.iter().chain(solver::CATALOGUE) {
            activate(Some(planted));
            assert_eq!(active(), [planted.name]);
        }
        activate(None);
        assert_eq!(active(), [""; 0]);
        // A call of `activate` overrides the environment.
        assert_eq!(check_environment(&[]), Ok(()));
    }

    #[test]
    fn the_environment_activates_a_fault_and_is_checked_against_all_catalogues() {
        if env::var_os(IS_CHILD).is_some() {
            let known: Vec<_> = engine::CATALOGUE.iter().chain(solver::CATALOGUE).collect();
            println!("{:?} {}", active(), check_environment(&known).is_ok());
            return;
        }
        for (value, expected) in [
            (None, "[] true"),
            (Some("none"), "[] true"),
            (Some("chess-back"), r#"["chess-back"] true"#),
            (Some("game-solver-loss"), r#"["game-solver-loss"] true"#),
            (Some("game-solver"), "[] false"),
            (Some(""), "[] false"),
        ] {
            let this =
                "switched::the_environment_activates_a_fault_and_is_checked_against_all_catalogues";
            let mut child = Command::new(env::current_exe().unwrap());
            child.args(["--exact", this, "--nocapture"]).env(IS_CHILD, "").env_remove(VARIABLE);
            child.envs(value.map(|value| (VARIABLE, value)));
            let output = child.output().unwrap().stdout;
            let output = String::from_utf8(output).unwrap();
            assert!(output.lines().any(|line| line.ends_with(expected)), "{value:?}: {output}");
        }
    }
}

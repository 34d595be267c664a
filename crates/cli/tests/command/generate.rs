//! `twinboard generate`.

use crate::prelude::*;

#[test]
fn a_seed_gives_the_pinned_board_and_is_printed_to_standard_error() {
    let board = "5\n# # # # 1\n# # # # 0\n# # # # #\n# # # # #\n# # # # #\n";
    let done = twinboard("generate paint --group 1 --seed 1").assert();
    done.success().stdout(board).stderr("seed 1\n");
    // A program with one rule set needs no name of it.
    let done = example("stones", "generate --seed 1").assert().success();
    done.stdout(starts_with("wbw..w.wbw w kq\n> 1-3\n")).stderr("seed 1\n");
}

#[test]
fn a_random_seed_is_printed_and_reproduces_its_input() {
    let generate = "generate paint --group 3";
    let done = twinboard(generate).assert().success();
    let said = lossy(&done.get_output().stderr);
    let seed = said.strip_prefix("seed ").expect("the seed is printed").trim_end();
    let again = twinboard(format!("{generate} --seed {seed}")).assert();
    again.success().stdout(printed(&done));
    twinboard(generate).assert().success().stderr(predicate::ne(said));
}

#[test]
fn the_name_of_each_file_states_how_to_reproduce_it() {
    let folder = folder(&[]);
    let mut generate = twinboard("generate paint --group 2 --count 3 --seed 8 --out");
    let done = generate.arg(folder.path()).assert().success().stderr("seeds 8 to 10\n");
    let paths = printed(&done);
    assert_eq!(paths.lines().count(), 3);
    for (path, seed) in paths.lines().zip(["8", "9", "10"]) {
        assert!(path.ends_with(&format!("paint-group-2-seed-{seed}.txt")), "{path}");
        let alone = twinboard(format!("generate paint --group 2 --seed {seed}")).assert();
        alone.success().stdout(fs::read_to_string(path).unwrap());
    }
    assert_eq!(names_in(folder.path()).len(), 3);
}

//! The text of SameGame.

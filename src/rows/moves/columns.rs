//! The columns of a row of a move: their names, their types and what they hold.

use crate::rows::{Column, ColumnType};

/// The columns by name, in their order.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Source,
    Member,
    Game,
    Node,
    Parent,
    Main,
    Ply,
    MoveNumber,
    Color,
    X,
    Y,
    Pass,
    Move,
    Comment,
    TimeLeft,
    MovesLeft,
    TimeUsed,
    TimeHabit,
    Labels,
    Marks,
    Winrate,
    Score,
    Visits,
    Analysis,
}

/// How many columns there are.
pub(super) const LEN: usize = Key::Analysis as usize + 1;

const fn has(name: &'static str, kind: ColumnType, description: &'static str) -> Column {
    Column::new(name, kind, false, description)
}

const fn may_have(name: &'static str, kind: ColumnType, description: &'static str) -> Column {
    Column::new(name, kind, true, description)
}

/// The columns as their users see them.
pub(super) static COLUMNS: [Column; LEN] = [
    has("source", ColumnType::Text, "the path of the file, or - for stdin"),
    may_have("member", ColumnType::Text, "the path in the archive, if it is one"),
    has("game", ColumnType::UInt64, "the number of the game in its record, from 0"),
    has("node", ColumnType::UInt64, "the number of the node in its record, from 0, in file order"),
    may_have("parent", ColumnType::UInt64, "the number of the node above"),
    has("main", ColumnType::Bool, "whether the node is on the main line"),
    has("ply", ColumnType::UInt32, "how many moves its line has up to it"),
    may_have("move_number", ColumnType::Int32, "the number of the move, as MN counts"),
    may_have("color", ColumnType::Text, "who moved: B or W"),
    may_have("x", ColumnType::UInt32, "the column of the point, from 0 at the left"),
    may_have("y", ColumnType::UInt32, "the row of the point, from 0 at the top"),
    may_have("pass", ColumnType::Bool, "whether the move is a pass"),
    may_have("move", ColumnType::Text, "the move as it stands"),
    may_have("comment", ColumnType::Text, "the comment"),
    may_have("time_left", ColumnType::Float64, "the seconds that who moved has left"),
    may_have("moves_left", ColumnType::UInt32, "the moves or periods of overtime that are left"),
    may_have("time_used", ColumnType::Float64, "the seconds that the move took"),
    may_have(
        "time_habit",
        ColumnType::Text,
        "how time_used was found: main, fischer, canadian or byo-yomi",
    ),
    may_have("labels", ColumnType::Texts, "the labels, each a point, a colon and a text"),
    may_have("marks", ColumnType::Texts, "the marks, each an ident, a colon and a point"),
    may_have("winrate", ColumnType::Float64, "the chance that Black wins, 0 to 1, by a program"),
    may_have("score", ColumnType::Float64, "by how many points Black leads, by a program"),
    may_have("visits", ColumnType::UInt64, "how many visits that program made"),
    may_have("analysis", ColumnType::Text, "the program: KataGo, Lizzie or Sabaki"),
];

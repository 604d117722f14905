//! The arguments and the help of `kifu moves`.

use clap::Args;

use super::{Inputs, TableOptions, ending};

/// Print a row for each move: its place, point, times, comment, analysis
///
/// The columns of all formats but table: source, member, game and node (both from 0, counted through
/// the record), parent (the node above), main (whether the node is on the main line), ply (how many
/// moves its line has up to it), move_number (which MN sets), color (B or W), x and y (from 0 at the
/// upper left; null for a pass and in games whose moves are no points), pass, move (the text as it
/// stands), comment, time_left in seconds and moves_left (BL, WL, OB, OW of who moved), time_used and
/// time_habit; labels and marks, lists of texts such as dd:A and TR:dd; winrate, score, visits and
/// analysis. There are as many rows as `kifu games` counts moves.
///
/// Records have what was left on the clock; time_used follows from the move before of the same
/// colour, and time_habit says how: main (the difference), fischer (with what each move adds),
/// canadian (the difference in one period), byo-yomi (from a period that starts anew). It is null
/// where two moves are not in the same kind of time.
///
/// winrate (0 to 1) and score (in points) are those of Black after the move, whoever wrote them in
/// whatever direction; analysis names the program: KataGo (in comments that start with four numbers),
/// Lizzie (LZ, LZOP), Sabaki (SBKV).
///
/// In csv a list is an array of JSON in one text; in parquet and arrow it is a list of texts.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct MovesOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Print a row for each node of all variations, also of nodes without a move
    #[arg(long)]
    pub(crate) variations: bool,

    #[command(flatten)]
    pub(crate) table: TableOptions,
}

const EXAMPLES: &str = r#"  kifu moves game.sgf
      the moves of the main line, with comments
  kifu moves --format parquet -o moves.parquet archive.zip
      all moves of an archive, for a data tool
  kifu moves --variations --columns node,parent,color,x,y,comment --format ndjson game.sgf
      the whole tree, some columns
  kifu moves --describe
      which columns there are, and what they hold
  kifu moves --format parquet -o moves.parquet games/
  duckdb -c "select color, ply // 50 * 50 as ply, avg(time_used) from 'moves.parquet' group by all"
      how long moves take"#;

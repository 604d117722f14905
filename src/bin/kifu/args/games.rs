//! The arguments and the help of `kifu games`.

use clap::Args;

use super::{Inputs, TableOptions, ending};

/// Print a row for each game: its place, its players, its counts, its moves
///
/// The columns of all formats but table: source, member, game (from 0), offset and length in bytes,
/// charset, charset_source (how it was found); the texts of the root as they stand, under the names
/// of their properties: GM, SZ, PB, PW, BR, WR, DT, RE, KM, HA, RU, EV, RO, PC, GN, SO, US, AN, CP,
/// ON, OT, TM, AP; nodes; moves of the main line; variations beside the main line; depth, the nodes
/// above the lowest one; main_line, the moves in one text, of go two letters each with -- for a
/// pass, of other games with a space between them, and ?? for what is not a move of the game;
/// main_line_hash and symmetric_hash, see below; dyer, the Dyer signature (go only); first_moves, see
/// below; errors, warnings, infos: how many faults were found in the game.
///
/// Then come columns with types, for what these texts mean: date_from and date_to, the first and the
/// last day on which the game can have been played; winner, B, W or draw; result_kind: points,
/// resign, time, forfeit, unspecified (won, but not how), draw, void or unknown; margin in points;
/// komi; handicap; width and height of the board, those that are usual in the game where SZ is
/// missing; black_rank and white_rank such as 12k, 3d or 9p, and black_rank_order and
/// white_rank_order, numbers that sort them (0 is 1k, 1 is 1d, 21 is 1p); black_rating and
/// white_rating; main_time in seconds; overtime: none, byo-yomi, canadian, fischer, delay,
/// progressive, hourglass or correspondence; overtime_count, the periods of byo-yomi or the moves in
/// a Canadian period; overtime_seconds, of each period, or what each move adds or has; rules, by one
/// name for all spellings; application and application_version; unreadable, the idents of what has a
/// text that could not be read; normalized, what --normalize has undone. What is missing, unlimited
/// or not readable is null. What the root does not say is taken from the main line after it; komi,
/// handicap and rules are read of go alone.
///
/// main_line_hash is XXH3 (64 bits, seed 0) of a text that any language can make: the size of the
/// board and a semicolon (19x19; or 09x13;), then for each node of the main line b, e or w and the
/// two letters of each point that AB, AE or AW set up, sorted and each once, and B or W and the two
/// letters of its move, -- for a pass. So (;SZ[9]AB[gc][cg];W[ee];B[]) gives 09x09;bcgbgcWeeB--.
/// symmetric_hash is the same of the least of these texts, in the order of their bytes, that the
/// board gives when it is turned and mirrored (go only); one of 13x09 is turned to 09x13. Other games
/// have GM, a colon and SZ, then a space, the letter and the text as it stands for each of them. A
/// game without a move has no hash, nor has one whose size, setup or moves could not be read, whose
/// board has more than 52 lines, or which sets up more than a million stones.
///
/// first_moves has the first 8 moves of go in GTP letters (Q16, without an I), on the board as
/// symmetric_hash has it, but mirrored, so that they start in the upper right: equal openings are
/// equal texts. What is set up before them decides how the board is turned and is not in the text. It
/// is null where symmetric_hash is, and where a board has more than 25 lines. The column moves_gtp,
/// which has to be named in --columns, has all moves as they stand, each with its colour: B Q16 W D4.
///
/// Hashes are 16 hexadecimal digits in ndjson and csv, and numbers of 64 bits in parquet and arrow,
/// which have texts in UTF-8, whole numbers of 32 and 64 bits, floating-point numbers of 64 bits,
/// days as date32, and nulls where something is missing. A game with more than 64 MiB of texts is
/// left out of these two, and reported.
///
/// A text is as it stands in the record: one that starts with =, +, - or @ is a formula to a
/// spreadsheet that opens csv without asking, so import the columns as text.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct GamesOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Undo habits of servers; the column `normalized` says which
    ///
    /// Komi in hundredths, in Chinese stones or in KO, a handicap of one stone, overtime in TC and TT,
    /// margins in Chinese stones. It changes komi, handicap, margin and the columns of overtime, of go
    /// alone; the texts stay as they are.
    #[arg(long)]
    pub(crate) normalize: bool,

    #[command(flatten)]
    pub(crate) table: TableOptions,
}

const EXAMPLES: &str = r#"  kifu games archive.zip
      who played, who won, and where it stands
  kifu games --format csv -o games.csv archive.zip
      all columns, for a spreadsheet
  kifu games --format parquet -o games.parquet archive.zip
      the same with types, for a data tool
  kifu games --describe
      which columns there are, and what they hold
  kifu games --format parquet -o games.parquet games/
  duckdb -c "select year(date_from), avg((winner = 'B')::int) from 'games.parquet'
             where winner in ('B', 'W') group by all order by all"
      how often Black won in each year"#;

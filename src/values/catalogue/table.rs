//! The table of the catalogue: one line for each property, in the order of the idents. Where an
//! ident has several meanings, those of the format come before private ones.

use super::{Definition, ListKind, PropertyType, ValueForm, ValueType};
use crate::values::Game;

/// Makes the table of its short form.
macro_rules! definitions {
    ($(
        $ident:literal $name:literal, FF[$($version:literal),*], $list:ident [$($form:tt)*],
        $kind:ident, $games:ident
        $(, inherit $inherit:literal)? $(, range $range:expr)? $(, by $user:literal)? $(, note $note:literal)?;
    )*) => {
        pub(super) static TABLE: [Definition; [$($ident),*].len()] = [$(Definition {
            ident: $ident,
            name: $name,
            versions: 0 $(| 1 << $version)*,
            list: ListKind::$list,
            form: form!($($form)*),
            property_type: PropertyType::$kind,
            game: definitions!(@game $games),
            inherits: definitions!(@first false $(, $inherit)?),
            range: definitions!(@first None $(, Some($range))?),
            user: definitions!(@first None $(, Some($user))?),
            note: definitions!(@first "" $(, $note)?),
        }),*];
    };
    (@game ALL) => { None };
    (@game $game:ident) => { Some(Game::$game) };
    (@first $default:expr) => { $default };
    (@first $default:expr, $given:expr) => { $given };
}

/// The form of a value out of the grammar of the format.
macro_rules! form {
    ($one:ident) => {
        ValueForm::One(ValueType::$one)
    };
    ($first:ident : $second:ident) => {
        ValueForm::Pair(ValueType::$first, ValueType::$second)
    };
    ($one:ident | $first:ident : $second:ident) => {
        ValueForm::OneOrPair(ValueType::$one, ValueType::$first, ValueType::$second)
    };
}

definitions! {
    "A" "Analysis of the move", FF[], List [Text], None, BACKGAMMON, by "GNU Backgammon", note "Candidate moves with their evaluation";
    "AA" "Add arrows", FF[4], List [Point], Setup, AMAZONS;
    "AB" "Add black stones", FF[1, 2, 3, 4], List [Stone], Setup, ALL, note "Compressed lists in Go; the points of AB, AW and AE are disjoint";
    "AE" "Clear points", FF[1, 2, 3, 4], List [Point], Setup, ALL, note "See AB; no prisoners are counted";
    "AN" "Annotator", FF[3, 4], Single [SimpleText], GameInfo, ALL;
    "AP" "Application", FF[4], Single [SimpleText : SimpleText], Root, ALL, note "Name and version; the version is often missing";
    "AR" "Arrow", FF[4], List [Point : Point], None, ALL, note "No arrow of one point, none twice";
    "AS" "Who adds stones", FF[4], Single [SimpleText], None, LINES_OF_ACTION, note "Black, White or None";
    "AS" "Markup on a stone", FF[4], List [Stone], None, OCTI;
    "AW" "Add white stones", FF[1, 2, 3, 4], List [Stone], Setup, ALL, note "See AB";
    "B" "Black move", FF[1, 2, 3, 4], Single [Move], Move, ALL, note "Executed even if illegal; not with W in one node";
    "BC" "Black country", FF[], Single [SimpleText], None, GO, by "Tygem and similar";
    "BL" "Black time left", FF[1, 2, 3, 4], Single [Real], Move, ALL, note "Seconds";
    "BM" "Bad move", FF[1, 2, 3, 4], Single [Double], Move, ALL, note "Needs a move; excludes TE, DO and IT";
    "BO" "Black home points", FF[4], List [Point], GameInfo, OCTI;
    "BR" "Black rank", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL, note "Such as 5k or 3d; `?` is uncertain, `*` is established";
    "BS" "Black species", FF[1, 2, 3], Single [Number], GameInfo, ALL, note "Values differ by game and FF";
    "BT" "Black team", FF[3, 4], Single [SimpleText], GameInfo, ALL;
    "C" "Comment", FF[1, 2, 3, 4], Single [Text], None, ALL;
    "CA" "Charset", FF[4], Single [SimpleText], Root, ALL, note "Default ISO-8859-1";
    "CC" "Engine comment", FF[], Single [Text], None, GO, by "CGOS", note "Analysis of an engine as JSON";
    "CH" "Check mark", FF[1, 2, 3], Single [Double], None, ALL;
    "CI" "Chinese handicap", FF[3], Single [Number], None, GO;
    "CO" "Cube owner", FF[4], Single [SimpleText], Setup, BACKGAMMON, note "CP before August 2001; b, w, c or n";
    "CP" "Copyright", FF[3, 4], Single [SimpleText], GameInfo, ALL;
    "CR" "Circle", FF[3, 4], List [Point], None, ALL, note "The points of CR, MA, SL, SQ and TR are disjoint";
    "CS" "Markup on a stone", FF[4], List [Stone], None, OCTI;
    "CV" "Cube value", FF[4], Single [Number], Setup, BACKGAMMON, note "Default 1";
    "DA" "Analysis of the cube", FF[], Single [Text], None, BACKGAMMON, by "GNU Backgammon", note "Evaluation of doubling";
    "DD" "Dim points", FF[4], EList [Point], None, ALL, inherit true, note "`DD[]` clears";
    "DI" "Dice", FF[4], Single [Number], Setup, BACKGAMMON, note "Such as `DI[31]`";
    "DM" "Even position", FF[3, 4], Single [Double], None, ALL, note "Excludes UC, GB and GW";
    "DO" "Doubtful move", FF[3, 4], Single [None], Move, ALL, note "Needs a move; excludes BM, TE and IT";
    "DP" "Difficulty", FF[], Single [Number], None, GO, by "GoProblems", note "Difficulty of a problem";
    "DT" "Date", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL, note "The form is mandatory since FF[4]";
    "DTX" "Extended date", FF[], Single [SimpleText], None, GO, by "GoGoD and relatives";
    "DZ" "Game between engines", FF[], Single [SimpleText], None, GO, by "LizzieYzy";
    "EL" "Evaluation of computer move", FF[1, 2], Single [Number], None, ALL;
    "ER" "Alternative result", FF[], Single [SimpleText], None, GO, by "various programs";
    "EV" "Event", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL;
    "EVX" "Extended event", FF[], Single [SimpleText], None, GO, by "GoGoD and relatives";
    "EX" "Expected move", FF[1, 2], Single [Move], None, ALL;
    "FF" "File format", FF[1, 2, 3, 4], Single [Number], Root, ALL, range (1, 4), note "Default 1";
    "FG" "Figure", FF[1, 2, 3, 4], Single [None | Number : SimpleText], None, ALL, note "FF[1] to FF[3]: no value";
    "GB" "Good for Black", FF[1, 2, 3, 4], Single [Double], None, ALL, note "Excludes GW, DM and UC";
    "GC" "Game comment", FF[1, 2, 3, 4], Single [Text], GameInfo, ALL;
    "GE" "Genre", FF[], Single [SimpleText], None, GO, by "GoProblems", note "Kind of a problem";
    "GK" "Game kind", FF[], Single [Number], None, GO, by "YuanYu and Tygem converters";
    "GKM" "Alternative komi", FF[], Single [Real], None, GO, by "Go4Go and relatives";
    "GM" "Game type", FF[1, 2, 3, 4], Single [Number], Root, ALL, range (1, 40), note "Default 1, which is Go";
    "GN" "Game name", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL;
    "GOGGPAP" "Unknown", FF[], Single [SimpleText], None, GO, by "GOGGP";
    "GOGGPFF" "Unknown", FF[], Single [Number], None, GO, by "GOGGP";
    "GS" "Game statistics", FF[], List [Text], None, BACKGAMMON, by "GNU Backgammon";
    "GW" "Good for White", FF[1, 2, 3, 4], Single [Double], None, ALL, note "Excludes GB, DM and UC";
    "HA" "Handicap", FF[1, 2, 3, 4], Single [Number], GameInfo, GO, note "At least 2; adds no stones itself; 0 and 1 are common";
    "HO" "Hotspot", FF[3, 4], Single [Double], None, ALL;
    "ID" "Game identifier", FF[3], Single [SimpleText], GameInfo, ALL;
    "IL" "Illegal points", FF[], List [Point], None, GO, by "GNU Go", note "Points where a move is not legal";
    "IP" "Initial position to show", FF[4], Single [SimpleText], GameInfo, LINES_OF_ACTION;
    "IP" "Initial position to show", FF[4], Single [SimpleText], GameInfo, HEX, note "Empty; in the node to show, once in a game";
    "IS" "Initial viewer settings", FF[4], List [SimpleText : SimpleText], Root, HEX, note "Keys tried, marked, lastmove, headings and lock; values on and off";
    "IT" "Interesting move", FF[3, 4], Single [None], Move, ALL, note "Needs a move; excludes BM, TE and DO";
    "IY" "Invert Y axis", FF[4], Single [SimpleText], GameInfo, LINES_OF_ACTION, note "true or false; default false";
    "KGSDE" "Dead stones", FF[], List [Point], None, GO, by "KGS and CGoban 3", note "At scoring";
    "KGSFR" "Unknown", FF[], Single [Unknown], None, GO, by "KGS and CGoban 3";
    "KGSSB" "Black score", FF[], Single [Real], None, GO, by "KGS and CGoban 3", note "At scoring";
    "KGSSW" "White score", FF[], Single [Real], None, GO, by "KGS and CGoban 3", note "At scoring";
    "KI" "Integer komi", FF[], Single [Number], GameInfo, GO, by "SGB", note "Twice the komi";
    "KM" "Komi", FF[1, 2, 3, 4], Single [Real], GameInfo, GO;
    "KO" "Force illegal move", FF[3, 4], Single [None], Move, ALL, note "Needs B or W in the node; some converters write a komi here (`KO[7.5]`)";
    "KT" "Analysis", FF[], List [Text], None, GO, by "KaTrain", note "Compressed, several values";
    "KTSF" "Shortcut from a node", FF[], Single [SimpleText], None, GO, by "KaTrain";
    "KTSID" "Node id", FF[], Single [SimpleText], None, GO, by "KaTrain";
    "KTV" "Version of the analysis", FF[], Single [SimpleText], None, GO, by "KaTrain", note "In the root";
    "L" "Letters", FF[1, 2], List [Point], None, ALL, note "LB with A, B, C and so on today";
    "LB" "Label", FF[3, 4], List [Point : SimpleText], None, ALL, note "FF[3]: at most 4 characters";
    "LC" "Byo-yomi periods", FF[], Single [Number], None, GO, by "YuanYu and Tygem converters";
    "LN" "Line", FF[4], List [Point : Point], None, ALL, note "No line of one point, none twice; in FF[3] by some lists";
    "LT" "Lose on time", FF[3], Single [None], None, ALL;
    "LT" "Byo-yomi seconds", FF[], Single [Number], None, GO, by "YuanYu and Tygem converters", note "The ident of a property of FF[3]";
    "LU" "Luck", FF[], Single [Real], None, BACKGAMMON, by "GNU Backgammon", note "Luck of the roll";
    "LZ" "Analysis", FF[], Single [Text], None, GO, by "Lizzie and LizzieYzy", note "Engine, win rate and playouts, then variations; several lines";
    "LZ0" "Analysis", FF[], Single [Text], None, GO, by "Lizzie family";
    "LZ2" "Analysis of a second engine", FF[], Single [Text], None, GO, by "LizzieYzy";
    "LZOP" "Analysis of the opening position", FF[], Single [Text], None, GO, by "LizzieYzy";
    "LZOP2" "Analysis of the opening position by a second engine", FF[], Single [Text], None, GO, by "LizzieYzy";
    "M" "Simple markup", FF[1, 2], List [Point], None, ALL, note "MA on empty points, TR on stones today";
    "MA" "Mark X", FF[3, 4], List [Point], None, ALL;
    "MI" "Match information", FF[4], List [SimpleText : SimpleText], GameInfo, BACKGAMMON, note "Keys such as length, game, bs and ws";
    "MN" "Set move number", FF[3, 4], Single [Number], Move, ALL, note "The number of the move in this node";
    "MR" "Marked move", FF[], Single [Unknown], None, BACKGAMMON, by "GNU Backgammon";
    "MS" "Markup on a stone", FF[4], List [Stone], None, OCTI;
    "MULTIGOBM" "Bookmark", FF[], Single [Unknown], None, GO, by "MultiGo";
    "MULTIGOGM" "Game mode", FF[], Single [Number], None, GO, by "MultiGo", note "In the root; 0 or 1";
    "N" "Node name", FF[1, 2, 3, 4], Single [SimpleText], None, ALL;
    "NB" "Number of the black player", FF[], Single [Number], None, GO, by "IGS PandaNet";
    "NP" "Number of prongs", FF[4], Single [Number], GameInfo, OCTI;
    "NR" "Number of reserve pods", FF[4], Single [Number], GameInfo, OCTI;
    "NS" "Number of superprongs", FF[4], Single [Number], GameInfo, OCTI;
    "NW" "Number of the white player", FF[], Single [Number], None, GO, by "IGS PandaNet";
    "OB" "Black moves left in period", FF[3, 4], Single [Number], Move, ALL;
    "OE" "Unknown", FF[], Single [Number], None, GO, by "various programs";
    "OH" "Old style handicap", FF[], Single [SimpleText], None, GO, by "GoGoD";
    "OM" "Moves per overtime", FF[3], Single [Number], None, ALL;
    "ON" "Opening", FF[3, 4], Single [SimpleText], GameInfo, ALL, note "Text until 2001";
    "OP" "Overtime length", FF[3], Single [Real], None, ALL;
    "OS" "Observers", FF[], List [SimpleText], None, GO, by "IGS PandaNet";
    "OT" "Overtime", FF[4], Single [SimpleText], GameInfo, ALL;
    "OV" "Operator overhead", FF[3], Single [Real], None, ALL;
    "OW" "White moves left in period", FF[3, 4], Single [Number], Move, ALL;
    "P0" "First player", FF[], List [Text], None, ALL, by "boardspace", note "Details of the player, and in other nodes the moves";
    "P1" "Second player", FF[], List [Text], None, ALL, by "boardspace", note "Details of the player, and in other nodes the moves";
    "PB" "Black player", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL;
    "PBX" "Extended player information", FF[], Single [SimpleText], None, GO, by "GoGoD and relatives";
    "PC" "Place", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL;
    "PL" "Player to move", FF[1, 2, 3, 4], Single [Color], Setup, ALL, note "Often beside moves in real files; also written `PL[b]`";
    "PM" "Print move numbers", FF[4], Single [Number], None, ALL, inherit true, range (0, 2), note "Default 1";
    "PW" "White player", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL;
    "PX" "Extra black name", FF[], Single [SimpleText], None, GO, by "various programs";
    "PY" "Extra white name", FF[], Single [SimpleText], None, GO, by "various programs";
    "QKGV" "Evaluation", FF[], Single [Text], None, GO, by "q5Go", note "Visits, win rate, score and so on";
    "RD" "Recorded date", FF[], Single [SimpleText], None, GO, by "Tygem and similar", note "Used instead of DT";
    "RE" "Result", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL, note "The form is mandatory since FF[4]";
    "RG" "Region", FF[1, 2, 3], List [Point], None, GO;
    "RL" "Rules or rating", FF[], Single [Number], None, GO, by "YuanYu and Fox converters";
    "RO" "Round", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL, note "Number and kind, such as `2 (final)`";
    "RP" "Remove pod", FF[4], List [Stone], Setup, OCTI;
    "RR" "Rating rule", FF[], Single [SimpleText], None, GO, by "IGS PandaNet", note "Such as Normal";
    "RU" "Rules", FF[3, 4], Single [SimpleText], GameInfo, ALL, note "The names AGA, GOE, Japanese and NZ are mandatory";
    "RULES" "Rules", FF[], Single [SimpleText], None, GO, by "various programs", note "Used instead of RU";
    "S" "Moves", FF[], List [Point], None, GO, by "Many Faces of Go", note "All moves in one property";
    "SBKS" "Score lead", FF[], Single [Real], None, GO, by "Sabaki";
    "SBKV" "Win rate", FF[], Single [Real], None, GO, by "Sabaki", note "In percent, for Black";
    "SC" "Secure stones", FF[1, 2, 3], List [Point], None, ALL;
    "SE" "Markup", FF[4], Single [Point], None, LINES_OF_ACTION;
    "SE" "Selftest moves", FF[3], List [Point], None, ALL;
    "SI" "Sigma", FF[3], Single [Double], None, ALL;
    "SL" "Selected points", FF[1, 2, 3, 4], List [Point], None, ALL;
    "SO" "Source", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL;
    "SQ" "Square", FF[4], List [Point], None, ALL;
    "SS" "Markup on a stone", FF[4], List [Stone], None, OCTI;
    "ST" "Variation style", FF[4], Single [Number], Root, ALL, range (0, 3), note "Bit 0: siblings; bit 1: no markup by the program; default 0";
    "SU" "Setup type", FF[4], Single [SimpleText], GameInfo, LINES_OF_ACTION, note "Standard, Scrambled-eggs, Parachute, Gemma or Custom";
    "SY" "System", FF[], Single [SimpleText], None, GO, by "CGoban 1", note "The program that wrote the record, used instead of AP";
    "SZ" "Board size", FF[1, 2, 3, 4], Single [Number | Number : Number], Root, ALL, note "Columns and rows; default 19 in Go, at most 52; two numbers since FF[4]";
    "TB" "Black territory", FF[1, 2, 3, 4], EList [Point], None, GO, note "Disjoint from TW";
    "TC" "Territory count", FF[3], Single [Number], None, GO;
    "TC" "Byo-yomi periods", FF[], Single [Number], None, GO, by "YuanYu and Fox converters", note "The ident of a property of FF[3]";
    "TE" "Tesuji", FF[1, 2, 3, 4], Single [Double], Move, ALL, note "Needs a move; BM after TE is IT in old files, TE after BM is DO";
    "TL" "Time information", FF[], Single [SimpleText], None, GO, by "Tygem and similar";
    "TM" "Time limit", FF[1, 2, 3, 4], Single [Real], GameInfo, ALL, note "Seconds; until FF[3] any text";
    "TR" "Triangle", FF[3, 4], List [Point], None, ALL;
    "TS" "Markup on a stone", FF[4], List [Stone], None, OCTI;
    "TT" "Seconds of a byo-yomi period", FF[], Single [Number], None, GO, by "YuanYu and Fox converters";
    "TW" "White territory", FF[1, 2, 3, 4], EList [Point], None, GO, note "Disjoint from TB";
    "UC" "Unclear position", FF[3, 4], Single [Double], None, ALL, note "Excludes DM, GB and GW";
    "US" "Entered by", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL;
    "V" "Node value", FF[1, 2, 3, 4], Single [Real], None, ALL, note "Positive is good for Black; FF[1]: Number";
    "VV" "Version of the record", FF[], Single [Number], None, ALL, by "boardspace";
    "VW" "View part of board", FF[1, 2, 3, 4], EList [Point], None, ALL, inherit true, note "FF[1] to FF[3]: two points are the corners of a rectangle; `VW[]` clears";
    "W" "White move", FF[1, 2, 3, 4], Single [Move], Move, ALL, note "Executed even if illegal; not with B in one node";
    "WC" "White country", FF[], Single [SimpleText], None, GO, by "Tygem and similar";
    "WL" "White time left", FF[1, 2, 3, 4], Single [Real], Move, ALL, note "Seconds";
    "WO" "White home points", FF[4], List [Point], GameInfo, OCTI;
    "WR" "White rank", FF[1, 2, 3, 4], Single [SimpleText], GameInfo, ALL, note "See BR";
    "WS" "White species", FF[1, 2, 3], Single [Number], GameInfo, ALL, note "See BS";
    "WT" "White team", FF[3, 4], Single [SimpleText], GameInfo, ALL;
    "WV" "View part of board", FF[], EList [Point], None, GO, by "various programs", note "VW misspelt";
    "ZT" "Unknown", FF[], Single [Unknown], None, GO, by "Zen";
}

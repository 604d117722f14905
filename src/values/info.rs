//! Game info: what the record says of the game itself. Each property has a view, which is a function
//! of its text; [`GameInfo`] finds the texts in a tree.

mod date;
mod date_dictionary;
mod date_named;
mod date_numbers;
mod date_words;
mod normalize;
mod number;
mod overtime;
mod overtime_words;
mod rank;
mod rank_dictionary;
mod rank_words;
mod result;
mod result_dictionary;
mod result_words;
mod round;
mod rules;
mod time;
mod time_dictionary;
mod tree;

pub use date::{Date, DateSense, Dates, dates};
pub use normalize::{Habit, Normalized};
pub use number::{handicap, komi};
pub use overtime::{Overtime, OvertimeKind, overtime};
pub use rank::{Rank, RankKind, RankMark, Strength, rank};
pub use result::{Ending, GameResult, result};
pub use round::{Application, Round, application, round};
pub use rules::{Rules, rules};
pub use time::{MainTime, main_time};
pub use tree::InfoSource;

use super::game::{BoardSize, Game, game, size};
use super::reading::Reading;
use tree::{Found, Slot};

/// The game info of a game tree or of a node.
///
/// Of a node, each property comes from the node itself or the nearest one above it that has it. Of
/// a game tree, it comes from the root, or from the main line below it: up to the first move, or, if
/// nothing before that move says anything of the game, further down, where collections that share
/// their openings put it. A property with several values is read by the first that is not empty.
///
/// Nothing is read but what is asked for. The texts are found once, when the view is made.
///
/// Cost: linear in the properties of the nodes looked at, which of nearly all records is the root.
///
/// Source: FF\[4\], game-info properties, and SZ, AP and GM of the root.
///
/// ```
/// use kifu::values::{Ending, GameInfo, Color};
///
/// let arena = kifu::Arena::new();
/// let record = "(;GM[1]SZ[19]PB[Go Seigen]BR[9段]DT[1953-04-25,26]RE[黑中盘胜]KM[0];B[qd])";
/// let game = kifu::parse(&arena, record)?.first_game_tree().unwrap();
/// let info = GameInfo::of(game);
/// assert_eq!(info.black(), Some("Go Seigen"));
/// let result = info.result().unwrap().value().unwrap();
/// assert_eq!((result.winner(), result.ending()), (Some(Color::Black), Ending::Resignation));
/// assert_eq!(info.dates().unwrap().value().unwrap().to().to_string(), "1953-04-26");
/// assert_eq!(info.white(), None);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct GameInfo<'t> {
    found: Found<'t>,
}

impl<'t> GameInfo<'t> {
    /// The game info of a [`GameTree`](crate::GameTree), a [`Node`](crate::Node) or an owned one.
    ///
    /// ```
    /// let tree: kifu::OwnedTree = "(;SZ[9](;PB[Go]DT[1953];B[aa])(;PB[Hu];B[bb]))".parse()?;
    /// let last = tree.nodes().last().unwrap();
    /// let info = kifu::values::GameInfo::of(last);
    /// assert_eq!((info.black(), info.text("SZ"), info.dates()), (Some("Hu"), Some("9"), None));
    /// let first = kifu::values::GameInfo::of(tree.first_game_tree().unwrap());
    /// assert_eq!(first.black(), Some("Go"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn of(source: impl InfoSource<'t>) -> Self {
        Self { found: source.found() }
    }

    /// The text of a property, if game info is read from it and it was found.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let game = kifu::parse(&arena, "(;EV[Castle game]C[x])")?.first_game_tree().unwrap();
    /// let info = kifu::values::GameInfo::of(game);
    /// assert_eq!(info.text("EV"), Some("Castle game"));
    /// assert_eq!((info.text("PC"), info.text("C")), (None, None));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn text(&self, ident: &str) -> Option<&'t str> {
        self.found.by_ident(ident)
    }

    /// The habits of servers undone, as far as they are known; see [`Normalized`].
    ///
    /// ```
    /// use kifu::values::{GameInfo, Habit};
    ///
    /// let arena = kifu::Arena::new();
    /// let game = kifu::parse(&arena, "(;KM[375]RU[Chinese]AP[foxwq])")?.first_game_tree().unwrap();
    /// let info = GameInfo::of(game);
    /// assert_eq!(info.komi().unwrap().value(), Some(375.0));
    /// let normalized = info.normalized();
    /// assert_eq!(normalized.komi(), Some(7.5));
    /// assert!(normalized.habits().eq([Habit::KomiTimesFifty]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn normalized(&self) -> Normalized {
        normalize::normalize(self)
    }

    /// Who wrote the record: AP. The text is divided at the colon that is not escaped.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let game = kifu::parse(&arena, r"(;AP[a\:b:1])")?.first_game_tree().unwrap();
    /// let application = kifu::values::GameInfo::of(game).application().unwrap().value().unwrap();
    /// assert_eq!((application.name(), application.version()), ("a:b", Some("1")));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn application(&self) -> Option<Reading<'t, Application<'t>>> {
        let text = self.found.text(Slot::Ap)?;
        Some(round::application_at(text, self.found.colon()))
    }

    /// The overtime: OT; or, without it, what stands after the main time in TM.
    ///
    /// ```
    /// use kifu::values::{GameInfo, Outcome, Overtime};
    ///
    /// let arena = kifu::Arena::new();
    /// let records = "(;OT[3x30 byo-yomi])(;TM[20m + 3x30s])(;TM[1200])";
    /// let collection = kifu::parse(&arena, records)?;
    /// let mut games = collection.game_trees().map(|game| GameInfo::of(game).overtime());
    /// assert!(games.next().flatten().unwrap().is_exact());
    /// let after = games.next().flatten().unwrap();
    /// assert!(matches!(after.outcome(), Outcome::Repaired(Overtime::ByoYomi { periods: 3, .. }, _)));
    /// assert_eq!(games.next().flatten(), None);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn overtime(&self) -> Option<Reading<'t, Overtime>> {
        match self.found.text(Slot::Ot) {
            Some(text) if !text.is_empty() => Some(overtime(text)),
            other => {
                let after = self.found.text(Slot::Tm).and_then(time::after_main_time);
                after.and_then(overtime::in_main_time).or_else(|| other.map(overtime))
            }
        }
    }

    /// The size of the board: SZ. [`BoardSize::of`] has what is usual in the game where it is missing.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let game = kifu::parse(&arena, "(;SZ[13:9])")?.first_game_tree().unwrap();
    /// let size = kifu::values::GameInfo::of(game).board_size().unwrap();
    /// assert_eq!(size.value(), kifu::values::BoardSize::new(13, 9));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn board_size(&self) -> Option<Reading<'t, BoardSize>> {
        let game = self.found.text(Slot::Gm).and_then(|text| game(text).value());
        self.found.text(Slot::Sz).map(|text| size(text, game.unwrap_or(Game::GO)))
    }
}

/// Views of single properties: their name, slot, type and function.
macro_rules! readings {
    ($($(#[$doc:meta])+ $name:ident, $slot:ident, $value:ty, $read:path, $example:expr;)+) => {
        impl<'t> GameInfo<'t> {
            $(
                $(#[$doc])+
                ///
                /// ```
                #[doc = concat!("let arena = kifu::Arena::new();\n",
                    "let game = kifu::parse(&arena, \"(;", $example, ")\")?.first_game_tree().unwrap();\n",
                    "let info = kifu::values::GameInfo::of(game);\n",
                    "assert!(info.", stringify!($name), "().unwrap().is_exact());\n",
                    "# Ok::<(), kifu::Error>(())")]
                /// ```
                #[inline]
                pub fn $name(&self) -> Option<Reading<'t, $value>> {
                    self.found.text(Slot::$slot).map($read)
                }
            )+
        }
    };
}

readings! {
    /// The handicap: HA.
    handicap, Ha, u16, handicap, "HA[2]";
    /// The komi: KM.
    komi, Km, f64, komi, "KM[6.5]";
    /// When the game was played: DT.
    dates, Dt, Dates, dates, "DT[1996-05,06]";
    /// The result: RE.
    result, Re, GameResult, result, "RE[B+3.5]";
    /// The main time: TM.
    main_time, Tm, MainTime, main_time, "TM[3600]";
    /// The rank or rating of Black: BR.
    black_rank, Br, Strength, rank, "BR[3d]";
    /// The rank or rating of White: WR.
    white_rank, Wr, Strength, rank, "WR[12k?]";
    /// The rules: RU.
    rules, Ru, Rules, rules, "RU[Japanese]";
    /// The round: RO.
    round, Ro, Round<'t>, round, "RO[2 (final)]";
}

/// Texts of single properties: their name, slot, ident and a value.
macro_rules! texts {
    ($($(#[$doc:meta])+ $name:ident, $slot:ident, $ident:literal;)+) => {
        impl<'t> GameInfo<'t> {
            $(
                $(#[$doc])+
                ///
                /// ```
                #[doc = concat!("let arena = kifu::Arena::new();\n",
                    "let game = kifu::parse(&arena, \"(;", $ident, "[name])\")?.first_game_tree().unwrap();\n",
                    "assert_eq!(kifu::values::GameInfo::of(game).", stringify!($name), "(), Some(\"name\"));\n",
                    "# Ok::<(), kifu::Error>(())")]
                /// ```
                pub fn $name(&self) -> Option<&'t str> {
                    self.found.text(Slot::$slot)
                }
            )+
        }
    };
}

texts! {
    /// The player of Black: PB.
    black, Pb, "PB";
    /// The player of White: PW.
    white, Pw, "PW";
    /// The team of Black: BT.
    black_team, Bt, "BT";
    /// The team of White: WT.
    white_team, Wt, "WT";
    /// The event, such as a tournament: EV.
    event, Ev, "EV";
    /// The place: PC.
    place, Pc, "PC";
    /// The name of the game: GN.
    game_name, Gn, "GN";
    /// The opening that was played: ON.
    opening, On, "ON";
    /// Where the record is from: SO.
    source, So, "SO";
    /// Who entered the record: US.
    user, Us, "US";
    /// Who wrote the comments: AN.
    annotator, An, "AN";
    /// Whose copyright it is: CP.
    copyright, Cp, "CP";
    /// What else there is to say of the game: GC.
    game_comment, Gc, "GC";
}

impl core::fmt::Debug for GameInfo<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.found.all()).finish()
    }
}

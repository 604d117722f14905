//! Game info that servers and people write in kinds of ways: a table for each kind, with what each
//! text says, and texts of the same kind that do not say it.

use std::time::Duration;

use crate::game_info::result;
use kifu::OwnedTree;
use kifu::values::{self, GameInfo, Habit, MainTime, Overtime, OvertimeKind, RankMark};

/// Calls `assert` with each text of a table of texts, divided by `|`, and what they say.
fn each<T: Copy>(table: &[(&str, T)], assert: impl Fn(&str, T)) {
    for (texts, expected) in table {
        texts.split('|').for_each(|text| assert(text, *expected));
    }
}

/// `3d`, `2145`, `3d 2145`, or `unreadable`.
fn strength(text: &str) -> String {
    let Some(strength) = values::rank(text).value() else { return "unreadable".to_owned() };
    let rank = strength.rank().map(|rank| rank.to_string());
    let rating = strength.rating().map(|rating| rating.to_string());
    rank.into_iter().chain(rating).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_rank_is_a_professional_one_if_the_brackets_after_it_say_so() {
    let table = [
        (
            "9d (pro)|9 dan (professional)|九段(プロ)|9段(职业)|9단(프로)|九段 (Pro)|9d(P)|9dan [prof]|\
            9段（職業）|9d, pro|9d/pro",
            "9p",
        ),
        ("9d (amateur)|9段(アマ)|9d (proud member)|9d (lost to a pro)|9d (Panda)", "9d"),
    ];
    each(&table, |text, rank| assert_eq!(strength(text), rank, "{text}"));
    assert_eq!(values::rank("9d (pro)").value().unwrap().rank().unwrap().order(), 29);
}

#[test]
fn a_rank_and_a_rating_together_are_both_read() {
    let table = [
        (
            "2d (2150)|2d, 2150|2150 (2d)|2150, 2d|EGF 2150 (2d)|2d 2150|2d-2150|2d/2150|2150/2d|\
            2d [2150]|2 dan (EGF 2150)|2段 (2150)|2d (GoR: 2150)|2150 2d",
            "2d 2150",
        ),
        ("AGA 5d 5.34", "5d 5.34"),
        ("12k? (1105)|1105? (12k)", "12k 1105"),
        ("9p (3650)|9p 3650", "9p 3650"),
        ("2d (2d)|2d (KGS 1k)|2d (KGS), 3d (OGS)|2d (since 1998)|2d (1998年)", "2d"),
        ("2100 ± 50|2100 +/- 50|2100 (provisional)", "2100"),
        ("3d,4d|3d/2d|9p/9d|5-7d|2150 2200|2150 (2d, 3d)", "unreadable"),
    ];
    each(&table, |text, both| {
        assert_eq!(strength(text), both, "{text}");
        assert!(!values::rank(text).is_exact(), "{text}");
    });
}

#[test]
fn a_rank_is_read_with_tenths_signs_brackets_and_names_beside_it() {
    let table = [
        (
            "12.3k|12k?*|12k-|[12k]|(12k)|12k.|OGS 12.3k|Somewhere 12k|12q|十二級|IGS-12k|fox_12k|KGS (12k)|~12k|\"12k\"",
            "12k",
        ),
        ("3k*?|3k*-|Panda 3k*", "3k"),
        ("2.5d|2d-|2D.|女流二段|弐段|nidan|이단|二段（女流）", "2d"),
        ("1d-|壱段|壹段", "1d"),
        ("参段|參段|三段", "3d"),
        ("5d|野狐5段|弈城5段|타이젬 5단|T5D|Server of Go: 5d", "5d"),
        ("6dA|業6段|业6|업6|アマ6|아마6|6d ama", "6d"),
        ("9 dan|9段|구단", "9d"),
        ("프로구단|프로 구단|Nihon Kiin 9p|職9段", "9p"),
        ("十段|拾段|10d", "10d"),
        ("GoR 2345|2345 GoR|EGF 2345", "2345"),
        ("5.6 AGA|AGA 5.6|5.6", "5.6"),
        ("-3.20", "-3.2"),
        ("準初段|准初段|三段格|-3k|Somewhere 12|Player 2345|9|12|11d|Meijin", "unreadable"),
    ];
    each(&table, |text, rank| assert_eq!(strength(text), rank, "{text}"));
    assert_eq!(values::rank("3k*?").value().unwrap().mark(), Some(RankMark::Uncertain));
    assert_eq!(values::rank("Panda 3k*").value().unwrap().mark(), Some(RankMark::Established));
}

#[test]
fn who_abandons_a_game_forfeits_it_in_korean_as_in_other_languages() {
    let table = [
        ("흑기권승|흑 기권승|백 기권|백기권패|백 접속끊김|白棄権|白弃权", "B Forfeit"),
        ("백기권승|백 기권승|흑 기권|黑违例负|黑違例負", "W Forfeit"),
        ("흑불계승|흑 불계승", "B Resignation"),
    ];
    each(&table, |text, expected| assert_eq!(result(text), expected, "{text}"));
}

#[test]
fn a_margin_in_stones_is_doubled_only_where_chinese_counting_is_named() {
    let table = [
        ("B+2 stones|Black wins by 2 stones|B+2", "B Points 2"),
        ("B+2子|黑胜2子|B+2 zi", "B Points 4"),
    ];
    each(&table, |text, expected| assert_eq!(result(text), expected, "{text}"));
}

#[test]
fn what_follows_a_plus_never_takes_the_winner_away() {
    let table = [
        ("W+Stone Removal Timeout|W+Overtime|W T|W:T|WT|w time", "W Time"),
        ("B+中|B Resign|B:R|BR|B R|B+R+|\"B+R\"|b resign", "B Resignation"),
        ("B+W.O.|B+w/o|B+WO|B+DQ", "B Forfeit"),
        (
            "B+Cancellation|B+Resign by clock|B+1e3|B+1,000|B++|B+3 or 4|B+4711abc|B+the end of it",
            "B Unspecified",
        ),
        ("W+1 or W+2|W+3.5 150 unknown|W+!?|W+№", "W Unspecified"),
        (
            "B+W|B+R/W+R|B+1.5 ? W+timeout|B+-3.5|B-R|B-2.5|W+Jigo|Black time|White timeout|D+J|+2.5",
            "unreadable",
        ),
    ];
    each(&table, |text, expected| {
        assert_eq!(result(text), expected, "{text}");
        assert!(!values::result(text).is_exact(), "{text}");
    });
}

#[test]
fn results_in_sentences_are_read_as_a_person_reads_them() {
    let table = [
        (
            "Left unfinished|No result (triple ko)|No-result|Triple ko|三コウ|三劫循環|長生|NR",
            "- Void",
        ),
        ("비김|ジゴ（持碁）|持碁|Draw by triple ko", "- Draw"),
        (
            "Weiß gewinnt mit 3.5 Punkten|Blanc gagne de 3,5 points|백 세집반승|Wit wint met 3.5 punten",
            "W Points 3.5",
        ),
        ("흑 한집반승", "B Points 1.5"),
        ("白超时判负|Schwarz gewinnt auf Zeit|白超時負|B+Overtime", "B Time"),
        ("黑判胜|白判負", "B Unspecified"),
        ("黑认负|Noir abandonne|Schwarz gibt auf|Resigned by Black|黑推枰认输", "W Resignation"),
        ("白胜(2.5目)|W+2.5 points on board", "W Points 2.5"),
        ("Black left|Resignation by Black", "unreadable"),
        ("No result, W+R|Both lose|双方负|中盘胜|R|walkover", "unreadable"),
    ];
    each(&table, |text, expected| assert_eq!(result(text), expected, "{text}"));
}

/// The first and the last date, or `unreadable`.
fn dates(text: &str) -> String {
    match values::dates(text).value() {
        Some(dates) => format!("{} {}", dates.from(), dates.to()),
        None => "unreadable".to_owned(),
    }
}

#[test]
fn days_and_months_of_a_list_stand_in_any_order() {
    let table = [
        ("1998-05-03,02|1998-05-03,1998-05-02|1998-05-02,03", true),
        ("1998-05-03, 02|1998/05/03,02|1998-05-03, 1998-05-02|1998/5/3、2", false),
    ];
    each(&table, |text, exact| {
        assert_eq!(dates(text), "1998-05-02 1998-05-03", "{text}");
        assert_eq!(values::dates(text).is_exact(), exact, "{text}");
    });
    assert_eq!(dates("1996-05,04"), "1996-04 1996-05");
    assert!(values::dates("1996-05,04").is_exact());
    // A month and a day that go back may be those of the next year; a range does not go back.
    for text in ["1996-12-31,01-01", "1998-05-03~02"] {
        assert!(values::dates(text).is_unreadable(), "{text}");
    }
}

#[test]
fn a_day_that_does_not_exist_does_not_take_the_others_away() {
    for text in ["2015-06-03,31", "2015/06/03,31", "2015-06-03,06-31", "2015-06-03,2015-02-30"] {
        assert_eq!(dates(text), "2015-06-03 2015-06-03", "{text}");
        assert!(!values::dates(text).is_exact(), "{text}");
    }
    assert_eq!(dates("2015-06-03,31,05"), "2015-06-03 2015-06-05");
    for text in ["2015-06-31", "2015-06-31,03", "2001-02-30"] {
        assert!(values::dates(text).is_unreadable(), "{text}");
    }
}

#[test]
fn dates_with_dashes_eras_seasons_and_short_years_are_read() {
    let table = [
        ("2015–06–03|2015—06—03|2015−06−03", "2015-06-03"),
        (
            "H11.3.4|H11-3-4|H.11.3.4|Ｈ１１．３．４|平11.3.4|H11年3月4日|99-3-4|99/03/04|4.3.99",
            "1999-03-04",
        ),
        ("S60.1.16|昭60.1.16|昭和60.1.16", "1985-01-16"),
        ("R5.7.1|令5.7.1", "2023-07-01"),
        ("T13.10.2|大13.10.2", "1924-10-02"),
        ("98-5-3|98.5.3", "1998-05-03"),
        ("Winter 1670|1670 winter|Spring 1670|1670年冬", "1670"),
        ("Autumn, 1846|Fall of 1846", "1846"),
        ("2015年6月吉日|2015年6月上旬", "2015-06"),
        ("乾隆五年", "1740"),
        ("H99.1.1|H11|K5.1.1|45|98-05|05-06-07|03.06.15|5/3/98|199805", "unreadable"),
    ];
    each(&table, |text, expected| {
        let expected = match expected {
            "unreadable" => expected.to_owned(),
            date => format!("{date} {date}"),
        };
        assert_eq!(dates(text), expected, "{text}");
        assert!(!values::dates(text).is_exact(), "{text}");
    });
    assert_eq!(dates("1846–47"), "1846 1847");
}

#[test]
fn overtime_in_servers_words_and_in_parts_is_read() {
    let seconds = Duration::from_secs;
    let byo_yomi = |periods, time| Overtime::ByoYomi { periods, period: seconds(time) };
    let canadian = |moves, time| Overtime::Canadian { moves, period: seconds(time) };
    let fischer = |time| Overtime::Fischer { increment: seconds(time) };
    let kind = |kind| Overtime::Partial { kind: Some(kind), time: None };
    let table = [
        (
            "5 mins Japanese style, 1 move / min|1 move per minute|保留1分钟|1分読み|60 byo",
            byo_yomi(1, 60),
        ),
        ("byo-yomi 30|30秒、考慮時間1分10回|1手30秒未満", byo_yomi(1, 30)),
        ("考慮時間1分10回|60 x 10|10*60", byo_yomi(10, 60)),
        ("秒讀 30秒 3次|J 3x30|3x30\"|30\" x 3|3回 30초|3x30''", byo_yomi(3, 30)),
        ("5 x 30\"|30″x5", byo_yomi(5, 30)),
        ("5x1'", byo_yomi(5, 60)),
        ("25/10 min|10 min/25|25/10min", canadian(25, 600)),
        ("1 min/25", canadian(25, 60)),
        ("C 15 min 10 stones", canadian(10, 900)),
        (
            "15 mins, 25 moves / 10 min|5 min Canadian style, 25 stones per 10 min",
            canadian(25, 600),
        ),
        ("Fischer +30s max 10m|Fischer: 1h + 30s", fischer(30)),
        ("Fischer: 1 day increment, 7 days max|24h fischer max 7 days", fischer(86_400)),
        ("SD|sudden death|without byo-yomi", Overtime::None),
        ("byo-yomi|Japanese|読秒", kind(OvertimeKind::ByoYomi)),
        ("Canadian|Canadian 25/10|300/25 canadian", kind(OvertimeKind::Canadian)),
        ("fischer|Fischer clock of the club", kind(OvertimeKind::Fischer)),
        ("progressive 20/5, 30/5", kind(OvertimeKind::Progressive)),
        ("correspondence", kind(OvertimeKind::Correspondence)),
        (
            "30秒|30 sec|30\"|15 min + 30 sec per move",
            Overtime::Partial { kind: None, time: Some(seconds(30)) },
        ),
    ];
    each(&table, |text, expected| {
        let reading = values::overtime(text);
        assert_eq!(reading.value(), Some(expected), "{text}");
        assert!(!reading.is_exact(), "{text}");
    });
    for text in "20 / 5|7 days|10+5|30/1|Canadian or Fischer|x30|-|?|90 min|0 sec".split('|') {
        assert!(values::overtime(text).is_unreadable(), "{text}");
    }
    // What TOM writes has the main time last.
    assert_eq!(values::overtime("20/3 10m").value(), Some(byo_yomi(3, 20)));
}

#[test]
fn main_times_with_fractions_full_width_digits_and_overtime_are_read() {
    let table = [
        ("３６００|3600+3x30|1 hour", 3600),
        ("1 1/2 hours|1½ hours|1 1/2h + 5x30|90'", 5400),
        ("3½ hours|3 1/2 hours", 12_600),
        ("1h30|1h 30 + 3x30", 5400),
        ("1800+3x30|1800 + 30 fischer", 1800),
    ];
    each(&table, |text, expected| {
        let limit = values::main_time(text).value().and_then(MainTime::limit);
        assert_eq!(limit, Some(Duration::from_secs(expected)), "{text}");
    });
    for text in ["∞", "-", "--", "unlimited"] {
        assert_eq!(values::main_time(text).value(), Some(MainTime::Unlimited), "{text}");
    }
    for text in ["30+3x30", "1/2", "3 1/2", "?"] {
        assert!(values::main_time(text).is_unreadable(), "{text}");
    }
}

#[test]
fn overtime_after_the_main_time_is_that_of_a_record_without_ot() {
    let overtime = |source: &str| {
        let tree: OwnedTree = source.parse().unwrap();
        let reading = GameInfo::of(tree.root().unwrap()).overtime()?;
        assert!(source.contains("OT[3x30") || !reading.is_exact(), "{source}");
        reading.value()
    };
    let byo_yomi = |periods| Overtime::ByoYomi { periods, period: Duration::from_secs(30) };
    for source in
        ["(;TM[20m + 5x30s])", "(;TM[1800+5x30])", "(;TM[40:00(5x0:30)])", "(;OT[]TM[1800+5x30])"]
    {
        assert_eq!(overtime(source), Some(byo_yomi(5)), "{source}");
    }
    assert_eq!(overtime("(;TM[20m + 5x30s]OT[3x30 byo-yomi])"), Some(byo_yomi(3)));
    for source in [
        "(;TM[20m])",
        "(;TM[1 hour (each)])",
        "(;TM[3600])",
        "(;TM[1234567])",
        "(;OT[?]TM[1800+5x30])",
    ] {
        assert_eq!(overtime(source), None, "{source}");
    }
}

#[test]
fn handicaps_sizes_komi_and_rules_are_read_in_more_words() {
    let handicaps = [
        ("두점|두 점|2점|置碁 2子|2 stones (traditional)|弐子", Some(2)),
        ("네점|置碁 4子", Some(4)),
        ("아홉점", Some(9)),
        ("定先|先|向先|정선|互先|先相先", Some(0)),
        ("先二|2?|7.5|2 (3)", None),
    ];
    each(&handicaps, |text, expected| {
        assert_eq!(values::handicap(text).value(), expected, "{text}");
    });
    let sizes = [
        ("19路盤|19路盘|19路|19-19|19,19|19줄 바둑판", Some(19)),
        ("13路碁盤", Some(13)),
        ("-19|19-|19,|19路x", None),
    ];
    each(&sizes, |text, expected| {
        let size = values::size(text, values::Game::GO).value();
        assert_eq!(size.map(kifu::values::BoardSize::columns), expected, "{text}");
    });
    let komis = [
        ("6.5 (Japanese)|黒6目半コミ出し|6.5 points (fixed)", Some(6.5)),
        ("逆贴3又3/4子", Some(-7.5)),
        ("6.5 (or 7.5)|6.5 Japanese", None),
    ];
    each(&komis, |text, expected| assert_eq!(values::komi(text).value(), expected, "{text}"));
    let rules = [
        ("Japanese 1989|Japanese1989|日本棋院|日韩规则|Jpn|数目|Japonaises", Some("Japanese")),
        (
            "Chn|数子|数子规则|Chinese (superko)|Chinese 2002|2002 Chinese rules|Chinese superko|Chinois",
            Some("Chinese"),
        ),
        ("Kor", Some("Korean")),
        ("Chinese (Japanese)|Chinese (group tax)|(superko)|1989|Territory", None),
    ];
    each(&rules, |text, expected| {
        assert_eq!(values::rules(text).value().map(values::Rules::name), expected, "{text}");
        assert!(!values::rules(text).is_exact(), "{text}");
    });
}

#[test]
fn a_margin_in_quarters_is_one_in_stones_if_the_komi_is_in_stones() {
    let normalized = |source: &str| {
        let tree: OwnedTree = source.parse().unwrap();
        let normalized = GameInfo::of(tree.root().unwrap()).normalized();
        let margin = normalized.habits().any(|habit| habit == Habit::MarginInStones);
        (normalized.komi().unwrap(), normalized.result().unwrap().points().unwrap(), margin)
    };
    for (source, expected) in [
        ("(;KM[3.75]RE[B+0.75]US[GoGoD95])", (7.5, 1.5, true)),
        ("(;KM[375]RE[B+1.75]AP[foxwq])", (7.5, 3.5, true)),
        ("(;KM[2.75]RE[W+0.25])", (5.5, 0.5, true)),
        // The rules say otherwise, the komi is in points, or the margin can be one in points.
        ("(;KM[3.75]RE[B+0.75]RU[Japanese])", (7.5, 0.75, false)),
        ("(;KM[7.5]RE[B+0.75])", (7.5, 0.75, false)),
        ("(;KM[3.75]RE[B+1.5])", (7.5, 1.5, false)),
    ] {
        assert_eq!(normalized(source), expected, "{source}");
    }
}

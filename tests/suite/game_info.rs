//! Game info: the cases of the format, what people and servers write in many languages, what must
//! not be read because it can mean two things, and what servers write in ways of their own.

use std::fs;

use kifu::values::{
    self, Color, DateSense, Dates, Ending, GameInfo, GameResult, Habit, MainTime, Outcome,
    Overtime, Reading, Repair, Rules,
};
use kifu::{Arena, OwnedTree};
use serde_json::{Value, json};

fn cases(kind: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/text-cases.json", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).expect(&path);
    let cases: Vec<Value> = serde_json::from_str(&text).expect(&path);
    cases.into_iter().filter(|case| case["type"] == kind).collect()
}

/// What a case expects: the value, or that there is none; and that no more and no less than what the
/// format allows is exact.
#[track_caller]
fn assert_case<T>(case: &Value, reading: Reading<'_, T>, show: impl Fn(T) -> Value) {
    let name = case["name"].as_str().unwrap();
    assert_eq!(reading.is_exact(), case["strict"] == "ok", "{name}");
    match reading.value() {
        Some(value) => assert_eq!(show(value), case["expected"], "{name}"),
        None => assert_eq!(case["expected"], "invalid", "{name}"),
    }
}

fn raw(case: &Value) -> &str {
    case["raw"].as_str().unwrap()
}

fn show_dates(dates: &Dates) -> Vec<String> {
    dates.iter().map(|date| date.to_string()).collect()
}

fn show_result(result: &GameResult) -> Value {
    let by = match result.ending() {
        Ending::Points => "score",
        Ending::Resignation => "resign",
        Ending::Time => "time",
        Ending::Forfeit => "forfeit",
        Ending::Unspecified => "unspecified",
        Ending::Draw => "draw",
        Ending::Void => "void",
        _ => "unknown",
    };
    let mut shown = json!({ "winner": result.winner().map(|color| color.to_string()), "by": by });
    if let Some(margin) = result.margin() {
        shown["score"] = json!(margin);
    }
    shown
}

#[test]
fn dates_results_and_sizes_are_read_as_the_cases_say() {
    // The cases leave texts in words to the reader; these are read, as SGFC reads two of them.
    let words = ["date-words", "result-words", "result-chinese"];
    let mut count = [0; 4];
    for case in cases("date") {
        if !words.contains(&case["name"].as_str().unwrap()) {
            assert_case(&case, values::dates(raw(&case)), |dates| json!(show_dates(&dates)));
            count[0] += 1;
        }
    }
    for case in cases("result") {
        if !words.contains(&case["name"].as_str().unwrap()) {
            assert_case(&case, values::result(raw(&case)), |result| show_result(&result));
            count[1] += 1;
        }
    }
    for case in cases("size") {
        let show = |size: values::BoardSize| json!([size.columns(), size.rows()]);
        assert_case(&case, values::size(raw(&case), values::Game::GO), show);
        count[2] += 1;
    }
    for case in cases("komi") {
        let source =
            format!("(;KM[{}]AP[{}])", raw(&case), case["context"]["AP"].as_str().unwrap());
        let tree: OwnedTree = source.parse().unwrap();
        let info = GameInfo::of(tree.root().unwrap());
        assert_eq!(json!(info.komi().unwrap().value()), case["expected"]["raw"]);
        assert_eq!(json!(info.normalized().komi()), case["expected"]["komi"]);
        count[3] += 1;
    }
    assert_eq!(count, [21, 21, 5, 1]);
    assert_eq!(date("5th March 1997"), "1997-03-05");
    for (text, winner) in [("Black wins by resignation", Color::Black), ("黑中盘胜", Color::Black)]
    {
        let result = values::result(text).value().unwrap();
        assert_eq!((result.winner(), result.ending()), (Some(winner), Ending::Resignation));
    }
}

/// The first and the last date of a text, as the format writes them.
#[track_caller]
fn date(text: &str) -> String {
    let reading = values::dates(text);
    let Some(dates) = reading.value() else { return format!("{:?}", reading.outcome()) };
    assert!(!reading.is_exact(), "{text}");
    if dates.from() == dates.to() {
        return dates.from().to_string();
    }
    format!("{} {}", dates.from(), dates.to())
}

#[test]
fn dates_are_read_in_the_forms_of_many_languages() {
    let day = "2016年3月9日|２０１６年３月９日|二〇一六年三月九日|2016年03月09日 13:00|2016年3月9日(水)|\
        2016년 3월 9일|2016년 3월 9일 오후 1시 30분|平成28年3月9日|民國105年3月9日|09.03.2016|\
        9. 3. 2016|2016/3/9|2016.3.9.|2016. 3. 9|2016- 3- 9-12-30-05|20160309|20160309123000|\
        20160309T123000|Mar 9 2016|Mar. 9, 2016|9 Mar 2016|March 9th, 2016|Wednesday, 9 March 2016|\
        9. März 2016|9 de marzo de 2016|le 9 mars 2016|9 марта 2016 г.|2016-Mar-09|09-Mar-2016|\
        Wed Mar 09 12:00:00 CET 2016|Wed Mar 09 2016 12:00:00 GMT+0900 (KST)|2016-03-09 12:00 PM|\
        2016-03-09T12:00:00.000Z|2016-03-09T12:00:00+09:00|2016-03-09 (Heisei 28)|2016 3 9|on 2016-03-09";
    for text in day.split('|') {
        assert_eq!(date(text), "2016-03-09", "{text}");
    }
    let pairs = "2016-03-09, 10|2016-03-09/10|2016/3/9-10|2016-03-09~10|2016-3-9 - 2016-3-10|\
        2016-03-09 to 10|2016年3月9日、10日|2016年3月9-10日|9-10 March 2016|March 9 and 10, 2016|\
        2016-03-09..2016-03-10|20160309-20160310";
    for text in pairs.split('|') {
        assert_eq!(date(text), "2016-03-09 2016-03-10", "{text}");
    }
    for (text, expected) in [
        ("2016年3-4月", "2016-03 2016-04"),
        ("Mar 31 - Apr 1, 2016", "2016-03-31 2016-04-01"),
        ("Dec 30, 2015 - Jan 2, 2016", "2015-12-30 2016-01-02"),
        ("2015年12月30日-2016年1月2日", "2015-12-30 2016-01-02"),
        ("1620-1630", "1620 1630"),
        ("1620-30", "1620 1630"),
        ("1670s", "1670 1679"),
        ("March 2016", "2016-03"),
        ("03/2016", "2016-03"),
        ("1996-08-00", "1996-08"),
        ("1834-12-XX", "1834-12"),
        ("03/16/2009", "2009-03-16"),
        ("16/03/2009", "2009-03-16"),
        ("9/9/2000", "2000-09-09"),
        ("昭和50年（1975年）3月3日", "1975-03-03"),
        ("2010-01-01 10:00:00 +0800", "2010-01-01"),
    ] {
        assert_eq!(date(text), expected, "{text}");
    }
}

#[test]
fn a_date_that_can_mean_two_things_or_does_not_exist_is_not_read() {
    let texts = "05/06/2001|1/2/1990|03/04/05|16年3月9日|2016-03-09-10|2016-03/09|2016 3|\
        1700s|March 9|28 Oct 18|1996,05|1996-12-31,01-01|1997-02-31|2015-2-29|\
        31 Feb 1997|0000-00-00|天保99年|196|12|1457500000|Unknown|?|-|500 BC|{{date}}|2016-126|1630/1|\
        1.03.2009, 02.01.2009|13/13/2013";
    for text in texts.split('|') {
        assert!(values::dates(text).is_unreadable(), "{text}: {}", date(text));
    }
    let long = "1996-05-06 ".repeat(100_000);
    assert!(values::dates(&long).is_unreadable());
}

#[test]
fn years_of_eras_are_converted_and_days_of_the_old_calendar_are_not() {
    for (text, expected) in [
        ("昭和13年6月26日", "1938-06-26"),
        ("大正15年12月25日", "1926-12-25"),
        ("令和元年5月1日", "2019-05-01"),
        ("明治40年5月1日", "1907-05-01"),
        ("明治3年5月1日", "1870"),
        ("寛永3年", "1626"),
        ("元禄元年", "1688"),
        ("天保六年七月十九日", "1835"),
        ("寛永3年11月4日", "1626 1627"),
    ] {
        assert_eq!(date(text), expected, "{text}");
        let calendar = Some(Repair::Calendar);
        let repair = match values::dates(text).outcome() {
            Outcome::Repaired(_, repair) => Some(repair),
            _ => None,
        };
        assert_eq!(repair, calendar, "{text}");
    }
}

#[test]
fn a_date_says_whether_it_is_that_of_play() {
    for (text, sense, year) in [
        ("c. 1670", DateSense::About, 1670),
        ("1670?", DateSense::About, 1670),
        ("1600 approx. (some era)", DateSense::About, 1600),
        ("Published 1990-01-01", DateSense::Published, 1990),
        ("1990 (published)", DateSense::Published, 1990),
        ("before 1700", DateSense::Before, 1700),
        ("1722 or before", DateSense::Before, 1722),
        ("0850 onwards", DateSense::After, 850),
        ("1996-??-??", DateSense::About, 1996),
    ] {
        let dates = values::dates(text).value().unwrap();
        assert_eq!((dates.sense(), dates.from().year()), (sense, year), "{text}");
    }
}

/// `B Resignation`, or `unreadable`.
pub(crate) fn result(text: &str) -> String {
    let Some(result) = values::result(text).value() else { return "unreadable".to_owned() };
    let winner = result.winner().map_or("-".to_owned(), |color| color.to_string());
    match result.points() {
        Some(points) => format!("{winner} {:?} {points}", result.ending()),
        None => format!("{winner} {:?}", result.ending()),
    }
}

#[test]
fn results_are_read_in_many_languages() {
    for (texts, expected) in [
        (
            "b+r|B+Res.|B + R|B+Resignation|黑中盘胜|黑中盤勝|黒中押し勝ち|黒番中押し勝ち|黑棋中盘胜|黑+R|\
            B+中盘|흑 불계승|흑불계승|黑不计胜|白投了|白方认输|White resigns|\
            White resigned.|Black wins by resignation (after 168)|257手完, 黒中押し勝ち|\
            Schwarz gewinnt durch Aufgabe|Noir gagne par abandon|Black wins, White resigned|\
            黑胜(中盘)|(B+R)|B+R 黑中盘胜|白中盘负",
            "B Resignation",
        ),
        (
            "W+3,5|W + 3.5|W+3½|W+3 1/2|white+3.5|白3目半勝ち|白胜3目半|白三目半勝|白+3.5目|白3.5目勝|\
            백 3집반승|백 3.5집승|White wins by 3.5 points|W wins by 3 1/2|白胜1又3/4子|白胜1.75子|\
            白勝１又３／４子",
            "W Points 3.5",
        ),
        ("白半目勝ち|백 반집승|W+½|白胜1/4子|白胜四分之一子", "W Points 0.5"),
        (
            "W+Time.|W+timeout|W+Time Over|白超时胜|黑超时负|黑超时|黒時間切れ負け|백 시간승|흑 시간패|\
            Black lost on time|White wins on time|Black ran out of time",
            "W Time",
        ),
        (
            "B+Forf|B+Illegal|B+Disconnected|백 기권승|흑 기권|黑弃权负|黒反則負け|흑 반칙패|Black forfeits",
            "W Forfeit",
        ),
        (
            "Jigo|draw|Tie|和棋|平局|持碁|ジゴ|引き分け|무승부|빅|0.0|Draw by triple ko|Remis",
            "- Draw",
        ),
        ("void|No result|Unfinished|has adjourned.|打ち掛け|無勝負|무효|Annulled", "- Void"),
        ("Unknown|不明|? (no further moves known)", "- Unknown"),
        (
            "B|Black|黑胜|黑胜白负|白负黑胜|结果：黑胜|黒勝ち|흑승|B+J|B+AW|Black wins!|B+Server Decision",
            "B Unspecified",
        ),
        ("黑185子胜|B+Points", "B Points"),
    ] {
        for text in texts.split('|') {
            // One row has forfeits of both sides.
            let expected = match text {
                "B+Forf" | "B+Illegal" | "B+Disconnected" => "B Forfeit",
                _ => expected,
            };
            assert_eq!(result(text), expected, "{text}");
        }
    }
}

#[test]
fn a_result_that_contradicts_itself_or_names_nobody_is_not_read() {
    let texts = "Black time|White timeout|B+1.5 ? W+timeout|B+R, then W+T|Both lose|両負け|Resign|win|3.5|\
        B+-3.5|B-R|Black: 45 White: 39.5|Game won by Somebody|D+J|+3.5|黑胜白胜|胜|\
        White wins, Black wins|B+W";
    for text in texts.split('|') {
        assert_eq!(result(text), "unreadable", "{text}");
    }
}

#[test]
fn ranks_are_read_in_many_languages_and_sort() {
    let show = |text| {
        let Some(strength) = values::rank(text).value() else { return "unreadable".to_owned() };
        match (strength.rank(), strength.rating()) {
            (Some(rank), _) => rank.to_string(),
            (None, Some(rating)) => rating.to_string(),
            (None, None) => "none".to_owned(),
        }
    };
    for (texts, expected) in [
        (
            "9p|9P|P9|P9段|P9p|9 dan pro|9d pro|pro 9d|职业九段|職業九段|プロ九段|프로 9단|9dp|Honinbo 9p|9p, Kisei",
            "9p",
        ),
        (
            "5d|5 Dan|5D|5段|五段|５段|5단|业余5段|アマ五段|아마 5단|5-dan|5th dan|5d?|5dan*|5d (2100)|5段*",
            "5d",
        ),
        ("18k|18 kyu|18K|18級|18级|18급|18 급|18k*|18.0k|18k+|18k* IGS|18級?", "18k"),
        ("1d|初段|초단|1st dan", "1d"),
        ("2100|2100?|2100*|2100 (?)|rating 2100|2100 ± 50", "2100"),
        ("NR|UR |unranked", "none"),
        ("9|12|5-7d|0d|11d|AI|?|-|Meijin|5d 3k|P|pro 5k", "unreadable"),
    ] {
        for text in texts.split('|') {
            assert_eq!(show(text), expected, "{text}");
        }
    }
    let order = |text| values::rank(text).value().unwrap().rank().unwrap().order();
    let sorted = ["30k", "2k", "1k", "1d", "9d", "1p", "9p"].map(order);
    assert!(sorted.is_sorted_by(|a, b| a < b), "{sorted:?}");
}

#[test]
fn a_rank_in_the_wrong_charset_is_read() {
    // 段 and 级 in UTF-8, taken for bytes of these charsets.
    for text in ["3æ®µ", "3ć®µ", "3ж®µ", "3цЎЕ"] {
        let reading = values::rank(text);
        assert_eq!(reading.value().unwrap().rank().unwrap().to_string(), "3d", "{text}");
        assert!(matches!(reading.outcome(), Outcome::Repaired(_, Repair::Charset)), "{text}");
    }
    assert_eq!(values::rank("3çº§").value().unwrap().rank().unwrap().to_string(), "3k");
}

#[test]
fn komi_and_handicaps_are_read_in_many_languages() {
    let komi = "6,5|６．５|6 1/2|6½|6目半|六目半|6.5目|6집반|덤 6.5집|Komi: 6.5|6.5 points|黑贴6.5目|コミ6目半|\
        3.25子|3又1/4子";
    for text in komi.split('|') {
        assert_eq!(values::komi(text).value(), Some(6.5), "{text}");
        assert!(!values::komi(text).is_exact(), "{text}");
    }
    assert_eq!(values::komi("逆コミ5目半").value(), Some(-5.5));
    for text in "1e3|inf|NaN|6.5.5|6-5|{{komi}}|1,000|5.5目半|W+6.5|99999999999999999999".split('|')
    {
        assert!(values::komi(text).is_unreadable(), "{text}");
    }
    for text in " 4|4.0|4 stones|让四子|4子|4점|H4|４".split('|') {
        assert_eq!(values::handicap(text).value(), Some(4), "{text}");
        assert!(!values::handicap(text).is_exact(), "{text}");
    }
    for text in "7.5|-1|2-3|9999|two|{{handicap}}".split('|') {
        assert!(values::handicap(text).is_unreadable(), "{text}");
    }
}

#[test]
fn times_and_overtime_are_read_in_many_languages() {
    let hours = "1:30:00|90m|90 min.|1h30m|1 hour 30 min|1時間30分|1時間半|1小时30分钟|1시간 30분|90分|90:00|\
        90 minutes each|90:00(5x1:00)|90 min + 5x30|持ち時間1時間30分";
    for text in hours.split('|') {
        let limit = values::main_time(text).value().and_then(MainTime::limit).unwrap();
        assert_eq!(limit.as_secs(), 5400, "{text}");
    }
    for text in "1:30|5:00|30+5x30|1 hr/125 moves|1,800|90x".split('|') {
        assert!(values::main_time(text).is_unreadable(), "{text}");
    }
    let seconds = std::time::Duration::from_secs;
    let byo_yomi = Overtime::ByoYomi { periods: 3, period: seconds(60) };
    let canadian = Overtime::Canadian { moves: 25, period: seconds(600) };
    let fischer = Overtime::Fischer { increment: seconds(10) };
    for (texts, expected) in [
        (
            "3x60 byo-yomi|3x60 sec|3 x 60 seconds Byoyomi|3x1:00 byo-yomi|60秒3次|读秒60秒3次|秒読み60秒3回|\
            1分3回|초읽기 60초 3회|3 periods of 60 seconds|60秒*3|60/3 10m|\
            30 min + 1 min/3 periods Japanese byoyomi",
            byo_yomi,
        ),
        (
            "25/600 Canadian|25/600 canadian|25 moves / 10 min|25 stones per 10 minutes|\
            10 minutes for 25 stones|Canadian 25/10min|14 days + 10 min/25 stones Canadian byoyomi",
            canadian,
        ),
        ("10 fischer|Fischer 10 sec|10s increment|5 min + 10 sec per move Fischer", fischer),
        ("None|none|no overtime|sudden death", Overtime::None),
    ] {
        for text in texts.split('|') {
            assert_eq!(values::overtime(text).value(), Some(expected), "{text}");
        }
    }
    for text in "20 / 5|8 xyz 16|7 days|0x30 byo-yomi".split('|') {
        assert!(values::overtime(text).is_unreadable(), "{text}");
    }
}

#[test]
fn rules_have_many_names() {
    for (texts, expected) in [
        ("japanese|日本ルール|日本规则|Japanese rules|jp", Rules::Japanese),
        ("chinese|中国规则|中國規則|중국룰|chinese-ogs", Rules::Chinese),
        ("New Zealand|nz|new_zealand", Rules::NewZealand),
        ("Ing|ing goe|应氏规则|Ing SST", Rules::Ing),
        ("Tromp/Taylor|tromp-taylor|TrompTaylor", Rules::TrompTaylor),
        ("Old Chinese|Ancient Chinese|stone_scoring", Rules::Ancient),
        ("koSIMPLEscoreAREAtaxNONEsui0", Rules::KataGo),
    ] {
        for text in texts.split('|') {
            assert_eq!(values::rules(text).value(), Some(expected), "{text}");
        }
    }
    for text in "Crawford|House rules|Japanese Chinese|koX".split('|') {
        assert!(values::rules(text).is_unreadable(), "{text}");
    }
}

#[test]
fn game_info_comes_from_the_nearest_node_of_either_tree() {
    let source = "(;SZ[13]EV[Cup](;PB[A]DT[1999];B[aa];EV[Final]W[bb])(;PB[B];W[cc]))";
    let arena = Arena::new();
    let collection = kifu::parse(&arena, source).unwrap();
    let owned = collection.to_owned_tree();
    for (borrowed, owned) in collection.nodes().zip(owned.nodes()) {
        let texts = |info: GameInfo<'_>| format!("{info:?}");
        assert_eq!(texts(GameInfo::of(borrowed)), texts(GameInfo::of(owned)));
    }
    let info = |index: usize| GameInfo::of(collection.nodes().nth(index).unwrap());
    assert_eq!((info(0).black(), info(2).black(), info(5).black()), (None, Some("A"), Some("B")));
    assert_eq!((info(2).event(), info(3).event()), (Some("Cup"), Some("Final")));
    // A game tree is asked down to its first move, if it says anything before.
    let game = GameInfo::of(collection.first_game_tree().unwrap());
    assert_eq!((game.black(), game.event()), (Some("A"), Some("Cup")));
    let deep: OwnedTree = "(;SZ[9];B[aa];W[bb];PB[C]RE[B+])".parse().unwrap();
    assert_eq!(GameInfo::of(deep.first_game_tree().unwrap()).black(), Some("C"));
    let first: OwnedTree = "(;RE[][W+R])".parse().unwrap();
    assert!(GameInfo::of(first.root().unwrap()).result().unwrap().is_exact());
}

fn normalized(source: &str) -> (Option<f64>, Vec<Habit>) {
    let tree: OwnedTree = source.parse().unwrap();
    let normalized = GameInfo::of(tree.root().unwrap()).normalized();
    (normalized.komi(), normalized.habits().collect())
}

#[test]
fn habits_of_servers_are_undone_where_they_are_certain() {
    use Habit::{KomiInKo, KomiInStones, KomiTimesFifty, KomiTimesHundred};
    for (source, komi, habits) in [
        ("(;KM[375]RU[Chinese])", 7.5, vec![KomiTimesFifty]),
        ("(;KM[325])", 6.5, vec![KomiTimesFifty]),
        ("(;KM[650]RU[Japanese])", 6.5, vec![KomiTimesHundred]),
        ("(;KM[750])", 7.5, vec![KomiTimesHundred]),
        ("(;KM[3.75]RU[Chinese])", 7.5, vec![KomiInStones]),
        ("(;KO[6.5])", 6.5, vec![KomiInKo]),
        ("(;KO[375])", 7.5, vec![KomiTimesFifty, KomiInKo]),
        // Nothing to undo, or not certain what.
        ("(;KM[6.5]KO[7.5])", 6.5, vec![]),
        ("(;KM[250]RU[Chinese])", 250.0, vec![]),
        ("(;KM[0])", 0.0, vec![]),
        ("(;KM[48.5])", 48.5, vec![]),
        ("(;GM[2]KM[375])", 375.0, vec![]),
    ] {
        assert_eq!(normalized(source), (Some(komi), habits), "{source}");
    }
    assert_eq!(normalized("(;KO[])"), (None, vec![]));
    assert_eq!(normalized("(;KO[1])"), (None, vec![]));
    let margin = |source: &str| {
        let tree: OwnedTree = source.parse().unwrap();
        GameInfo::of(tree.root().unwrap()).normalized().result().unwrap().points()
    };
    assert_eq!(margin("(;RE[B+0.75]RU[Chinese])"), Some(1.5));
    assert_eq!(margin("(;RE[B+0.75]RU[Japanese])"), Some(0.75));
    assert_eq!(margin("(;RE[B+1.5]RU[Chinese])"), Some(1.5));
}

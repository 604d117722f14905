//! The words of dates: months, weekdays, eras, what marks a year, a month or a day, and what a text
//! says of how certain its date is.

use super::super::lexer::Words;
use super::date::DateSense;

/// What a word means in a date.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum DateWord {
    /// A name of a month.
    Month(u8),
    /// What follows a year.
    YearMark,
    /// What follows the number of a month.
    MonthMark,
    /// What follows a day.
    DayMark,
    /// What follows an hour, a minute or a second.
    Clock,
    /// The first year of an era.
    FirstYear,
    /// An era.
    Era {
        /// The year before its first.
        before: u16,
        /// Its last year, counted in it.
        last: u16,
        /// The last of its years that follow the old calendar.
        lunar_until: u16,
    },
    /// The end of a number that names ten years.
    Decade,
    /// What it says of the date.
    Sense(DateSense),
    /// Between two dates of which one is right.
    Or,
    /// Between two dates of a list.
    And,
    /// Between two dates of a range.
    To,
    /// A time zone, or a part of the day.
    Zone,
    /// Nothing that matters: a weekday, an ordinal, a preposition.
    Filler,
}

use DateSense::{About, After, Before, Published};
use DateWord::{
    And, Clock, DayMark, Decade, Filler, FirstYear, Month, MonthMark, Or, Sense, To, YearMark, Zone,
};

/// The eras of Japan that one letter stands for, with the year before the first, the last year, and
/// the last of the old calendar.
pub(super) const ERA_LETTERS: [(char, u16, u16, u16); 5] = [
    ('M', 1867, 45, 5),
    ('T', 1911, 15, 0),
    ('S', 1925, 64, 0),
    ('H', 1988, 31, 0),
    ('R', 2018, 99, 0),
];

/// An era of the old calendar, by its first year and that of the next.
const fn old(first: u16, next: u16) -> DateWord {
    let last = next - first + 1;
    DateWord::Era { before: first - 1, last, lunar_until: last }
}

/// An era of which the first `lunar_until` years follow the old calendar.
const fn new(first: u16, last: u16, lunar_until: u16) -> DateWord {
    DateWord::Era { before: first - 1, last, lunar_until }
}

/// The dictionary.
#[rustfmt::skip]
pub(super) const DATE: Words<DateWord> = &[
    ("january", Month(1)), ("jan", Month(1)), ("januar", Month(1)), ("janvier", Month(1)),
    ("janv", Month(1)), ("enero", Month(1)), ("ene", Month(1)), ("gennaio", Month(1)),
    ("gen", Month(1)), ("januari", Month(1)), ("janeiro", Month(1)), ("января", Month(1)),
    ("январь", Month(1)),
    ("february", Month(2)), ("feb", Month(2)), ("februar", Month(2)), ("février", Month(2)),
    ("fevrier", Month(2)), ("févr", Month(2)), ("fevr", Month(2)), ("fév", Month(2)),
    ("febrero", Month(2)), ("febbraio", Month(2)), ("februari", Month(2)),
    ("fevereiro", Month(2)), ("fev", Month(2)), ("февраля", Month(2)), ("февраль", Month(2)),
    ("march", Month(3)), ("mar", Month(3)), ("märz", Month(3)), ("maerz", Month(3)),
    ("mrz", Month(3)), ("mars", Month(3)), ("marzo", Month(3)), ("maart", Month(3)),
    ("mrt", Month(3)), ("março", Month(3)), ("marco", Month(3)), ("марта", Month(3)),
    ("март", Month(3)),
    ("april", Month(4)), ("apr", Month(4)), ("avril", Month(4)), ("avr", Month(4)),
    ("abril", Month(4)), ("abr", Month(4)), ("aprile", Month(4)), ("апреля", Month(4)),
    ("апрель", Month(4)),
    ("may", Month(5)), ("mai", Month(5)), ("mayo", Month(5)), ("maggio", Month(5)),
    ("mag", Month(5)), ("mei", Month(5)), ("maio", Month(5)), ("мая", Month(5)),
    ("май", Month(5)),
    ("june", Month(6)), ("jun", Month(6)), ("juni", Month(6)), ("juin", Month(6)),
    ("junio", Month(6)), ("giugno", Month(6)), ("giu", Month(6)), ("junho", Month(6)),
    ("июня", Month(6)), ("июнь", Month(6)),
    ("july", Month(7)), ("jul", Month(7)), ("juli", Month(7)), ("juillet", Month(7)),
    ("juil", Month(7)), ("julio", Month(7)), ("luglio", Month(7)), ("lug", Month(7)),
    ("julho", Month(7)), ("июля", Month(7)), ("июль", Month(7)),
    ("august", Month(8)), ("aug", Month(8)), ("août", Month(8)), ("aout", Month(8)),
    ("agosto", Month(8)), ("ago", Month(8)), ("augustus", Month(8)), ("августа", Month(8)),
    ("август", Month(8)),
    ("september", Month(9)), ("sep", Month(9)), ("sept", Month(9)), ("septembre", Month(9)),
    ("septiembre", Month(9)), ("settembre", Month(9)), ("set", Month(9)), ("setembro", Month(9)),
    ("сентября", Month(9)), ("сентябрь", Month(9)),
    ("october", Month(10)), ("oct", Month(10)), ("oktober", Month(10)), ("okt", Month(10)),
    ("octobre", Month(10)), ("octubre", Month(10)), ("ottobre", Month(10)), ("ott", Month(10)),
    ("outubro", Month(10)), ("out", Month(10)), ("октября", Month(10)), ("октябрь", Month(10)),
    ("november", Month(11)), ("nov", Month(11)), ("novembre", Month(11)),
    ("noviembre", Month(11)), ("novembro", Month(11)), ("ноября", Month(11)),
    ("ноябрь", Month(11)),
    ("december", Month(12)), ("dec", Month(12)), ("dezember", Month(12)), ("dez", Month(12)),
    ("décembre", Month(12)), ("decembre", Month(12)), ("déc", Month(12)),
    ("diciembre", Month(12)), ("dic", Month(12)), ("dicembre", Month(12)),
    ("dezembro", Month(12)), ("декабря", Month(12)), ("декабрь", Month(12)),
    ("年", YearMark), ("년", YearMark), ("г", YearMark), ("года", YearMark), ("год", YearMark),
    ("月", MonthMark), ("월", MonthMark),
    ("日", DayMark), ("号", DayMark), ("號", DayMark), ("일", DayMark),
    ("時", Clock), ("时", Clock), ("点", Clock), ("點", Clock), ("시", Clock), ("分", Clock),
    ("분", Clock), ("秒", Clock), ("초", Clock),
    ("元年", FirstYear), ("원년", FirstYear), ("s", Decade),
    ("c", Sense(About)), ("ca", Sense(About)), ("circa", Sense(About)), ("cca", Sense(About)),
    ("about", Sense(About)), ("around", Sense(About)), ("approx", Sense(About)),
    ("approximately", Sense(About)), ("roughly", Sense(About)), ("probably", Sense(About)),
    ("perhaps", Sense(About)), ("maybe", Sense(About)), ("possibly", Sense(About)),
    ("early", Sense(About)), ("mid", Sense(About)), ("late", Sense(About)), ("um", Sense(About)),
    ("vers", Sense(About)), ("env", Sense(About)), ("environ", Sense(About)),
    ("hacia", Sense(About)), ("unknown", Sense(About)), ("頃", Sense(About)), ("ころ", Sense(About)),
    ("ごろ", Sense(About)), ("约", Sense(About)), ("約", Sense(About)), ("경", Sense(About)),
    ("년경", Sense(About)), ("무렵", Sense(About)), ("左右", Sense(About)), ("前後", Sense(About)),
    ("前后", Sense(About)),
    ("published", Sense(Published)), ("publ", Sense(Published)), ("pub", Sense(Published)),
    ("publication", Sense(Published)), ("broadcast", Sense(Published)),
    ("televised", Sense(Published)), ("printed", Sense(Published)),
    ("veröffentlicht", Sense(Published)), ("publié", Sense(Published)), ("発表", Sense(Published)),
    ("發表", Sense(Published)), ("发表", Sense(Published)), ("出版", Sense(Published)),
    ("放送", Sense(Published)), ("掲載", Sense(Published)),
    ("before", Sense(Before)), ("pre", Sense(Before)), ("earlier", Sense(Before)),
    ("until", Sense(Before)), ("以前", Sense(Before)), ("之前", Sense(Before)), ("이전", Sense(Before)),
    ("after", Sense(After)), ("post", Sense(After)), ("later", Sense(After)),
    ("onwards", Sense(After)), ("onward", Sense(After)), ("since", Sense(After)),
    ("from", Sense(After)), ("以後", Sense(After)), ("以后", Sense(After)), ("以降", Sense(After)),
    ("之后", Sense(After)), ("이후", Sense(After)),
    ("or", Or), ("oder", Or), ("ou", Or), ("または", Or), ("或", Or), ("或者", Or), ("또는", Or),
    ("and", And), ("und", And), ("et", And), ("y", And), ("i", And), ("和", And), ("及", And),
    ("と", And), ("및", And),
    ("to", To), ("till", To), ("through", To), ("thru", To), ("bis", To), ("à", To), ("al", To),
    ("a", To), ("至", To), ("到", To), ("から", To), ("부터", To),
    ("t", Zone), ("at", Zone), ("z", Zone), ("ut", Zone), ("utc", Zone), ("gmt", Zone), ("am", Zone),
    ("pm", Zone), ("jst", Zone), ("kst", Zone), ("cst", Zone), ("est", Zone), ("edt", Zone),
    ("pst", Zone), ("pdt", Zone), ("cet", Zone), ("cest", Zone), ("bst", Zone), ("午前", Zone),
    ("午後", Zone), ("午后", Zone), ("上午", Zone), ("下午", Zone), ("晚上", Zone), ("早上", Zone),
    ("中午", Zone), ("오전", Zone), ("오후", Zone),
    ("monday", Filler), ("tuesday", Filler), ("wednesday", Filler), ("thursday", Filler),
    ("friday", Filler), ("saturday", Filler), ("sunday", Filler), ("mon", Filler),
    ("tue", Filler), ("tues", Filler), ("wed", Filler), ("thu", Filler), ("thur", Filler),
    ("thurs", Filler), ("fri", Filler), ("sat", Filler), ("sun", Filler), ("montag", Filler),
    ("dienstag", Filler), ("mittwoch", Filler), ("donnerstag", Filler), ("freitag", Filler),
    ("samstag", Filler), ("sonntag", Filler), ("lundi", Filler), ("mardi", Filler),
    ("mercredi", Filler), ("jeudi", Filler), ("vendredi", Filler), ("samedi", Filler),
    ("dimanche", Filler), ("lunes", Filler), ("martes", Filler), ("miércoles", Filler),
    ("jueves", Filler), ("viernes", Filler), ("sábado", Filler), ("domingo", Filler),
    ("星期一", Filler), ("星期二", Filler), ("星期三", Filler), ("星期四", Filler), ("星期五", Filler),
    ("星期六", Filler), ("星期日", Filler), ("星期天", Filler), ("礼拜一", Filler), ("礼拜二", Filler),
    ("礼拜三", Filler), ("礼拜四", Filler), ("礼拜五", Filler), ("礼拜六", Filler), ("礼拜日", Filler),
    ("礼拜天", Filler), ("周一", Filler), ("周二", Filler), ("周三", Filler), ("周四", Filler),
    ("周五", Filler), ("周六", Filler), ("周日", Filler), ("周天", Filler), ("週一", Filler),
    ("週二", Filler), ("週三", Filler), ("週四", Filler), ("週五", Filler), ("週六", Filler),
    ("週日", Filler), ("週天", Filler), ("月曜日", Filler), ("火曜日", Filler), ("水曜日", Filler),
    ("木曜日", Filler), ("金曜日", Filler), ("土曜日", Filler), ("日曜日", Filler), ("月曜", Filler),
    ("火曜", Filler), ("水曜", Filler), ("木曜", Filler), ("金曜", Filler), ("土曜", Filler),
    ("日曜", Filler), ("월요일", Filler), ("화요일", Filler), ("수요일", Filler), ("목요일", Filler),
    ("금요일", Filler), ("토요일", Filler), ("일요일", Filler), ("st", Filler), ("xx", Filler), ("x", Filler), ("nd", Filler),
    ("rd", Filler), ("th", Filler), ("er", Filler), ("e", Filler), ("the", Filler),
    ("of", Filler), ("on", Filler), ("de", Filler), ("del", Filler), ("di", Filler),
    ("le", Filler), ("la", Filler), ("den", Filler), ("date", Filler), ("dated", Filler),
    ("played", Filler), ("game", Filler), ("in", Filler), ("year", Filler), ("ad", Filler),
    ("ce", Filler), ("西暦", Filler), ("西历", Filler), ("西曆", Filler), ("公元", Filler),
    ("서기", Filler), ("まで", Filler), ("까지", Filler), ("閏", Filler), ("日付", Filler), ("日期", Filler),
    ("对局日期", Filler), ("對局日期", Filler), ("対局日", Filler), ("날짜", Filler),
    // The names of years in the cycle of sixty.
    ("甲", Filler), ("乙", Filler), ("丙", Filler), ("丁", Filler), ("戊", Filler), ("己", Filler),
    ("庚", Filler), ("辛", Filler), ("壬", Filler), ("癸", Filler), ("子", Filler), ("丑", Filler),
    ("寅", Filler), ("卯", Filler), ("辰", Filler), ("巳", Filler), ("午", Filler), ("未", Filler),
    ("申", Filler), ("酉", Filler), ("戌", Filler), ("亥", Filler),
    ("so", Filler),
    // Days that are not named, parts of a month, and seasons: the year or the month stays.
    ("end", Sense(About)), ("beginning", Sense(About)), ("start", Sense(About)),
    ("初", Filler), ("末", Filler), ("底", Filler), ("吉日", Filler), ("某日", Filler), ("上旬", Filler), ("中旬", Filler), ("下旬", Filler),
    ("초순", Filler), ("중순", Filler), ("하순", Filler),
    ("spring", Filler), ("summer", Filler), ("autumn", Filler), ("fall", Filler),
    ("winter", Sense(About)), ("frühling", Filler), ("frühjahr", Filler), ("sommer", Filler),
    ("herbst", Filler), ("printemps", Filler), ("été", Filler), ("automne", Filler),
    ("hiver", Sense(About)), ("primavera", Filler), ("verano", Filler), ("otoño", Filler),
    ("invierno", Sense(About)), ("estate", Filler), ("autunno", Filler),
    ("inverno", Sense(About)), ("春", Filler), ("夏", Filler), ("秋", Filler),
    ("冬", Sense(About)), ("春季", Filler), ("夏季", Filler), ("秋季", Filler),
    ("冬季", Sense(About)), ("봄", Filler), ("여름", Filler), ("가을", Filler),
    ("겨울", Sense(About)),
    // The last eras of Japan by one sign; by a letter, `Parts::era_letter` reads them.
    ("明", new(1868, 45, 5)), ("大", new(1912, 15, 0)), ("昭", new(1926, 64, 0)),
    ("平", new(1989, 31, 0)), ("令", new(2019, 99, 0)),
    // Those of the Qing.
    ("康熙", old(1662, 1723)), ("雍正", old(1723, 1736)), ("乾隆", old(1736, 1796)),
    ("嘉庆", old(1796, 1821)), ("嘉慶", old(1796, 1821)), ("道光", old(1821, 1851)),
    ("咸丰", old(1851, 1862)), ("咸豐", old(1851, 1862)), ("同治", old(1862, 1875)),
    ("光绪", old(1875, 1909)), ("光緒", old(1875, 1909)), ("宣统", old(1909, 1912)),
    ("宣統", old(1909, 1912)),
    ("元亀", old(1570, 1573)), ("天正", old(1573, 1592)), ("文禄", old(1592, 1596)),
    ("文祿", old(1592, 1596)), ("慶長", old(1596, 1615)), ("元和", old(1615, 1624)),
    ("寛永", old(1624, 1644)), ("寬永", old(1624, 1644)), ("正保", old(1644, 1648)),
    ("慶安", old(1648, 1652)), ("承応", old(1652, 1655)), ("承應", old(1652, 1655)),
    ("明暦", old(1655, 1658)), ("明曆", old(1655, 1658)), ("万治", old(1658, 1661)),
    ("萬治", old(1658, 1661)), ("寛文", old(1661, 1673)), ("寬文", old(1661, 1673)),
    ("延宝", old(1673, 1681)), ("延寶", old(1673, 1681)), ("天和", old(1681, 1684)),
    ("貞享", old(1684, 1688)), ("元禄", old(1688, 1704)), ("元祿", old(1688, 1704)),
    ("宝永", old(1704, 1711)), ("寶永", old(1704, 1711)), ("正徳", old(1711, 1716)),
    ("正德", old(1711, 1716)), ("享保", old(1716, 1736)), ("元文", old(1736, 1741)),
    ("寛保", old(1741, 1744)), ("寬保", old(1741, 1744)), ("延享", old(1744, 1748)),
    ("寛延", old(1748, 1751)), ("寬延", old(1748, 1751)), ("宝暦", old(1751, 1764)),
    ("寶曆", old(1751, 1764)), ("明和", old(1764, 1772)), ("安永", old(1772, 1781)),
    ("天明", old(1781, 1789)), ("寛政", old(1789, 1801)), ("寬政", old(1789, 1801)),
    ("享和", old(1801, 1804)), ("文化", old(1804, 1818)), ("文政", old(1818, 1830)),
    ("天保", old(1830, 1844)), ("弘化", old(1844, 1848)), ("嘉永", old(1848, 1854)),
    ("安政", old(1854, 1860)), ("万延", old(1860, 1861)), ("萬延", old(1860, 1861)),
    ("文久", old(1861, 1864)), ("元治", old(1864, 1865)), ("慶応", old(1865, 1868)),
    ("慶應", old(1865, 1868)),
    ("明治", new(1868, 45, 5)), ("大正", new(1912, 15, 0)), ("昭和", new(1926, 64, 0)),
    ("平成", new(1989, 31, 0)), ("令和", new(2019, 99, 0)), ("民国", new(1912, 199, 0)),
    ("民國", new(1912, 199, 0)),
];

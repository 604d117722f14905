//! Which character set of two bytes some values are in: how likely each makes the characters that
//! it reads there, in names and comments.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Charset, Decoder, GameCharset};

// Each in the order of the code points, which is that of the bytes, three for each.

/// Frequent in simplified Chinese, and in names.
const SIMPLIFIED: &str = "\
    一丁七万三上下不与专且世业东两严个中为主丽么义之九也习书了争事二于云五些交产京亲人什仇今从\
    他仙代以们件价任众优会伟传但位低住体何余作你使例侠侯便保信候值做傅儿元先光克党入全八公六共\
    关其具养内再写军农冬冯冰决况准几凤凰出刀分切划列刘则刚利别到制前剑力加务劣动劳势勇包化北区\
    十千华单南卢卫即却厂历压厚原去县又及双反发取受变口古只叫可史叶号吃各合同名后向吕听吴员周命\
    和品响哭唐商器四回因团围国图圆土在地场型基增士声处复夏外多夜大天太头她好如始姚姜娜娟子孔存\
    孙孟学它安宋完官定实客家容对导将小少就尹局层展属山崔工己已市布带常干平年并幻广应府度康廖建\
    开弈式引张强当形彭影往很律得心必志快思性总恨情想意感成我或战戴所手才打执把报拉持指按据接提\
    支收改放政效敏教数整文斗料断斯新方族无日时昊明易星春是更曹曾最月有期本术朱机杀权杜条来杨杰\
    极构林果查柯标样根格桂梁梦棋次歌正此步武段每比毛民气水求江汤汪沈没油治法泪洁洋活派流济海消\
    涛深清温湖满潘火灵点热然照熊爱片牛物特状狂狗狼猪猫率王现理琴生用田由电画界白百的盘目直相省\
    看真眼着知石研确磊示社神离秀秋种科秒秦积称程究空立章笑第等算管米类精系红约级线组细织经结给\
    绝统维缘罗置羊美群老者而聂联育胜胡能自至舞般色艳节花芳苏范茶萧董蒋蔡薄薛虎行表袁被装西要见\
    观规角解计认让议记许论设证识诗话该说读谢谭象负质贴贺贾资赖走赵起超越路身车转较边达过运近还\
    这进连适选通速造道邓那邱邵邹郑郝部郭都酒醉采里重量金钟钱铁长门问间阎队阳阴阶际陆陈院除难集\
    雨雪需霞青静非面革韩音须顾领题风飞马验高魂魏魔鱼鸟鹤鹰黄黎黑龙龚龟";

/// Frequent in traditional Chinese, and in names.
const TRADITIONAL: &str = "\
    一丁七三上下不且世並中主之九也了事二五些交京人什仇今他仙代以件任但位低住何余作你使來例侯便\
    保俠信個們候值偉做傅傑傳價優元先光克兒入內全兩八公六共其具再冬冰凰出刀分切列別利到制則前剛\
    劃劉劍力加劣勇動務勝勞勢包化北區十千南即卻厚原去又及反取受口只叫可史吃各合同名向吳呂周命和\
    品員哭唐商問單器嚴四回因國圍圓圖團土在地型執基報場增壓士夏外多夜夢大天太她好如始姚姜娜娟子\
    孔存孟孫學它安宋完官定客家容實寫將專對導小少就尹局展層屬山崔工己已市布帶常平年幻幾府度康廖\
    廣建弈式引張強形彭影往很律後得從心必志快思性恨情想意愛感應成我或戰戴所手才打把拉持指按採接\
    提據支收改放政效敏教整數文料斯新斷方於族日明易星春是時更書曹曾最會月有期本朱杜東林果查根格\
    桂梁條棄棋楊業極構標樣機權次歌正此步武歷段殺每比毛民氣水求江汪決沈沒油治況法洋活派流海消淚\
    深清湖湯準溫滿潘濟濤火為無然照熊熱爭片牛物特狀狂狗狼率王現理琴生產用田由界畫當發白百的盤盧\
    目直相省看真眼眾知石研確磊示社神秀秋科秒秦程種稱積究空立章笑第等算管節米精系約紅級細組結絕\
    給統經維線緣縣總織置羅羊美群義習老者而聯聲聶聽育胡能自至與舞般色艷花芳范茶華萬葉著董蔡蔣蕭\
    薄薛蘇虎處號行術衛表袁被裝裡複西要見規親觀角解計記設許詩話該認說論謝證識譚議讀變讓象豬貓負\
    貼賀資賈質賴走起超越趙路身車軍較轉農近這通速造連進運過道達適選還邊那邱邵郝部郭都鄒鄧鄭酒醉\
    重量金錢鍾鐵長門開間閻關院除陰陳陸陽隊階際集雙離難雨雪雲電需霞靈青靜非面革韓音響須領頭題類\
    顧風飛養馬馮驗體高鬥魂魏魔魚鳥鳳鶴鷹麗麼黃黎黑點黨龍龔龜";

/// Frequent in Korean, and in names.
const KOREAN: &str = "\
    가각간갈감갑강개거건걸검겁게겨격견결경계고곡곤골공과관광괴교구국군굴궁권귀규균그극근금기긴\
    길김까깨꼬꽃꾼꿈나낙난날남낭내너네노녹논놀농누눈느는늘능니님다단달담당대댁더덕데도독돈돌동\
    두둑둥드득든들등디따때또라락란랄람랑래량러레려력련령로록론롱뢰료룡루룬류륙르른를름리린림립\
    마막만말망매맥맹머메면명모목몽묘무묵문물미민믿바박반발밤방배백버번벌범법벽변별병보복본봄봉\
    부북분불비빈빛빠사산살삼상새색생서석선설섬섭성세소속손솔송쇠수숙순술숨숭스슬습승시식신실심\
    십싸쌍써쓰아악안알암압앙애야약양어언얼엄업없었에여역연열염엽영예오옥온옹와완왕왜외요욕용우\
    욱운울웅워원월위유육윤율융은을음응의이익인일임입있자작잔잘잠장재쟁저적전절점접정제조족존종\
    좋좌주죽준줄중즈증지직진질집짱찌차착찬창채책처척천철첨청체초촌총최추축춘출충취치칠침카칸커\
    케코콩쿠크키킹타탁탄탈태택터테토통투트특티파판팔패팽퍼편평폐포폭표푸품풍프피필하학한할함합\
    항해핵행향허헌험혁현협형혜호혹홍화확환활황회획효후훈휘휴흐흑흔희히힘";

/// Frequent in Japanese beside kana, and in names.
const JAPANESE: &str = "\
    一七万三上下不与世両中丸主久乗九也予争事二五井交京亮人仁今仕付代以件任企伊伝伸位低住佐体何作\
    佳使例供価係俊保信修個健側備働優元先光党入全八公六共典内円再写出分切初判別利制前剛副割力功加\
    助労動務勝勢化北区医十千午半協南博原去参反収取受口古可台司各合吉同名向含告味呼命和咲品員哲商\
    問営四回団囲国土在地坂型域基報場境増声売変外多夜大太夫央失奈女好始委姿子字孝学宅守安宏官定実\
    宮害家容察審対寿導小少尾局展山岡岩島崎川州工差市席常平年幸幹広店府度康建式引弘張強当形彦影役\
    待後得復徹心必志応念思急性恵悟悠情想意愛感態慎成戦戸所手打技投担拓指挙提援撃支改放政敏教敬数\
    整文斎料断新方施族日早明映昨昭時景智書最月有服朗望朝期木末本杉村条来東松林果柴査栄校株核格桂\
    案桜梅梨森検業極楽構様権横樹橋機次欧止正武歳死残段毎比氏民気水永求池決沙沢河治況法注洋津活派\
    流浜浩海消深清済渉減渡港準演点無然熊物特状独率現球理環生産用田由申男町画界番疑病発白百的監目\
    直相県真着矢知石研碁確示社神票福秀私移税稔種究空立竜章竹第答策算米紀約純級紳終組経結統続総線\
    織置美義翔考者聞聡職育能脳自芝若英茂荒菊菜落葉蔵藤虎融衆行術衛表被裁裕補製西要見規視親観解言\
    計記訪設訴証評試話認語誠説課調談論識警議護谷豊象負財貴費資賞賢質起足路身車軍転輝輸農辺近述追\
    退送通造連進運過道達違遠選郎部都配酒里重野量金鈴銀長門開間関閣防阿限院陽隆際雄集難電青非面革\
    韓音領頭題額食首香験高黒龍";

/// What a character set makes of values.
pub(super) struct Reading {
    pub(super) charset: Charset,
    /// The logarithm of how likely it makes the characters.
    score: f32,
    /// How many there are that are not ASCII.
    count: u16,
    /// Whether they say what every record says: a rank.
    pub(super) is_telling: bool,
}

impl Reading {
    /// The logarithm of how likely it makes all characters.
    pub(super) fn score(&self) -> f32 {
        self.score
    }

    /// How likely it makes one character.
    fn mean(&self) -> f32 {
        self.score / f32::from(self.count.max(1))
    }

    /// Whether the characters are those of names and comments, not those that any bytes make.
    pub(super) fn is_plausible(&self) -> bool {
        self.is_telling || (self.count >= 2 && self.mean() > -8.4)
    }
}

impl Reading {
    /// Whether hardly anything else makes such characters.
    pub(super) fn is_likely(&self) -> bool {
        self.count >= 2 && self.mean() > -7.8
    }
}

/// How many bytes are looked at: more say nothing else.
const ENOUGH: usize = 512;

/// The charsets of two bytes that decode all the values, the likeliest first.
pub(super) fn readings<'v>(values: &(impl Iterator<Item = &'v [u8]> + Clone)) -> Vec<Reading> {
    let charsets = [
        (Charset::GBK, 0.0),
        (Charset::EUC_KR, -0.7),
        (Charset::BIG5, -0.7),
        (Charset::SHIFT_JIS, -0.7),
        // In records it is rare, and to a decoder nearly all of GB2312 is Japanese too.
        (Charset::EUC_JP, -4.5),
    ];
    let mut readings: Vec<Reading> = charsets
        .into_iter()
        .filter_map(|(charset, prior)| {
            let mut reading = reading(charset, values.clone())?;
            reading.score += prior;
            Some(reading)
        })
        .collect();
    readings.sort_by(|a, b| b.is_telling.cmp(&a.is_telling).then(b.score.total_cmp(&a.score)));
    readings
}

/// What the character set makes of the values, if it decodes all of them.
fn reading<'v>(charset: Charset, values: impl Iterator<Item = &'v [u8]>) -> Option<Reading> {
    let decoder = Decoder::new(GameCharset { charset, ..GameCharset::default() });
    let mut reading = Reading { charset, score: 0.0, count: 0, is_telling: false };
    let mut bytes = 0;
    for value in values {
        if decoder.damage(value) > 0 {
            return None;
        }
        if bytes > ENOUGH {
            continue;
        }
        bytes += value.len();
        let text: String = decoder.characters(&value[..value.len().min(ENOUGH)]).into_owned();
        let mut before = ' ';
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if !character.is_ascii() {
                let is_word = is_word(charset, character);
                let is_alone = !before.is_alphabetic()
                    && !characters.peek().is_some_and(|next| next.is_alphabetic());
                reading.score += likelihood(charset, character) + if is_word { 1.5 } else { 0.0 };
                reading.count = reading.count.saturating_add(1);
                reading.is_telling |=
                    before.is_ascii_digit() && is_rank(charset, character) || is_word && is_alone;
            }
            before = character;
        }
    }
    (reading.count > 0).then_some(reading)
}

/// Whether it is what results and comments say of every game: black, white, won, move, point.
fn is_word(charset: Charset, character: char) -> bool {
    let words = match charset {
        Charset::GBK => ['黑', '白', '胜', '手', '目'],
        Charset::BIG5 => ['黑', '白', '勝', '手', '目'],
        Charset::EUC_KR => ['흑', '백', '승', '수', '집'],
        _ => ['黒', '白', '勝', '手', '目'],
    };
    words.contains(&character)
}

fn is_rank(charset: Charset, character: char) -> bool {
    match character {
        '级' => charset == Charset::GBK,
        '段' | '級' => charset != Charset::EUC_KR,
        '단' | '급' => true,
        _ => false,
    }
}

/// The logarithm of how often a character stands in text of the character set.
fn likelihood(charset: Charset, character: char) -> f32 {
    let is_in = |list: &str| is_frequent(list, character);
    match (charset, character) {
        (_, '\u{E000}'..='\u{F8FF}') => -16.0,
        (Charset::EUC_KR, '가'..='힣') => {
            match () {
                () if is_in(KOREAN) => -6.3,
                // Those of KS X 1001; the others are hardly ever used.
                () if level(charset, character) == 1 => -9.8,
                () => -14.0,
            }
        }
        (Charset::SHIFT_JIS | Charset::EUC_JP, 'ぁ'..='ヺ' | 'ー') => -5.9,
        // Half the width: a byte each in Shift_JIS, which may be any accent.
        (_, '｡'..='ﾟ') => -7.5,
        (_, '，' | '。' | '、' | '！' | '？' | '：' | '（' | '）' | '《' | '》' | '・') => {
            -6.5
        }
        (_, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '丶' | '·' | '　'..='〓') => -9.0,
        (_, '\u{3400}'..='\u{9FFF}') => {
            let list = match charset {
                Charset::GBK => SIMPLIFIED,
                Charset::BIG5 => TRADITIONAL,
                Charset::EUC_KR => "",
                _ => JAPANESE,
            };
            match level(charset, character) {
                _ if is_in(list) => -7.0,
                1 => -9.3,
                2 => -11.6,
                // What GBK has beyond GB2312 is mostly traditional.
                _ if charset == Charset::GBK && is_in(TRADITIONAL) => -10.5,
                _ => -13.5,
            }
        }
        _ => -11.5,
    }
}

/// Whether a list holds the character.
fn is_frequent(list: &str, character: char) -> bool {
    let mut buffer = [0; 4];
    let wanted = character.encode_utf8(&mut buffer).as_bytes();
    let at = |index: usize| &list.as_bytes()[index * 3..index * 3 + 3];
    let (mut low, mut high) = (0, list.len() / 3);
    while low < high {
        let middle = low + (high - low) / 2;
        match at(middle).cmp(wanted) {
            core::cmp::Ordering::Less => low = middle + 1,
            core::cmp::Ordering::Equal => return true,
            core::cmp::Ordering::Greater => high = middle,
        }
    }
    false
}

/// The level of a character in the standard that the character set comes from: 1 for the frequent
/// ones, 2 for the others, 3 for what was added.
fn level(charset: Charset, character: char) -> u8 {
    let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes());
    let mut buffer = [0; 4];
    let text: &str = character.encode_utf8(&mut buffer);
    let Some(encoding) = encoding else { return 3 };
    let (bytes, _, _) = encoding.encode(text);
    match (charset, &*bytes) {
        (Charset::GBK, [0xB0..=0xD7, 0xA1..=0xFE]) => 1,
        (Charset::GBK, [0xD8..=0xF7, 0xA1..=0xFE]) => 2,
        (Charset::BIG5, [0xA4..=0xC6, _]) => 1,
        (Charset::BIG5, [0xC9..=0xF9, _]) => 2,
        (Charset::EUC_KR, [0xB0..=0xC8, 0xA1..=0xFE]) => 1,
        (Charset::SHIFT_JIS, [0x88..=0x97, _] | [0x98, ..=0x72]) => 1,
        (Charset::SHIFT_JIS, [0x98..=0x9F | 0xE0..=0xEA, _]) => 2,
        (Charset::EUC_JP, [0xB0..=0xCF, _]) => 1,
        (Charset::EUC_JP, [0xD0..=0xF4, _]) => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_every_character_has_three_bytes() {
        for list in [SIMPLIFIED, TRADITIONAL, KOREAN, JAPANESE] {
            let characters: Vec<char> = list.chars().collect();
            assert!(characters.is_sorted_by(|a, b| a < b));
            assert_eq!(characters.len() * 3, list.len());
            assert!(characters.iter().all(|&it| is_frequent(list, it)));
        }
        assert!(!is_frequent(KOREAN, '棋'));
    }

    #[test]
    fn the_likeliest_reading_is_that_of_the_language() {
        for (charset, texts) in [
            (Charset::GBK, ["聂卫平", "柯洁"]),
            (Charset::BIG5, ["林海峰", "周俊勳"]),
            (Charset::EUC_KR, ["이세돌", "신진서"]),
            (Charset::SHIFT_JIS, ["ソンジェ", "藤沢里菜"]),
        ] {
            let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes()).unwrap();
            let texts = texts.map(|text| encoding.encode(text).0.into_owned());
            let best = &readings(&texts.iter().map(Vec::as_slice))[0];
            assert_eq!(best.charset, charset);
            assert!(best.is_plausible());
        }
        let rank = &readings(&[&b"9\xB4\xDC"[..]].into_iter())[0];
        assert!(rank.is_telling && rank.charset == Charset::EUC_KR);
    }
}

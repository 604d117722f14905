//! Which character set of two bytes some values are in: how likely each makes the characters that
//! it reads there, in names and comments.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Charset, Decoder, GameCharset};

/// Frequent in simplified Chinese, and in names.
const SIMPLIFIED: &str = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下\
过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它\
合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公\
无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手\
角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什\
认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今\
集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近千周青省列习响约支般史感劳便团往历市\
克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住满县局照红细引听该\
铁价严龙飞剑梦雪云风月星夜雨冰火神魔仙侠棋弈围道士客狂杀刀虎狼鹰鱼鸟猫狗猪牛羊龟鹤凤凰阳阴春夏秋冬东南西北爱恨情仇笑哭泪魂灵心\
意缘幻影醉酒茶诗书画琴歌舞绝世无双天下江湖刘陈杨黄赵吴孙朱胡郭何罗梁宋郑谢韩唐冯董萧曹袁邓傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜\
戴夏钟汪田姜范石姚谭廖邹熊陆郝孔崔康邱秦顾侯邵孟段章钱汤尹黎武贺赖龚伟芳娜敏静丽强磊军洋勇艳杰娟涛超秀霞刚桂聂卫柯洁古常昊胜负\
黑盘执先让优劣势厚薄目官提吃贴还读秒";

/// Frequent in traditional Chinese, and in names.
const TRADITIONAL: &str = "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能\
下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它\
合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公\
無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手\
角期根論運農指幾九區強放決西被做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什\
認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報鬥完類八離華名確才科張信馬節話米整空元況今\
集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝影算低持音眾書布複容兒須際商非驗連斷深難近千周青省列習響約支般史感勞便團往歷市\
克何除消構府稱太準精值號率族維劃選標寫存候毛親快效斯院查江型眼王按格養易置派層片始卻專狀育京識適屬圓包火住滿縣局照紅細引聽該\
鐵價嚴龍飛劍夢雪雲月星夜雨冰神魔仙俠棋弈圍士客狂殺刀虎狼鷹魚鳥貓狗豬牛羊龜鶴鳳凰陽陰春夏秋冬愛恨仇笑哭淚魂靈緣幻醉酒茶詩畫琴\
歌舞絕雙湖劉陳楊黃趙吳孫朱胡郭羅梁宋鄭謝韓唐馮董蕭曹袁鄧傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴鍾汪田姜范姚譚廖鄒熊陸郝孔崔\
康邱秦顧侯邵孟章錢湯尹黎武賀賴龔偉芳娜敏靜麗磊洋勇艷傑娟濤超秀霞剛桂聶衛勝負黑盤執讓優劣勢厚薄官吃貼讀秒棄";

/// Frequent in Korean, and in names.
const KOREAN: &str = "가각간갈감갑강개거건걸검겁게겨격견결경계고곡곤골공과관광괴교구국군굴궁권귀규균그극근금기긴길김\
까깨꼬꽃꾼꿈나낙난날남낭내너네노녹논놀농누눈느는늘능니님다단달담당대댁더덕데도독돈돌동두둑둥드득든들등디따때또라락란랄람랑래량러\
레려력련령로록론롱뢰료룡루룬류륙르른를름리린림립마막만말망매맥맹머메면명모목몽묘무묵문물미민믿바박반발밤방배백버번벌범법벽변별병보\
복본봄봉부북분불비빈빛빠사산살삼상새색생서석선설섬섭성세소속손솔송쇠수숙순술숨숭스슬습승시식신실심십싸쌍써쓰아악안알암압앙애야약양어\
언얼엄업없었에여역연열염엽영예오옥온옹와완왕왜외요욕용우욱운울웅워원월위유육윤율융은을음응의이익인일임입있자작잔잘잠장재쟁저적전절점\
접정제조족존종좋좌주죽준줄중즈증지직진질집짱찌차착찬창채책처척천철첨청체초촌총최추축춘출충취치칠침칸카커케코콩쿠크키킹타탁탄탈태택터테\
토통투트특티파판팔패팽퍼편평폐포폭표푸품풍프피필하학한할함합항해핵행향허헌험혁현협형혜호혹홍화확환활황회획효후훈휘휴흐흑흔희히힘";

/// Frequent in Japanese beside kana.
const JAPANESE: &str = "日一国人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今\
回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強\
気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解\
名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打\
男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球\
営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導備宅害配副算視条幹独警\
宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造\
英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申\
様財港識注呼渉達黒白囲碁段級";

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
    /// How likely it makes one character.
    fn mean(&self) -> f32 {
        self.score / f32::from(self.count.max(1))
    }

    /// Whether the characters are those of names and comments, not those that any bytes make.
    pub(super) fn is_plausible(&self) -> bool {
        self.is_telling || (self.count >= 2 && self.mean() > -8.4)
    }
}

/// How many bytes are looked at: more say nothing else.
const ENOUGH: usize = 2048;

/// The charsets of two bytes that decode all the values, the likeliest first.
pub(super) fn readings<'v>(values: impl Iterator<Item = &'v [u8]> + Clone) -> Vec<Reading> {
    let charsets = [
        (Charset::GBK, 0.0),
        (Charset::EUC_KR, -0.7),
        (Charset::BIG5, -0.7),
        (Charset::SHIFT_JIS, -0.7),
        // In records it is rare, and to a decoder nearly all of GB2312 is Japanese too.
        (Charset::EUC_JP, -6.0),
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
        for character in text.chars() {
            if !character.is_ascii() {
                reading.score += likelihood(charset, character);
                reading.count = reading.count.saturating_add(1);
                reading.is_telling |= before.is_ascii_digit() && is_rank(charset, character);
            }
            before = character;
        }
    }
    (reading.count > 0).then_some(reading)
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
    let is_in = |list: &str| list.contains(character);
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

//! Records in many languages and character sets, made up from small lists of words: what is
//! declared has to be read rightly, and what is not, nearly always.

use std::collections::BTreeMap;

use encoding_rs::Encoding;
use kifu::{Arena, Charset, CharsetSource, Parser};

use crate::choose::{Choose as _, Random};

struct Language {
    name: &'static str,
    /// What it is written in, besides UTF-8.
    charsets: &'static [&'static str],
    /// Of players, and words, with `|` between them.
    names: &'static str,
    words: &'static str,
    /// What stands between two words, and at the end.
    space: &'static str,
    stop: &'static str,
}

const LANGUAGES: &[Language] = &[
    Language {
        name: "Chinese, simplified",
        charsets: &["GBK", "gb18030"],
        names: "聂卫平|马晓春|常昊|古力|柯洁|时越|唐韦星|范廷钰|芈昱廷|周睿羊|连笑|杨鼎新|辜梓豪|\
                丁浩|王星昊|李轩豪|谢科|许嘉阳|陈耀烨|孔杰|彭荃|邱峻|胡耀宇|刘星|王檄|俞斌|曹大元|\
                华以刚|罗洗河|於之莹",
        words: "这|一手|棋|非常|重要|黑棋|白棋|应该|在|左上角|右下角|打入|如果|不|补|就|会|被|切断|\
                因此|形势|判断|优势|很|明显|官子|阶段|双方|都|有|失误|本局|是|决赛|第三局|黑方|\
                中盘胜|执白|先行|定式|之后|的|变化|复杂|劫争|开始|实地|外势|厚味|这样|下|好点|最后|\
                读秒|时间|不够|了",
        space: "",
        stop: "。",
    },
    Language {
        name: "Chinese, traditional",
        charsets: &["Big5"],
        names: "林海峰|王立誠|張栩|周俊勳|王銘琬|陳永安|許家元|王元均|林立祥|簡靖庭|蕭正浩|陳詩淵|\
                夏大銘|黃佳琳|黑嘉嘉|楊博崴|林君諺|賴均輔|徐靖恩|張凱馨|羅培原|許皓鋐",
        words: "這|一手|棋|非常|重要|黑棋|白棋|應該|在|左上角|右下角|打入|如果|不|補|就|會|被|切斷|\
                因此|形勢|判斷|優勢|很|明顯|官子|階段|雙方|都|有|失誤|本局|是|決賽|第三局|黑方|\
                中盤勝|成功|許多|因為|定石|之後|的|變化|複雜|劫爭|開始|實地|外勢|厚味|這樣|下|好點|\
                最後|讀秒|時間|不夠",
        space: "",
        stop: "。",
    },
    Language {
        name: "Japanese",
        charsets: &["Shift_JIS", "EUC-JP"],
        names: "坂田栄男|藤沢秀行|大竹英雄|武宮正樹|加藤正夫|石田芳夫|小林光一|趙治勲|依田紀基|\
                高尾紳路|山下敬吾|羽根直樹|井山裕太|一力遼|芝野虎丸|藤沢里菜|上野愛咲美|ソン・ジェ|\
                本因坊秀策|呉清源|木谷実|橋本宇太郎|高川格|梶原武雄|表英治|アマチュア|ソフト",
        words: "この|手|は|とても|大きい|黒|白|の|左上|隅|を|打ち込み|ハネ|ノビ|ツケ|コスミ|カカリ|\
                に|対して|ヒラキ|もし|ここで|受ける|と|切断|される|形勢|判断|では|優勢|です|ヨセ|が|\
                残って|いる|勝負手|でした|定石|として|知られて|います|中盤|戦い|コウ|争い|実利|厚み|\
                申し分|ない|予想|される|十分|ソース|表示|ゼロ|構え",
        space: "",
        stop: "。",
    },
    Language {
        name: "Korean",
        charsets: &["EUC-KR"],
        names: "조훈현|서봉수|이창호|유창혁|이세돌|최철한|박영훈|박정환|신진서|변상일|김지석|강동윤|\
                원성진|최정|오유진|안성준|이동훈|신민준|목진석|조한승|한웅규|나현",
        words: "이|수는|매우|중요한|자리|흑이|백이|왼쪽|위|귀에서|침입|하면|끊어지고|그래서|형세|\
                판단으로는|유리|합니다|끝내기|단계|에서|실수|있었다|결승전|제삼국|불계승|정석|\
                이후의|변화가|복잡하다|패싸움|시작되고|실리와|두터움|이렇게|두는|것이|좋다|마지막|\
                초읽기|시간이|부족했다|바둑|전투|중앙|세력을|받아야",
        space: " ",
        stop: ".",
    },
    Language {
        name: "Russian",
        charsets: &["windows-1251", "KOI8-R"],
        names: "Александр Динерштейн|Илья Шикшин|Тимур Санкин|Дмитрий Сурин|Наталья Ковалёва|\
                Виктор Богданов|Светлана Шикшина|Андрей Кульков|Григорий Фионин|Алексей Лазарев|\
                Михаил Галченко|Вероника Шагина|Степан Попов|Вячеслав Каймин",
        words: "этот|ход|очень|важен|чёрные|белые|должны|в|левом|верхнем|углу|вторжение|если|не|\
                защитить|группа|будет|разрезана|поэтому|позиция|оценка|лучше|ясно|эндшпиль|обе|\
                стороны|ошиблись|партия|финал|победа|дзёсэки|после|вариант|сложный|борьба|\
                начинается|территория|влияние|толщина|так|играть|хорошо|последний|время",
        space: " ",
        stop: ".",
    },
    Language {
        name: "French",
        charsets: &["windows-1252"],
        names: "François Mizessyn|Frédéric Renaud|André Moussa|Jérôme Hubert|\
                Benjamin Dréan-Guénaïzia|Thomas Debarre|Rémi Coulom|Hélène Aribert|Noël Lambert|\
                Éric Müller",
        words: "ce|coup|est|très|important|les|pierres|noires|blanches|à|gauche|côté|déjà|coupé|\
                après|élégant|réponse|forcée|joué|là|où|même|erreur|première|deuxième|être|sécurité|\
                développé|façon|répond|préfère|mérite|stratégie|menacé|bloqué|intérêt|été|naïf|\
                égalité|hâte|peut-être|épaisseur|sacrifié|idée",
        space: " ",
        stop: ".",
    },
    Language {
        name: "German",
        charsets: &["windows-1252"],
        names: "Jörg Müller|Günther Weiß|Jürgen Schröder|Käthe Köhler|Björn Groß|Matthias Größler|\
                Sören Böhm|Felix Dueball|Bernd Gramlich|Ümit Öztürk",
        words: "dieser|Zug|ist|sehr|groß|Weiß|müsste|schützen|Schwarz|drückt|über|die|Mitte|würde|\
                können|nächste|größer|für|stärker|Rückzug|gefährlich|Züge|später|Fehler|schön|\
                natürlich|Eröffnung|Lücke|genügt|möglich|hätte|spät|ungewöhnlich|Einfluß|übrig|\
                Größe|zurück|prüfen|Gegenüber|Häuser|tötet|böse",
        space: " ",
        stop: ".",
    },
];

fn pick<'t>(random: &mut Random, from: &'t str) -> &'t str {
    let count = from.split('|').count();
    from.split('|').nth(random.below(count)).unwrap()
}

fn sentence(random: &mut Random, language: &Language) -> String {
    let count = 4 + random.below(12);
    let words: Vec<_> = (0..count).map(|_| pick(random, language.words)).collect();
    words.join(language.space) + language.stop
}

/// The values of a record: ident and text.
fn values(random: &mut Random, language: &Language) -> Vec<(&'static str, String)> {
    // One in four has a single value, with few characters to go by.
    if random.below(4) == 0 {
        let mut text = pick(random, language.words).to_owned();
        while text.chars().filter(|char| !char.is_ascii()).count() < 8 {
            text += language.space;
            text += pick(random, language.words);
        }
        return vec![("GC", text)];
    }
    let mut values = vec![
        ("PB", pick(random, language.names).to_owned()),
        ("PW", pick(random, language.names).to_owned()),
    ];
    // One in four of the others has nothing but names.
    if random.below(4) > 0 {
        for ident in ["GC", "C", "C"].iter().take(1 + random.below(3)) {
            values.push((ident, sentence(random, language)));
        }
    }
    values
}

/// The record, in a character set, with this `CA`.
fn record(values: &[(&str, String)], charset: &str, declared: Option<&str>) -> Vec<u8> {
    let mut text = String::from("(;GM[1]FF[4]");
    if let Some(name) = declared {
        text += &format!("CA[{name}]");
    }
    text += "SZ[19]";
    let mut comments = 0;
    for (ident, value) in values {
        if *ident == "C" {
            comments += 1;
            text += [";B[pd]", ";W[dp]"][comments % 2];
        }
        text += &format!("{ident}[{value}]");
    }
    text += ";B[qq])";
    let encoding = Encoding::for_label(charset.as_bytes()).unwrap();
    let (bytes, _, unmappable) = encoding.encode(&text);
    assert!(!unmappable, "{charset}: {text}");
    bytes.into_owned()
}

fn is_ideographic(charset: Charset) -> bool {
    ["Shift_JIS", "EUC-JP", "EUC-KR", "GBK", "gb18030", "Big5"].contains(&charset.name())
}

/// How many values there were, and how many were read rightly.
#[derive(Default, Clone, Copy)]
struct Score {
    long: [u32; 2],
    short: [u32; 2],
}

impl Score {
    fn add(&mut self, text: &str, is_right: bool) {
        let count = text.chars().filter(|char| !char.is_ascii()).count();
        let score = match count {
            0 => return,
            8.. => &mut self.long,
            _ => &mut self.short,
        };
        score[0] += 1;
        score[1] += u32::from(is_right);
    }

    fn share([all, right]: [u32; 2]) -> String {
        match all {
            0 => "–".into(),
            _ => format!("{:.1} %", f64::from(right) * 100.0 / f64::from(all)),
        }
    }
}

/// Reads the record, and compares each value; the score, and what was chosen.
fn read(
    parser: &mut Parser,
    source: &[u8],
    values: &[(&str, String)],
    score: &mut Score,
) -> (Charset, CharsetSource) {
    let arena = Arena::new();
    let collection = parser.read(&arena, source);
    let game = collection.first_game_tree().unwrap();
    let wanted = |ident: &str| ["PB", "PW", "GC", "C"].contains(&ident);
    let read = collection.nodes().flat_map(kifu::Node::properties);
    let read: Vec<_> = read
        .filter(|property| wanted(property.ident()))
        .map(|property| property.first_value().text())
        .collect();
    for (index, (_, text)) in values.iter().enumerate() {
        score.add(text, read.get(index) == Some(&text.as_str()));
    }
    (game.charset(), game.charset_source())
}

#[test]
fn records_in_many_languages_are_read_as_they_were_written() {
    let mut random = Random::new(0x5DEE_CE66_D1CE_4E5B);
    let mut parser = Parser::new();
    let mut files = 0;
    let mut table: BTreeMap<(usize, &str), [Score; 3]> = BTreeMap::new();
    for round in 0..80 {
        for (number, language) in LANGUAGES.iter().enumerate() {
            for &charset in language.charsets.iter().chain(&["UTF-8"]) {
                let values = values(&mut random, language);
                let scores = table.entry((number, charset)).or_default();
                let declared = record(&values, charset, Some(charset));
                let (chosen, source) = read(&mut parser, &declared, &values, &mut scores[0]);
                assert_eq!(Some(chosen), Charset::from_label(charset));
                assert_eq!(source, CharsetSource::Declared);
                let undeclared = record(&values, charset, None);
                let (chosen, _) = read(&mut parser, &undeclared, &values, &mut scores[1]);
                if charset == "windows-1252" {
                    assert!(!is_ideographic(chosen), "{chosen} for {values:?}");
                }
                let lie = match (charset, round % 2) {
                    ("UTF-8", 0) => "GB2312",
                    ("UTF-8", _) => "ISO-8859-1",
                    _ => "UTF-8",
                };
                let lied = record(&values, charset, Some(lie));
                read(&mut parser, &lied, &values, &mut scores[2]);
                files += 3;
            }
        }
    }
    assert!(files >= 2_000, "{files} files");
    let mut rows = String::new();
    let mut long = Score::default();
    for ((number, charset), [declared, undeclared, lied]) in &table {
        let name = LANGUAGES[*number].name;
        let share = Score::share;
        rows += &format!(
            "| {name} | {charset} | {} | {} | {} | {} |\n",
            share([declared.long[0] + declared.short[0], declared.long[1] + declared.short[1]]),
            share(undeclared.long),
            share(undeclared.short),
            share(lied.long),
        );
        assert_eq!(declared.long[0], declared.long[1], "{name} in {charset}, declared");
        assert_eq!(declared.short[0], declared.short[1], "{name} in {charset}, declared");
        for index in 0..2 {
            long.long[index] += undeclared.long[index];
        }
    }
    // The table that the guide has, so that it stays true.
    println!("{files} files\n{rows}");
    let page = std::fs::read_to_string("src/guide/charsets.md").unwrap();
    assert!(page.contains(&rows), "the guide has another table");
    let [all, right] = long.long;
    assert!(right * 100 >= all * 98, "{right} of {all} long values without a declaration");
}

/// Languages in Latin letters, each in its code page of Windows: first names and family names. None
/// of them stands in the source.
const EUROPE: &[(&str, &str, &str, &str)] = &[
    (
        "Catalan",
        "windows-1252",
        "Òscar|Núria|Adrià|Mercè|Àngel|Sílvia|Lluís|Joaquim|Íngrid|Xènia|Bartomeu|Montse",
        "Vilà|Gutiérrez|Solé|Camprubí|Muñoz|Ferré|Pagès|Domènech|Sánchez|Llaç|Brugués|Carbó",
    ),
    (
        "Croatian",
        "windows-1250",
        "Željko|Dražen|Mateja|Šime|Đurđica|Krešimir|Nikolina|Božidar|Tomislav|Anđela|Siniša|Jadranka",
        "Marušić|Perković|Božić|Grgić|Šarić|Brkić|Žanić|Vučković|Đurić|Lončar|Kovačić|Zrinski",
    ),
    (
        "Czech",
        "windows-1250",
        "Jiří|Zdeněk|Květa|Ondřej|Luboš|Věra|Matěj|Božena|Přemysl|Radek|Žaneta|Vojtěch",
        "Havlíček|Kučera|Němec|Růžička|Pokorný|Bartoš|Křížek|Šťastný|Zeman|Vaněk|Doležal|Žák",
    ),
    (
        "Danish",
        "windows-1252",
        "Søren|Jørgen|Åse|Bjørk|Kåre|Mette|Rasmus|Gøril|Jeppe|Bodil|Pål|Sørine",
        "Nørgaard|Kjær|Bæk|Østergård|Lauridsen|Højlund|Ærø|Skovgård|Brændgaard|Grønbech|Ladegaard|Søgaard",
    ),
    (
        "Dutch",
        "windows-1252",
        "Daniël|Noëlle|Joël|André|Zoë|Willem|Maarten|René|Femke|Raphaël|Loïs|Gijs",
        "Knüpfer|Hoeksema|Crèvecoeur|van België|de Coninck|Daniëls|Michiëls|Ruijs|Noë|Böhmer|Coené|Zuiderent",
    ),
    (
        "Estonian",
        "windows-1257",
        "Tõnis|Mihkel|Jaak|Külliki|Andres|Õie|Jürgen",
        "Jõesaar|Põld|Kõrgesaar|Pärn|Võrk|Sõber|Mölder",
    ),
    (
        "Finnish",
        "windows-1252",
        "Väinö|Päivi|Jyrki|Äijö|Yrjö|Hännä|Teppo|Mäntti|Päiviö|Kyösti|Riitta|Tytti",
        "Hämäläinen|Lehtimäki|Järvinen|Mäkelä|Kärkkäinen|Syrjä|Pöyry|Väisänen|Rönkä|Saarelä|Nyström|Pääkkönen",
    ),
    (
        "French",
        "windows-1252",
        "Zoé|Gaël|Anaïs|Maël|Thérèse|Gérald|Aurélie|Cédric|Solène|Loïc|Étienne|Gaspard",
        "Lefèvre|Béranger|Pélissier|Garçon|Crépin|Châtelet|Gaudé|Forêt|Brûlé|Hénault|Marchand|Lacôte",
    ),
    (
        "German",
        "windows-1252",
        "Hänsel|Jürn|Götz|Rüdiger|Änne|Lüder|Wölfgang|Cäcilie|Veit|Kuno|Gösta|Ünal",
        "Hößl|Kräutner|Süß|Büttner|Böttcher|Strauß|Vögele|Möller|Jäger|Grünewald|Fähnrich|Zöllner",
    ),
    (
        "Hungarian",
        "windows-1250",
        "Előd|Gergely|Réka|Gyöngyi|Ernő|Sándor|Dezső|Tünde",
        "Pálfy|Kőszegi|Szőke|Füredi|Bertók|Győri|Vadász|Fűzesi",
    ),
    (
        "Icelandic",
        "windows-1252",
        "Aðalheiður|Steinþór|Daði|Hjördís|Guðbjörg|Sigþrúður",
        "Ýr|Guðnason|Eiríksson|Árnadóttir|Þráinsdóttir|Ólafsdóttir",
    ),
    (
        "Italian",
        "windows-1252",
        "Nicolò|Tommaso|Mattìa|Niccolò|Giacomo|Andrea|Elìa",
        "Salò|Pezzè|Ginò|Rodà|Foà|Berlocò|Carrà",
    ),
    (
        "Lithuanian",
        "windows-1257",
        "Jonas|Šarūnė|Tomas|Eglė|Vytautas|Žilvinas|Dainius",
        "Žemaitis|Bagdonaitė|Kučinskas|Grigaitė|Jurgelevičius|Ramanauskas|Žiūra",
    ),
    (
        "Norwegian",
        "windows-1252",
        "Bjørn|Øystein|Sigbjørn|Kjærsti|Jørn|Pål",
        "Nygård|Mørk|Dæhli|Bøe|Hansen|Røssland",
    ),
    (
        "Polish",
        "windows-1250",
        "Grażyna|Łucja|Sławomir|Małgorzata|Błażej|Wiesław|Żaneta|Józef|Bożena|Radosław|Kinga|Świętosława",
        "Wójtowicz|Gołąb|Piątek|Kądziela|Ślusarczyk|Brzęczek|Zając|Żuraw|Jabłoński|Mączka|Dąbek|Książek",
    ),
    (
        "Portuguese",
        "windows-1252",
        "Luís|Inês|Simão|Mónica|Antônio|Glória|Tomé|Conceição|Sebastião|Flávio|Beatriz|Zélia",
        "Magalhães|Guimarães|Gonçalves|Simões|Ribeirão|Araújo|Assunção|Galvão|Fúria|Bragança|Mourão|Calçada",
    ),
    (
        "Romanian",
        "windows-1250",
        "Măriuca|Doru|Ionuţ|Lăcrămioara|Costel|Traian|Radu",
        "Ştefănescu|Şerban|Căpăţînă|Moţoc|Bălan|Negoiţă|Creţu",
    ),
    (
        "Slovak",
        "windows-1250",
        "Ján|Miloš|Ľubica|Štefan|Zuzana|Igor|Marek",
        "Bartoš|Ondruš|Kováčová|Beňo|Kňazovičová|Ďuriš|Šulc",
    ),
    (
        "Spanish",
        "windows-1252",
        "Ramón|Iñigo|Begoña|Raúl|Óscar|Inés|Ángeles|Julián|Verónica|Gonzalo|Íñaki|Concepción",
        "Peñalver|Ibáñez|Marañón|Cañizares|Rincón|Beltrán|Quiñones|Gálvez|Castaño|Urrutia|Fermín|Escudé",
    ),
    (
        "Swedish",
        "windows-1252",
        "Åke|Märta|Görel|Håkan|Örjan|Pär|Jöns|Gustaf|Ängla|Bosse|Måns|Kjerstin",
        "Hägglund|Öberg|Söderlund|Åström|Sjögren|Ekström|Lövgren|Rådberg|Nyqvist|Törnqvist|Wåhlin|Bäcklund",
    ),
    (
        "Turkish",
        "windows-1254",
        "Gökhan|Büşra|Çiğdem|İpek|Emre|Müjdat|Sıla",
        "Kaplanoğlu|Yağcı|Şahin|Uğurlu|Başaran|Erdoğan|Güneş",
    ),
];

/// A name of one to three words.
fn name(random: &mut Random, first: &str, family: &str) -> String {
    let first = [pick(random, first), pick(random, first)];
    let family = [pick(random, family), pick(random, family)];
    match random.below(4) {
        0 => family[0].to_owned(),
        1 => format!("{} {} {}", first[0], first[1], family[0]),
        _ => format!("{} {}", first[0], family[0]),
    }
}

#[test]
fn short_names_in_the_languages_of_europe_are_read_as_they_were_written() {
    let mut random = Random::new(0x1F83_D9AB_FB41_BD6B);
    let mut parser = Parser::new();
    let mut rows = String::new();
    for &(language, charset, first, family) in EUROPE {
        let mut score = [0, 0];
        while score[0] < 300 {
            let mut player = |ident| (ident, name(&mut random, first, family));
            let values = [player("PB"), player("PW")];
            if values.iter().all(|(_, name)| name.is_ascii()) {
                continue;
            }
            let source = record(&values, charset, None);
            let arena = Arena::new();
            let root = parser.read(&arena, &source).first_game_tree().unwrap().root();
            let is_right =
                values.iter().all(|(ident, name)| root.text(ident) == Some(name.as_str()));
            score[0] += 1;
            score[1] += u32::from(is_right);
        }
        rows += &format!("| {language} | {charset} | {} |\n", Score::share(score));
    }
    // The table that the guide has, so that it stays true.
    println!("{rows}");
    let page = std::fs::read_to_string("src/guide/charsets.md").unwrap();
    assert!(page.contains(&rows), "the guide has another table");
}

#[test]
fn one_or_two_letters_with_accents_are_never_ideographs() {
    let mut parser = Parser::new();
    let words = ["Fran?ois", "?", "Ren?e", "M?ller-L?denscheidt", "J?rg", "No?l ?.", "a??b", "??x"];
    for word in words {
        for first in 0xA0..=0xFF {
            for second in [0xE9, 0xFC, 0xDF, first] {
                let mut high = [first, second].into_iter();
                let value: Vec<u8> = word
                    .bytes()
                    .map(|byte| if byte == b'?' { high.next().unwrap() } else { byte })
                    .collect();
                let source = [b"(;PB[", &value[..], b"];B[aa])"].concat();
                let arena = Arena::new();
                let game = parser.read(&arena, &source).first_game_tree().unwrap();
                assert!(!is_ideographic(game.charset()), "{}", source.escape_ascii());
            }
        }
    }
}

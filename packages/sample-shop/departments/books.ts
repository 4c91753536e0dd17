import type { Both } from '#sample-shop/line.ts';

/** A book is told by its story, not by features. Titles, authors and stories are invented. */
export interface Book {
  readonly title: Both;
  readonly author: string;
  readonly story: Both;
}

interface Genre {
  readonly key: string;
  readonly name: Both;
  readonly books: readonly Book[];
}

const book = (title: Both, author: string, story: Both): Book => ({ title, author, story });

export const genres: readonly Genre[] = [
  {
    key: 'fiction',
    name: ['Beletrie', 'Fiction'],
    books: [
      book(['Dům u tří lip', 'The House by Three Lindens'], 'Alžběta Horská', [
        'Tři generace žen hledají, co rodina celé roky zamlčovala.',
        'Three generations of women look for what the family kept silent about for years.',
      ]),
      book(['Poslední mlýn', 'The Last Mill'], 'Matouš Vrba', [
        'Mlynářův syn se vrací do údolí, které má zmizet pod přehradou.',
        'A miller’s son returns to a valley that is to vanish under a dam.',
      ]),
      book(['Sůl a med', 'Salt and Honey'], 'Klára Jiskrová', [
        'Včelařka a kapitán říčního parníku si rok píšou dopisy, aniž se kdy viděli.',
        'A beekeeper and a river captain write letters for a year without ever having met.',
      ]),
      book(['Město bez hodin', 'The Town without Clocks'], 'Ondřej Kalina', [
        'Jednoho rána se v malém městě zastaví všechny hodiny a lidé si poprvé po letech udělají čas.',
        'One morning every clock in a small town stops, and for the first time in years people find time.',
      ]),
      book(['Zimní zahrada', 'The Winter Garden'], 'Eliška Tomanová', [
        'Zapomenutý skleník změní život osamělé učitelce klavíru.',
        'A forgotten glasshouse changes the life of a lonely piano teacher.',
      ]),
      book(['Kam jezdí vlaky', 'Where the Trains Go'], 'Jonáš Říha', [
        'Výpravčí na konečné stanici sbírá příběhy lidí, kteří zaspali.',
        'A dispatcher at a terminus collects the stories of people who overslept.',
      ]),
      book(['Tichá voda', 'Still Water'], 'Berta Zahrádková', [
        'Dvě sestry zdědí rybník a s ním i starý spor.',
        'Two sisters inherit a pond and with it an old quarrel.',
      ]),
      book(['Světlo na půdě', 'A Light in the Attic Window'], 'Vilém Souček', [
        'Student najde na půdě deníky, které píše někdo, kdo tam stále žije.',
        'A student finds diaries in the attic, written by someone who still lives there.',
      ]),
      book(['Jablka v trávě', 'Apples in the Grass'], 'Rozálie Pokorná', [
        'Léto, kdy se všechno rozhodlo, viděno očima desetileté dívky.',
        'The summer that decided everything, seen by a girl of ten.',
      ]),
      book(['Most přes mlhu', 'A Bridge over Fog'], 'Matouš Vrba', [
        'Stavitel mostů musí vysvětlit, proč jeho nejlepší stavba nikam nevede.',
        'A builder of bridges must explain why his best one leads nowhere.',
      ]),
    ],
  },
  {
    key: 'crime',
    name: ['Detektivky', 'Crime'],
    books: [
      book(['Vražda v čítárně', 'Murder in the Reading Room'], 'Viktorie Mrázová', [
        'Knihovnice pozná pachatele podle toho, co si půjčoval.',
        'A librarian knows the culprit by what he borrowed.',
      ]),
      book(['Komisař na dovolené', 'The Inspector on Holiday'], 'Hynek Doubek', [
        'Komisař chtěl jen lovit ryby, ale vylovil kufřík.',
        'The inspector only wanted to fish, but he caught a briefcase.',
      ]),
      book(['Třináctý host', 'The Thirteenth Guest'], 'Viktorie Mrázová', [
        'Na zasněžené chatě přibyl u večeře jeden talíř.',
        'In a snowed-in cottage there is one plate too many at dinner.',
      ]),
      book(['Stopa v písku', 'A Trace in the Sand'], 'Radim Kos', [
        'Zmizelý sochař po sobě nechal sochu, která se každou noc mění.',
        'A vanished sculptor left a statue that changes every night.',
      ]),
      book(['Mlčení zvonů', 'The Silence of Bells'], 'Hynek Doubek', [
        'Zvonař slyšel víc, než měl.',
        'The bell ringer heard more than he should have.',
      ]),
      book(['Případ modrého deštníku', 'The Case of the Blue Umbrella'], 'Liběna Tichá', [
        'Nález na zastávce tramvaje rozplete dvacet let starý podvod.',
        'A find at a tram stop unravels a fraud of twenty years ago.',
      ]),
      book(['Falešná nota', 'A False Note'], 'Radim Kos', [
        'Během koncertu zmizí housle a s nimi i houslista.',
        'During a concert the violin disappears and the violinist with it.',
      ]),
      book(['Noční směna', 'Night Shift'], 'Liběna Tichá', [
        'Hlídač ve skladu vidí na kamerách sám sebe.',
        'A warehouse guard sees himself on the cameras.',
      ]),
    ],
  },
  {
    key: 'children',
    name: ['Pro děti', 'For children'],
    books: [
      book(['Ježek Bodlinka jede k moři', 'Prickle the Hedgehog Goes to the Sea'], 'Julie Pampelišková', [
        'Malý ježek se vydá vlakem k moři a cestou pomůže všem, koho potká.',
        'A little hedgehog takes the train to the sea and helps everyone he meets.',
      ]),
      book(['Kouzelný kufr', 'The Magic Suitcase'], 'Bořek Sova', [
        'V dědečkově kufru je schovaný celý cirkus.',
        'A whole circus is hidden in grandfather’s suitcase.',
      ]),
      book(['O drakovi, který se bál tmy', 'The Dragon Who Was Afraid of the Dark'], 'Julie Pampelišková', [
        'Kdo rozsvítí drakovi, když oheň chrlit neumí?',
        'Who will light a lamp for a dragon that cannot breathe fire?',
      ]),
      book(['Myší pošta', 'The Mouse Post'], 'Bořek Sova', [
        'Nejmenší pošťačka na světě doručí i dopis bez adresy.',
        'The smallest postwoman in the world delivers even a letter without an address.',
      ]),
      book(['Abeceda zvířat', 'An Alphabet of Animals'], 'Lída Krejčíková', [
        'Od antilopy po žabku, s básničkou ke každému písmenu.',
        'From antelope to zebra, with a verse for every letter.',
      ]),
      book(['Kdo spí v lese', 'Who Sleeps in the Forest'], 'Lída Krejčíková', [
        'Okénka na každé stránce prozradí, kde zvířata přečkají zimu.',
        'Flaps on every page reveal where animals spend the winter.',
      ]),
      book(['Pohádky z komína', 'Tales from the Chimney'], 'Bořek Sova', [
        'Dvanáct pohádek, které vypráví kominík na střeše.',
        'Twelve tales told by a chimney sweep on the roof.',
      ]),
      book(['Robot Šroubek', 'Bolt the Robot'], 'Vít Plíšek', [
        'Robot z vrakoviště hledá někoho, kdo by ho naučil smát se.',
        'A robot from the scrapyard looks for someone to teach him to laugh.',
      ]),
      book(['Tajemství podzemní řeky', 'The Secret of the Underground River'], 'Vít Plíšek', [
        'Čtyři kamarádi objeví pod školou jeskyni.',
        'Four friends discover a cave under their school.',
      ]),
    ],
  },
  {
    key: 'cookbooks',
    name: ['Kuchařky', 'Cookbooks'],
    books: [
      book(['Polévka nad zlato', 'Soup Is Worth Gold'], 'Božena Kmínová', [
        'Sto vývarů, krémů a zeleninových polévek pro všední den.',
        'A hundred broths, creams and vegetable soups for every day.',
      ]),
      book(['Kváskový chléb doma', 'Sourdough Bread at Home'], 'Josef Bochník', [
        'Od prvního kvásku po křupavý bochník, krok za krokem.',
        'From the first starter to a crisp loaf, step by step.',
      ]),
      book(['Jeden plech, jedna večeře', 'One Tray, One Supper'], 'Božena Kmínová', [
        'Večeře z trouby, po kterých skoro není co mýt.',
        'Suppers from the oven that leave hardly any dishes.',
      ]),
      book(['Zavařeniny po celý rok', 'Preserves All Year'], 'Anežka Malinová', [
        'Džemy, pickles a sirupy podle toho, co právě zraje.',
        'Jams, pickles and syrups by what is just ripe.',
      ]),
      book(['Vaříme bez masa', 'Cooking without Meat'], 'Anežka Malinová', [
        'Osmdesát receptů, po kterých se zasytí celá rodina.',
        'Eighty recipes that fill the whole family.',
      ]),
      book(['Sladké pečení', 'Sweet Baking'], 'Josef Bochník', [
        'Buchty, koláče a cukroví bez složitých postupů.',
        'Buns, cakes and biscuits without complicated steps.',
      ]),
    ],
  },
  {
    key: 'nonfiction',
    name: ['Naučná literatura', 'Non-fiction'],
    books: [
      book(['Noční obloha pouhým okem', 'The Night Sky with the Naked Eye'], 'Tadeáš Hvězdný', [
        'Průvodce souhvězdími pro každý měsíc v roce.',
        'A guide to the constellations for every month of the year.',
      ]),
      book(['Ptáci za oknem', 'Birds outside the Window'], 'Marie Sýkorová', [
        'Padesát druhů, které uvidíte na krmítku.',
        'Fifty species you will see at the feeder.',
      ]),
      book(['Stručné dějiny papíru', 'A Short History of Paper'], 'Ctibor Arch', [
        'Jak jeden vynález změnil obchod, umění i poštu.',
        'How one invention changed trade, art and the post.',
      ]),
      book(['Houby našich lesů', 'Mushrooms of Our Forests'], 'Marie Sýkorová', [
        'Dvě stě druhů s fotografiemi a upozorněním na dvojníky.',
        'Two hundred species with photographs and warnings of look-alikes.',
      ]),
      book(['Zahrada krok za krokem', 'The Garden Step by Step'], 'Tereza Rýčová', [
        'Co dělat na zahradě od ledna do prosince.',
        'What to do in the garden from January to December.',
      ]),
      book(['Jak funguje počasí', 'How Weather Works'], 'Tadeáš Hvězdný', [
        'Proč prší, odkud fouká a dá se věřit předpovědi.',
        'Why it rains, where the wind comes from and whether to trust a forecast.',
      ]),
      book(['Pěšky přes hory', 'On Foot across the Mountains'], 'Ctibor Arch', [
        'Třicet dálkových tras s mapami a místy na spaní.',
        'Thirty long-distance trails with maps and places to sleep.',
      ]),
      book(['Malá škola fotografie', 'A Little School of Photography'], 'Ema Blesková', [
        'Světlo, kompozice a trpělivost, s úkoly na každý týden.',
        'Light, composition and patience, with a task for every week.',
      ]),
    ],
  },
];

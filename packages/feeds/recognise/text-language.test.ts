import { expect, test } from 'vitest';
import { languageOf, languageOfShop } from './text-language.ts';
import { packNgrams } from '#scripts/bundle-server.mjs';
import { packedNgrams } from './packed-ngrams.ts';
import { nameOfHost, shopOfFeed, siteOf } from './shop-of-feed.ts';

test.each([
  ['cs', 'Sekačka na trávu elektrická 1600 W. Tichá a lehká, s košem na 50 litrů.'],
  ['sk', 'Kosačka na trávu elektrická 1600 W. Tichá a ľahká, s košom na 50 litrov.'],
  ['pl', 'Kosiarka elektryczna 1600 W. Cicha i lekka, z koszem o pojemności 50 litrów.'],
  ['sl', 'Električna kosilnica 1600 W. Tiha in lahka, s košem za 50 litrov.'],
  ['de', 'Elektrischer Rasenmäher 1600 W. Leise und leicht, mit Fangkorb für 50 Liter.'],
  ['en', 'Electric lawn mower 1600 W. Quiet and light, with a basket for 50 litres.'],
  ['sv', 'Elektrisk gräsklippare 1600 W. Tyst och lätt, med en uppsamlare för 50 liter.'],
  ['fi', 'Sähköruohonleikkuri 1600 W. Hiljainen ja kevyt, keräyssäiliö 50 litraa.'],
  ['hu', 'Elektromos fűnyíró, csendes és könnyű, gyűjtővel. Kerti tömlő 20 m. Kék porcelán bögre. Túrahátizsák 40 l.'],
  ['ro', 'Mașină electrică de tuns iarba 1600 W. Silențioasă și ușoară, cu coș de 50 de litri.'],
  ['it', 'Tosaerba elettrico 1600 W. Silenzioso e leggero, con un cesto da 50 litri.'],
  ['uk', 'Газонокосарка електрична 1600 Вт. Тиха й легка, з кошиком на 50 літрів.'],
  ['ru', 'Газонокосилка электрическая 1600 Вт. Тихая и лёгкая, с корзиной на 50 литров.'],
  ['el', 'Ηλεκτρικό χλοοκοπτικό 1600 W. Αθόρυβο και ελαφρύ, με κάδο 50 λίτρων.'],
  ['tr', 'Elektrikli çim biçme makinesi 1600 W. Sessiz ve hafif, 50 litrelik sepetli.'],
])('recognises %s', (language, text) => {
  expect(languageOf([text, text])).toBe(language);
});

test('codes, sizes and a few words are in no language', () => {
  expect(languageOf(Array.from({ length: 60 }, (_, at) => `AB-${at} XL`))).toBeNull();
  expect(languageOf(['Lamp', '40 × 60 cm', ''])).toBeNull();
  expect(languageOf([])).toBeNull();
});

test.each(['Žluťoučká lampa', 'Dětské kolo červené', 'Kuličkové pero'])(
  'few words of Czech, “%s”, are no other language',
  (name) => {
    expect(['cs', 'sk']).toContain(languageOf(Array.from({ length: 20 }, () => name)));
  },
);

const codes = ['Samsung Galaxy Buds Pro', 'Philips Hue White Ambiance', 'Bosch Professional', 'Lego Technic Bugatti'];
const sample = {
  names: codes.flatMap((name) => [name, `${name} Plus`, `${name} Mini`]),
  descriptions: [],
  labels: [],
  columns: [],
  addresses: [],
};
const dutch = 'Een zachte lamp voor op tafel, met een houten voet en een witte kap.';

const latinNames = Array.from({ length: 9 }, (_, at) => `Galaxy Tab Ultra Slim ${at}`);

test.each<[expected: string | null, said: Partial<Parameters<typeof languageOfShop>[0]>]>([
  [null, {}],
  ['nl', { addresses: ['https://www.lampen.nl/lamp-1'] }],
  // `/uk/` is the United Kingdom, and a Greek shop may be in English.
  ['en', { addresses: ['https://lamps.com/uk/lamp-1'], names: latinNames }],
  [null, { addresses: ['https://lamps.gr/lamp-1'], names: latinNames }],
  [
    'zh',
    {
      descriptions: [
        '經典的木製檯燈，適合臥室與書房使用。',
        '柔軟的羊毛地毯，冬天也很溫暖舒適。',
        '手工製作的陶瓷花瓶，每一件都不同。',
      ],
      labels: ['Home & Garden > Lighting > Table Lamps', 'Home & Garden > Decor > Rugs', 'Home & Garden > Decor > Vases'],
    },
  ],
  ['ro', { addresses: ['https://lampi.ro/1', 'https://lampi.ro/2'] }],
  ['nl', { addresses: ['https://lamps.example/nl/1', 'https://lamps.example/nl/2'] }],
  [
    'ru',
    {
      labels: [
        'Наушники',
        'Лампы настольные',
        'Инструменты',
        'Конструкторы',
        'Цвет корпуса',
        'Мощность',
        'Страна производства',
        'Гарантия производителя',
      ],
    },
  ],
  ['nl', { descriptions: Array.from({ length: 6 }, () => dutch) }],
  [
    'en',
    {
      descriptions: Array.from({ length: 20 }, () => 'A soft lamp for the table, with a wooden foot and a white shade.'),
      addresses: ['https://lamps.nl'],
    },
  ],
  ['nl', { descriptions: ['A soft lamp for the table'], addresses: ['https://lamps.nl'] }],
  [
    null,
    {
      descriptions: Array.from(
        { length: 12 },
        () => 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.',
      ),
    },
  ],
  ['el', { names: Array.from({ length: 9 }, (_, at) => `Επιτραπέζιο φωτιστικό ${at}`) }],
  [
    'pt',
    {
      columns: [
        'Código',
        'Descrição',
        'Preço',
        'Situação',
        'Estoque',
        'Localização',
        'Marca',
        'Peso líquido (Kg)',
        'Altura do Produto',
        'Condição do produto',
      ],
    },
  ],
  [
    null,
    {
      columns: [
        'id',
        'product_name',
        'short_description',
        'regular_price',
        'stock_quantity',
        'main_category',
        'image_link',
        'weight',
        'colour',
        'shipping_time',
      ],
    },
  ],
  ['pl', { columns: ['tytuł', 'zdjęcie', 'aktywne', 'dostępność', 'cena', 'łączna ilość'] }],
  ['cs', { names: ['ČAS VDĚČNOSTI', 'ČTVEREC BÍLÝ', 'KŘÍŽEK', 'VŮNĚ LESA', 'KŮŽE', 'STŮL'] }],
  ['tr', { names: ['KABLO BAĞI', 'SİYAH ŞAPKA', 'ÇAĞLA', 'IŞIK', 'BAĞCIK'], descriptions: [] }],
  ['cs', { descriptions: Array.from({ length: 4 }, () => 'STOLNÍ LAMPA S DŘEVĚNOU NOHOU A BÍLÝM STÍNÍTKEM, VHODNÁ DO LOŽNICE') }],
  [
    'en',
    {
      names: [
        'Wooden table lamp',
        'Wool rug',
        'Ceramic vase',
        'Kitchen knife set',
        'Garden hose',
        'Cotton pillow',
        'Coffee grinder',
        'Leather wallet',
      ],
    },
  ],
  [
    'it',
    {
      names: ['Lampada da tavolo in legno', 'Tappeto di lana', 'Vaso in ceramica', 'Portafoglio in pelle'],
      descriptions: ['Set di coltelli', 'Morbido cuscino di cotone'],
    },
  ],
  [
    null,
    {
      names: [
        'Cabernet Sauvignon Reserva',
        'Malbec Gran Reserva',
        'Chardonnay',
        'Syrah Roble',
        'Pinot Noir',
        'Carmenere Terrunyo',
      ],
    },
  ],
  [null, { names: ['Crème brûlée', 'Señorita', 'Mañana', 'Łódź', 'Smörgås', 'Straße'] }],
  ['cs', { names: Array.from({ length: 60 }, () => 'Stolní lampa s dřevěnou nohou a bílým stínítkem') }],
])('proposes %s for %j', (expected, said) => {
  expect(languageOfShop({ ...sample, ...said })).toBe(expected);
});

type Ngrams = Readonly<Record<string, Readonly<Record<string, number>>>>;

const tables = new URL('../ngrams/small.js', import.meta.resolve('eld/small')).href;
const { ngrams } = ((await import(tables)) as { ngramsData: { ngrams: Ngrams } }).ngramsData;

test('the packed tables of languages, kept as bytes, say of every group of letters what the library says', () => {
  const packed = packedNgrams(Buffer.from(packNgrams(ngrams), 'latin1').toString('latin1'));
  const others = Object.keys(ngrams).filter((letters) => JSON.stringify(packed[letters]) !== JSON.stringify(ngrams[letters]));
  expect(others).toEqual([]);
});

test('they say nothing of other letters, also of the first ones, the last ones and parts of others', () => {
  const packed = packedNgrams(packNgrams({ abc: { 0: 6 }, bcd: { 59: 207, 3: 10 } }));
  expect(['', 'a', 'aaa', 'ab', 'abcd', 'b', 'bcc', 'c', 'toString', '__proto__'].map((letters) => packed[letters])).toEqual(
    Array.from({ length: 10 }),
  );
  expect([packed['abc'], packed['bcd']]).toEqual([{ 0: 6 }, { 59: 207, 3: 10 }]);
});

test.each([
  [
    '<rss><channel><title>Zahrada Nová</title><link>https://zahrada.example/</link><item>',
    'Zahrada Nová',
    'https://zahrada.example/',
  ],
  ['<rss><channel><title><![CDATA[Lamp &amp; Co - Google Shopping Feed]]></title><item>', 'Lamp & Co', null],
  ['<rss><title>Lamps</title><channel><link>https://lamps.example</link><item>', 'Lamps', 'https://lamps.example'],
  ['<rss><channel><title>Product feed</title><item>', null, null],
  ['<rss><channel><title>Feed for Google Merchant Center</title><item>', null, null],
  [
    '<yml_catalog><shop><name>Лампа</name><company>ООО</company><url>https://lampa.example</url><offers>',
    'Лампа',
    'https://lampa.example',
  ],
  ['<feed xmlns="x"><title>Lamps</title><link href="https://lamps.example"/><entry>', 'Lamps', null],
  [
    '<price><firmName>Ліхтар</firmName><categories><category><name>Лампи</name></category></categories><items><item>',
    'Ліхтар',
    null,
  ],
  ['<catalog><categories><category><name>Lamps</name></category></categories><items><item>', null, null],
  ['<SHOP><SHOPITEM><PRODUCTNAME>Lamp</PRODUCTNAME></SHOPITEM></SHOP>', null, null],
  ['<shop><offer><name>Lamp</name></offer></shop>', null, null],
])('%s', (head, name, address) => {
  expect(shopOfFeed(head)).toEqual({ name, address });
});

test('the site is the one of most addresses', () => {
  expect(
    siteOf(['https://a.example/1', 'https://www.b.example/1', 'https://www.b.example/2', 'no address', 'ftp://c.example']),
  ).toBe('https://www.b.example');
  expect(siteOf([])).toBeNull();
});

test('a shop without a name is called by its host', () => {
  expect(nameOfHost('https://www.lampy.example')).toBe('Lampy.example');
  expect(nameOfHost('')).toBe('');
});

test('Persian is not taken for Arabic', () => {
  const names = ['چراغ رومیزی', 'فرش پشمی', 'گلدان سفالی', 'صندلی چوبی', 'میز پذیرایی', 'پرده گلدار'];
  expect(languageOfShop({ names, descriptions: [], labels: [], columns: ['برند', 'قیمت', 'گروه'], addresses: [] })).toBeNull();
});

test.each([
  ['sv', ['id', 'Namn', 'Varumärke', 'Lagersaldo']],
  ['da', ['Varenummer', 'Navn', 'Billede']],
  ['pl', ['Kod', 'Nazwa', 'Producent', 'Cena']],
  [null, ['id', 'Name', 'Cena']],
])('headings in %s say so where texts are short', (language, columns) => {
  expect(languageOfShop({ names: ['A1', 'B2'], descriptions: [], labels: [], columns, addresses: [] })).toBe(language);
});

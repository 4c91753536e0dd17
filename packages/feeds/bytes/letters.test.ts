import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';

/** The bytes of a text, by decoding all bytes and pairs of them. */
function bytesIn(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number[]>();
  for (let first = 255; first >= 0; first -= 1) {
    if (/^(?:shift|euc|gb)/.test(encoding) && first > 0x80)
      for (let second = 0x40; second <= 0xfe; second += 1)
        codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    codes.set(decoder.decode(Uint8Array.of(first)), [first]);
  }
  return Buffer.from(Array.from(text).flatMap((char) => codes.get(char) ?? [0x3f]));
}

const texts: readonly (readonly [encodings: string, language: string, text: string])[] = [
  ['windows-1250 iso-8859-2', 'Czech', 'Žluťoučká lampička do dětského pokoje, stmívatelná, příkon čtyři watty'],
  ['windows-1250 iso-8859-2', 'Slovak', 'Stolová lampa s ľanovým tienidlom, výška štyridsať centimetrov, biela žiarovka'],
  ['windows-1250 iso-8859-2', 'Polish', 'Lampa stołowa z drewnianą nóżką, ściemniana, ciepłe światło, źródło w zestawie'],
  ['windows-1250 iso-8859-2', 'Hungarian', 'Asztali lámpa fűzfából, szabályozható fényerő, tűzálló búra, könnyű tömör fém'],
  ['windows-1250', 'Romanian', 'Lampă de masă şi veioză pentru camera copiilor, lumină caldă, uşor de curăţat, înălţime'],
  ['windows-1250', 'Croatian', 'Stolna svjetiljka s prigušivačem, crna boja, žarulja uključena, širina četrdeset'],
  ['windows-1252', 'German', 'Tischleuchte für das Kinderzimmer, größe M, weiß, dimmbar, schöne Lampe'],
  ['windows-1252', 'French', 'Lampe de chevet à intensité réglable, lumière très douce, abat-jour léger, 40 €'],
  ['windows-1252', 'Spanish', 'Lámpara de mesa para niños, diseño pequeño, iluminación cálida, año'],
  ['windows-1252', 'Portuguese', 'Luminária de mesa para crianças, iluminação quente, não inclui lâmpada'],
  ['windows-1252', 'Swedish', 'Bordslampa för barnrum, går att dimma, vit färg, lätt att rengöra'],
  ['windows-1252', 'Danish', 'Bordlampe til børneværelset, kan dæmpes, hvid farve, blød belysning på bordet'],
  ['windows-1251 koi8-u ibm866', 'Russian', 'Лампа настольная светодиодная, с регулировкой яркости, для детской комнаты'],
  ['windows-1251 koi8-u', 'Ukrainian', 'Лампа настільна світлодіодна, з регулюванням яскравості, для дитячої кімнати'],
  ['windows-1251', 'Bulgarian', 'Настолна лампа за детска стая, с регулиране на яркостта, топла светлина'],
  ['windows-1251', 'Russian capitals', 'ЛАМПА НАСТОЛЬНАЯ СВЕТОДИОДНАЯ OSRAM L-7 БЕЛАЯ'],
  ['windows-1253', 'Greek', 'Επιτραπέζιο φωτιστικό για παιδικό δωμάτιο, ρυθμιζόμενη φωτεινότητα, λευκό χρώμα'],
  ['windows-1254', 'Turkish', 'Çocuk odası için masa lambası, ayarlanabilir ışık, beyaz renk, şık görünüş'],
  ['windows-1257', 'Lithuanian', 'Stalinė lempa vaikų kambariui, reguliuojamas ryškumas, šilta šviesa, žalia, įkraunama'],
  ['shift_jis euc-jp', 'Japanese', '子供部屋のテーブルランプ、明るさを調整できます。白い色'],
  ['gb18030', 'Chinese', '儿童房台灯,可调节亮度,白色,暖光'],
  ['euc-kr', 'Korean', '어린이 방 탁상용 램프, 밝기 조절 가능, 흰색'],
];

test.each(texts.flatMap(([encodings, language, text]) => encodings.split(' ').map((encoding) => [language, encoding, text])))(
  'reads %s in %s, whatever the language of the project',
  async (_language, encoding, text) => {
    const csv = bytesIn(encoding, `id;name\n1;${text}\n2;${text}\n`);
    const xml = bytesIn(encoding, `<offers><offer id="1"><name>${text}</name></offer></offers>`);
    for (const [feed, contentType] of [
      [csv, null],
      [xml, null],
      [csv, 'text/csv; charset=iso-8859-1'],
      [Buffer.concat([Buffer.from('id;name\n0;Zażółć – Ωмега\n'), csv.subarray('id;name\n'.length)]), 'text/csv; charset=utf-8'],
    ] as const)
      for (const project of ['cs', 'en', 'ru', 'de', null]) {
        const { all } = await readText(feed, { language: project, contentType });
        expect(all.at(-1)?.fields['name'], `${project} ${contentType}`).toBe(text);
      }
  },
);

test.each([
  ['windows-1252', 'Thermometer 25 °C'],
  ['windows-1252', 'Nestlé®'],
  ['windows-1252', 'Größe 5, 20 €'],
  ['windows-1250', 'Sáček'],
  ['windows-1250', 'Židle'],
])('reads few letters of %s: %s', async (encoding, text) => {
  const { all } = await readText(bytesIn(encoding, `id;name\n1;${text}\n2;Lamp\n`), { language: null });
  expect(all[0]?.fields['name']).toBe(text);
});

test('reads a few Greek words that would be Cyrillic ones by the language of the feed', async () => {
  const { all } = await readText(bytesIn('windows-1253', 'id;name\n1;Λάμπα\n2;Λάμπα\n'), { language: 'el' });
  expect(all[0]?.fields['name']).toBe('Λάμπα');
});

test('reads letters of the old encoding after a long beginning without any', async () => {
  const rows = Array.from({ length: 9_000 }, (_, at) => `${at};Lamp number ${at} of a long table of lamps`);
  const { all } = await readText(bytesIn('windows-1251', `id;name\n${rows.join('\n')}\nx;Лампа настольная\ny;Лампа белая\n`), {
    language: 'cs',
  });
  expect(all.at(-2)?.fields['name']).toBe('Лампа настольная');
});

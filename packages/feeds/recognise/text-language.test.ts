import { expect, test } from 'vitest';
import { languageOf } from './text-language.ts';

test.each([
  [
    'cs',
    'Sekačka na trávu elektrická 1600 W. Tichá a lehká, s košem na 50 litrů.',
    'Zahradní hadice 20 m',
    'Hrnek porcelánový modrý',
    'Batoh turistický 40 l',
  ],
  [
    'sk',
    'Kosačka na trávu elektrická 1600 W. Tichá a ľahká, s košom na 50 litrov.',
    'Záhradná hadica 20 m',
    'Hrnček porcelánový modrý',
    'Batoh turistický 40 l',
  ],
  [
    'pl',
    'Kosiarka elektryczna 1600 W. Cicha i lekka, z koszem o pojemności 50 litrów.',
    'Wąż ogrodowy 20 m',
    'Kubek porcelanowy',
    'Plecak turystyczny',
  ],
  [
    'sl',
    'Električna kosilnica 1600 W. Tiha in lahka, s košem za 50 litrov.',
    'Vrtna cev 20 m',
    'Porcelanasta skodelica',
    'Pohodniški nahrbtnik 40 l',
  ],
  [
    'de',
    'Elektrischer Rasenmäher 1600 W. Leise und leicht, mit Fangkorb für 50 Liter.',
    'Gartenschlauch 20 m',
    'Porzellantasse blau',
    'Wanderrucksack 40 l',
  ],
  [
    'en',
    'Electric lawn mower 1600 W. Quiet and light, with a basket for 50 litres.',
    'Garden hose 20 m',
    'Blue porcelain mug',
    'Hiking backpack 40 l',
  ],
  [
    'sv',
    'Elektrisk gräsklippare 1600 W. Tyst och lätt, med en uppsamlare för 50 liter.',
    'Trädgårdsslang 20 m',
    'Blå porslinsmugg',
    'Vandringsryggsäck 40 l',
  ],
  [
    'fi',
    'Sähköruohonleikkuri 1600 W. Hiljainen ja kevyt, keräyssäiliö 50 litraa.',
    'Puutarhaletku 20 m',
    'Sininen posliinimuki',
    'Vaellusreppu 40 l',
  ],
  [
    'hu',
    'Elektromos fűnyíró 1600 W. Csendes és könnyű, 50 literes gyűjtővel.',
    'Kerti tömlő 20 m',
    'Kék porcelán bögre',
    'Túrahátizsák 40 l',
  ],
  [
    'ro',
    'Mașină electrică de tuns iarba 1600 W. Silențioasă și ușoară, cu coș de 50 de litri.',
    'Furtun de grădină',
    'Cană de porțelan',
    'Rucsac',
  ],
  [
    'it',
    'Tosaerba elettrico 1600 W. Silenzioso e leggero, con un cesto da 50 litri.',
    'Tubo da giardino 20 m',
    'Tazza di porcellana blu',
    'Zaino da trekking',
  ],
  [
    'uk',
    'Газонокосарка електрична 1600 Вт. Тиха й легка, з кошиком на 50 літрів.',
    'Садовий шланг 20 м',
    'Чашка порцелянова синя',
    'Рюкзак туристичний',
  ],
  [
    'ru',
    'Газонокосилка электрическая 1600 Вт. Тихая и лёгкая, с корзиной на 50 литров.',
    'Садовый шланг 20 м',
    'Чашка фарфоровая',
    'Рюкзак туристический',
  ],
  [
    'el',
    'Ηλεκτρικό χλοοκοπτικό 1600 W. Αθόρυβο και ελαφρύ, με κάδο 50 λίτρων.',
    'Λάστιχο κήπου 20 m',
    'Κούπα πορσελάνης μπλε',
    'Σακίδιο πεζοπορίας',
  ],
  [
    'tr',
    'Elektrikli çim biçme makinesi 1600 W. Sessiz ve hafif, 50 litrelik sepetli.',
    'Bahçe hortumu 20 m',
    'Mavi porselen kupa',
    'Yürüyüş sırt çantası',
  ],
])('%s', (language, ...texts) => {
  expect(languageOf(texts)).toBe(language);
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

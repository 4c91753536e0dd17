import { eld } from 'eld/small';
import { type LanguageCode, languages } from '#contract/texts/languages.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { countryOf, languageOfCountry } from '#feeds/values/countries.ts';

const maxCharsOfText = 300;
const maxChars = 20_000;
const leastLetters = 80;
/** A sign of Chinese says as much as these letters. */
const lettersOfSign = 4;
/** Codes, sizes and abbreviations are the same in every language. */
const saysNothing = /\S*\d\S*|(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu;

/** Words that Indonesian lacks. */
const malay = /(?<!\p{L})(?:saiz|jenama|boleh|kerana|percuma|penghantaran|sahaja|beg|kasut|lelaki)(?!\p{L})/iu;

/** Null when unclear or unsupported. Norwegian and Danish, or Serbian and Croatian, need some sentences. */
export function languageOf(texts: readonly string[]): LanguageCode | null {
  const together = plainWords(texts);
  const chinese = together.match(/\p{sc=Han}/gu)?.length ?? 0;
  if (lettersIn(together) + chinese * (lettersOfSign - 1) < leastLetters) return null;
  const { language: found } = eld.detect(together);
  const language = found === 'ms' && !malay.test(together) ? 'id' : found;
  return Object.hasOwn(languages, language) ? (language as LanguageCode) : null;
}

const plainWords = (texts: readonly string[]): string =>
  texts
    .map((text) => withoutCapitals(text.slice(0, maxCharsOfText)).replaceAll(saysNothing, ' '))
    .join('\n')
    .slice(0, maxChars);

const capitals = /\p{Lu}/gu;
const mostCapitals = 0.7;

/** Some shops write in capitals only, which are no abbreviations then. */
function withoutCapitals(text: string): string {
  const count = text.match(capitals)?.length ?? 0;
  return count > lettersIn(text) * mostCapitals && /\p{Lu}\s+\p{Lu}/u.test(text) ? text.toLowerCase() : text;
}

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

export interface ShopTexts {
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** Categories and the names of parameters. */
  readonly labels: readonly string[];
  /** The feed’s names of fields. */
  readonly columns: readonly string[];
  /** Pages, the shop’s and the feed’s. */
  readonly addresses: readonly string[];
}

const fillText = /\b(?:lorem|ipsum|dolor sit|consectetur)\b/i;
const certainLetters = 600;
const foreignScript = /[^\p{sc=Latin}\P{L}]/gu;

/**
 * By descriptions and categories (but not by Google's English ones beside another script), and by the country of the addresses if
 * these are short. Names of goods are seldom language: they count in another script, or if all of them agree. Names of fields
 * count unless they are English, then the letters that a language has for itself, and last few names and descriptions that are
 * clearly of one language.
 */
export function languageOfShop(texts: ShopTexts): LanguageCode | null {
  return byTexts(texts) ?? byColumns(texts.columns) ?? lettered(texts) ?? certain(texts);
}

const lettered = ({ names, descriptions, labels }: ShopTexts): LanguageCode | null =>
  byLetters(descriptions) ?? byLetters(names) ?? byLetters(labels);

function byTexts({ names, descriptions, labels, addresses }: ShopTexts): LanguageCode | null {
  const sentences = descriptions.filter((text) => !fillText.test(text));
  const own = isForeign(sentences.join(' ')) ? labels.filter(isForeign) : labels;
  const texts = [...sentences, ...new Set(own)];
  const told = agreed(texts);
  const all = names.join(' ');
  const local = inScript(languageOfAddresses(addresses), all + sentences.join(' '));
  if (local === 'uk' && isRussian(all + descriptions.join(' '))) return 'ru';
  if (local !== null)
    return told !== null && lettersIn(texts.join(' ')) >= certainLetters ? told : (byLetters(descriptions) ?? local);
  if (told !== null) return told;
  return isForeign(all) ? languageOf(names) : lettersIn(all) >= certainLetters ? agreed(names) : null;
}

/** `/uk/` in Latin letters is the United Kingdom, and a Greek shop in them isn't in Greek. */
function inScript(language: LanguageCode | null, text: string): LanguageCode | null {
  const [, script] = scripts.find(([languages]) => languages.includes(language ?? '-')) ?? [];
  if (script === undefined || script.test(text) || lettersIn(text) < leastLetters) return language;
  return language === 'uk' ? 'en' : null;
}

const scripts: readonly (readonly [languages: readonly string[], letters: RegExp])[] = [
  [['uk', 'ru', 'bg', 'mk', 'be'], /\p{sc=Cyrillic}/u],
  [['el'], /\p{sc=Greek}/u],
  [['he'], /\p{sc=Hebrew}/u],
  [['ar', 'fa'], /\p{sc=Arabic}/u],
  [['zh', 'ja'], /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u],
  [['ko'], /\p{sc=Hangul}/u],
  [['th'], /\p{sc=Thai}/u],
];

const isForeign = (text: string): boolean => (text.match(foreignScript)?.length ?? 0) * 2 > lettersIn(text);

function byColumns(columns: readonly string[]): LanguageCode | null {
  const words = columns.map((column) => column.replaceAll(/[_.@]/g, ' '));
  const found = languageOf(words);
  return found === 'en' ? null : (found ?? byLetters(words) ?? byHeadings(columns));
}

/** Words of headings that no other of these languages has, as `normalName` writes them. */
const headings =
  `cs:nazev,vyrobce,znacka,cena_s_dph,dostupnost,popis_produktu sk:nazov,vyrobca,cena_s_dph_sk,obrazok pl:nazwa,producent,zdjecie,ilosc,dostepnosc
  de:preis,bezeichnung,hersteller,lagerbestand,bild,beschreibung,artikelnummer sv:namn,varumarke,lagersaldo,beskrivning,bildlank,benamning,produktnamn
  da:navn,varenummer,lagerantal,producent_navn,billede,varegruppe no:navn,varenavn,produktnavn,varemerke,lagerstatus,bilde fi:nimi,hinta,kuvaus,tuotenimi,varasto,kuva,myyntihinta,tuotemerkki
  nl:prijs,omschrijving,voorraad,merk,afbeelding,productnaam fr:prix,quantite,marque,libelle,designation es:precio,nombre,descripcion,existencias,imagen,fabricante
  pt:preco,nome,descricao,estoque,quantidade,fabricante it:prezzo,giacenza,descrizione,disponibilita,immagine,quantita ro:pret,denumire,stoc,imagine,descriere
  hu:nev,leiras,keszlet,cikkszam,gyarto,kep tr:fiyat,urun_adi,stok,aciklama,resim,marka et:nimetus,hind,kirjeldus,laoseis,pilt lt:pavadinimas,kaina,aprasymas,likutis,nuotrauka
  lv:nosaukums,cena,apraksts,atlikums,attels hr:naziv,cijena,opis,kolicina,slika sl:ime,cena,zaloga,slika,proizvajalec`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2) as LanguageCode, entry.slice(3).split(',')] as const);
const leastHeadings = 2;

function byHeadings(columns: readonly string[]): LanguageCode | null {
  const names = new Set(columns.map(plainName));
  const counts = headings.map(([language, words]) => [language, words.filter((word) => names.has(word)).length] as const);
  const [first, second] = counts.toSorted((a, b) => b[1] - a[1]);
  return first![1] >= leastHeadings && first![1] > second![1] ? first![0] : null;
}

const ownLetters =
  String.raw`cs:ěřů sk:ľĺŕ pl:łąęśźż hu:őű tr:ğĞşŞıİ ro:ăț pt:ãõ es:ñ¿¡ de:ß is:þð lv:āēīķļņ lt:ėįų uk:їєґі ru:ыэё mk:ѓќ sr:ђћџљњ
  el:\p{sc=Greek} he:\p{sc=Hebrew} ar:\p{sc=Arabic} fa:پچژگ th:\p{sc=Thai} ko:\p{sc=Hangul} ja:\p{sc=Hiragana}\p{sc=Katakana}`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), new RegExp(`[${entry.slice(3)}]`, 'iu')] as const);
const leastLettered = 3;
const leastLetteredShare = 0.25;
const mostOfOthers = 0.2;

/** Letters of one language in many texts, and hardly any of others. */
function byLetters(texts: readonly string[]): LanguageCode | null {
  const [[language, most], [, second]] = ownLetters
    .map(([language, letters]) => [language, texts.filter((text) => letters.test(text)).length] as const)
    .toSorted((a, b) => b[1] - a[1]) as [readonly [string, number], readonly [string, number]];
  const isClear = most >= leastLettered && most >= texts.length * leastLetteredShare && second <= most * mostOfOthers;
  return isClear && Object.hasOwn(languages, language) ? (language as LanguageCode) : null;
}

const cyrillic = /\p{sc=Cyrillic}/gu;
const certainCyrillic = 200;

/** Every twentieth letter of Ukrainian is one that Russian lacks. */
const isRussian = (text: string): boolean => !/[іїєґ]/i.test(text) && (text.match(cyrillic)?.length ?? 0) >= certainCyrillic;

const groups = 3;

/** The language of all texts, if no third of them is in another one. */
function agreed(texts: readonly string[]): LanguageCode | null {
  const found = languageOf(texts);
  const parts = Array.from({ length: groups }, (_, group) => languageOf(texts.filter((_text, at) => at % groups === group)));
  return parts.every((part) => part === null || part === found) ? found : null;
}

const leastScore = 0.62;
/** Czech and Slovak, and names of brands, score alike in several languages. */
const leastLead = 0.1;

/** Clear as a whole, and every third of them alone is in the same language. */
function certain({ names, descriptions }: ShopTexts): LanguageCode | null {
  const texts = [...names, ...descriptions.filter((text) => !fillText.test(text))];
  const found = eld.detect(plainWords(texts));
  const [best = 0, second = 0] = Object.values(found.getScores()).toSorted((a, b) => b - a);
  const parts = Array.from({ length: groups }, (_, group) => texts.filter((_text, at) => at % groups === group));
  const isClear = best >= leastScore && best - second >= leastLead;
  return isClear && parts.every((part) => eld.detect(plainWords(part)).language === found.language) ? languageOf(texts) : null;
}

const localShare = 0.9;

/** By `/nl/` in the paths of nearly all pages, or the country of the first address that has one. */
function languageOfAddresses(addresses: readonly string[]): LanguageCode | null {
  const paths = addresses.flatMap((address) => URL.parse(address)?.pathname ?? []);
  const [, first] = /^\/([a-z]{2})(?:[-_][a-z]{2})?\//i.exec(paths[0] ?? '') ?? [];
  const isInPaths =
    first !== undefined && paths.filter((path) => path.startsWith(`/${first}`)).length >= paths.length * localShare;
  const found =
    isInPaths && Object.hasOwn(languages, first.toLowerCase())
      ? first.toLowerCase()
      : languageOfCountry(countryOf(addresses, null));
  return found as LanguageCode | null;
}

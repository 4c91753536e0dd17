import { type ItemField, normalName, plainName } from './item-fields.ts';
import { availabilityOf } from '#feeds/values/availability.ts';
import { daysIn, isProductKind, knownNames, languageBefore, languageBehind } from './known-names.ts';
import { isPrivateName } from './private-names.ts';
import { plainText } from '#feeds/values/plain-text.ts';
import { parseNumber, parsePrice } from '#feeds/values/price.ts';
import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { sampleSize } from '#feeds/limits.ts';

export interface FieldSamples {
  readonly from: string;
  readonly normal: string;
  readonly plain: string;
  /** The parts of `EAN / GTIN`, and the name without a prefix that all fields share. */
  readonly alternatives: readonly string[];
  readonly texts: readonly string[];
  readonly presence: number;
  readonly distinctness: number;
  readonly averageWords: number;
  readonly averageChars: number;
}

export function sampleFields(records: readonly FeedRecord[], most = sampleSize): FieldSamples[] {
  const sampled = records.filter((record) => !record.problems?.some(({ severity }) => severity === 'error')).slice(0, most);
  const texts = new Map<string, string[]>();
  for (const { fields } of sampled) {
    for (const from in fields) {
      const text = textOf(fields[from]);
      const known = texts.get(from);
      if (known) known.push(text);
      else texts.set(from, [text]);
    }
  }
  const beginning = sharedBeginning([...texts.keys()].map(normalName));
  return [...texts].map(([from, values]) => describe(from, values, sampled.length, beginning));
}

const leastFields = 4;
const leastShare = 0.6;
const shortestBeginning = 2;
const longestBeginning = 6;

/** `product_` of `product_name`, `product_price` …, or `ox` of `oxid`, `oxtitle` … */
function sharedBeginning(names: readonly string[]): string {
  if (names.length < leastFields) return '';
  const words = Map.groupBy(names, (name) => name.slice(0, name.indexOf('_') + 1));
  const [word, its] = [...words].reduce((most, each) => (each[1].length > most[1].length ? each : most));
  if (word !== '' && its.length >= names.length * leastShare) return word;
  const [first = '', ...others] = names;
  let length = Math.min(first.length, longestBeginning);
  while (length > 0 && !others.every((name) => name.startsWith(first.slice(0, length)))) length -= 1;
  return length >= shortestBeginning ? first.slice(0, length) : '';
}

export function shareOf(field: FieldSamples, test: (text: string) => boolean): number {
  return field.texts.filter(test).length / Math.max(1, field.texts.length);
}

function describe(from: string, texts: readonly string[], recordCount: number, beginning: string): FieldSamples {
  const average = (measure: (text: string) => number): number =>
    texts.reduce((sum, text) => sum + measure(text), 0) / texts.length;
  const plain = plainName(from);
  const parts = /\S ?[/|] ?\S/.test(from) ? from.split(/\s*[/|]\s*/).map(plainName) : [];
  return {
    from,
    normal: normalName(from),
    plain,
    alternatives: beginning !== '' && plain.startsWith(beginning) ? [...parts, plain.slice(beginning.length)] : parts,
    texts,
    presence: texts.length / recordCount,
    distinctness: new Set(texts).size / texts.length,
    averageWords: average((text) => text.split(/\s+/).length),
    averageChars: average((text) => text.length),
  };
}

function textOf(value: RecordValue | undefined): string {
  return String((Array.isArray(value) ? value[0] : value) ?? '').trim();
}

const languageOfCountry: Readonly<Record<string, string>> = {
  ua: 'uk',
  cz: 'cs',
  gr: 'el',
  dk: 'da',
  se: 'sv',
  cn: 'zh',
  jp: 'ja',
};

/** `name_ua` is `name` in Ukrainian; the language of `name` is null. */
function split({ plain }: FieldSamples): { readonly base: string; readonly language: string | null } {
  const [said] = languageBehind.exec(plain) ?? languageBefore.exec(plain) ?? [];
  if (said === undefined) return { base: plain, language: null };
  const code = said.replace(/^_/, '').slice(0, 2);
  return { base: plain.replace(said, ''), language: languageOfCountry[code] ?? code };
}

/** Moves the field of the project's language to the front, if it has the same name or the best one is in another language. */
export function ofLanguageFirst(fields: readonly FieldSamples[], language: string | null): readonly FieldSamples[] {
  const [best] = fields;
  if (best === undefined || language === null) return fields;
  const { base, language: bestLanguage } = split(best);
  if (bestLanguage === language) return fields;
  const inLanguage = fields.filter((field) => split(field).language === language);
  const own = inLanguage.find((field) => split(field).base === base) ?? (bestLanguage === null ? undefined : inLanguage[0]);
  return own === undefined ? fields : [own, ...fields.filter((field) => field !== own)];
}

export function areSameButForLanguage(one: FieldSamples, other: FieldSamples): boolean {
  return split(one).base === split(other).base;
}

export const leastFit = 0.6;
const imageAddress = /^(?:https?:)?\/\/.*\.(?:jpe?g|png|webp|gif|avif)(?:[?#].*)?$/i;
export const imageWords = /image|img|pict|foto|photo/;
/** Hosts that keep nothing else, also under addresses without an ending. */
const pictureHost = /^(?:https?:)?\/\/(?:(?:images?|imgs?|pics?|pictures?|photos?|foto|thumbs?)\d*[.-][^/]+)\/.*[^/]$/i;
/** Libraries of pictures that anybody uses. */
export const sharedPictureHost =
  /^(?:https?:)?\/\/(?:[^/]+\.)?(?:imgix\.net|imgur\.com|ibb\.co|unsplash\.com|pexels\.com|googleusercontent\.com|pinimg\.com|picsum\.photos|placehold\.co|placeholder\.com|dummyimage\.com|fakeimg\.pl|cloudinary\.com)\/.*[^/]$/i;
export const isPicture = (text: string): boolean => {
  const [first = ''] = text.split(betweenAddresses);
  return imageAddress.test(first) || pictureHost.test(first) || sharedPictureHost.test(first);
};
export const betweenAddresses = /(?:[\s,;|]|&&)+(?=https?:\/\/)/i;
/** Blanks within a path are repaired: `/hero image.jpeg`. */
const webAddress = /^(?:https?:)?\/\/[^\s/]+(?:\/[^\s]*(?: +[^\s]+)*)?$/i;
const mostBlanks = 12;
const isAddress = (text: string): boolean => webAddress.test(text) && text.split(' ').length <= mostBlanks;

export const fitTests: Readonly<Partial<Record<ItemField, (text: string) => boolean>>> = {
  name: (text) => /\p{L}/u.test(text) && !isAddress(text),
  brand: (text) => /\p{L}/u.test(text) && !isAddress(text),
  category: (text) => /\p{L}/u.test(plainText(text)) && !/^x$/i.test(text) && !isProductKind(text.trim()),
  // Below zero is a mark of nothing.
  price: (text) => (parsePrice(text)?.amount ?? -1) >= 0,
  price_before: (text) => (parsePrice(text)?.amount ?? -1) >= 0,
  currency: (text) => text.length <= 4,
  image: (text) => isAddress(text.split(betweenAddresses)[0] ?? ''),
  url: isAddress,
  availability: (text) => text.length < 60,
  ean: (text) => /^'?[\dxX\s-]{6,20}(?:\.0)?$/.test(text),
  popularity: (text) => parseNumber(text) !== null,
};

export function bySamples(to: ItemField, samples: readonly FieldSamples[]): FieldSamples | null {
  if (to === 'image') {
    const images = samples.filter((field) => shareOf(field, isPicture) >= leastFit);
    return images.find(({ normal }) => imageWords.test(normal)) ?? images[0] ?? null;
  }
  if (to === 'availability') return samples.find(saysStatus) ?? null;
  if (to === 'product_code') return samples.find((field) => knownNames.name.includes(field.normal) && isCode(field)) ?? null;
  if (to === 'url')
    return (
      samples.find(
        (field) =>
          field.presence === 1 && field.distinctness === 1 && !imageWords.test(field.normal) && shareOf(field, isPicture) === 0,
      ) ?? null
    );
  const open = samples.filter(({ from }) => !isPrivateName(from));
  if (to === 'name') return nameBySamples(open);
  return byUnnamed(to, samples) ?? open.find((field) => insteadTests[to]?.(field)) ?? null;
}

function nameBySamples(samples: readonly FieldSamples[]): FieldSamples | null {
  const readable = samples.filter(
    (field) => field.averageWords >= 1.5 && field.averageChars < 150 && field.distinctness > 0.8 && !saysOther(field),
  );
  const [best] = readable.sort((a, b) => b.presence - a.presence || b.distinctness - a.distinctness);
  const guessed = best ?? samples.find(isWord) ?? samples.find(isUnnamedName);
  const described = samples.find(isShortDescription);
  // Tills and ERPs call the name a description, and what is longer information.
  const isFirst = described && guessed && samples.indexOf(described) < samples.indexOf(guessed);
  return (
    (described && guessed && described.averageChars > guessed.averageChars && !isFirst ? guessed : (described ?? guessed)) ??
    samples.find(({ plain, presence }) => presence > 0.9 && /^model(?:l|l?e|l?o|_name)?$/.test(plain)) ??
    null
  );
}

function isWord(field: FieldSamples): boolean {
  const { presence, distinctness, averageChars, texts } = field;
  const isReadable = shareOf(field, (text) => /\p{L}/u.test(text) && !isAddress(text)) === 1;
  return (
    isReadable &&
    presence > 0.9 &&
    distinctness > 0.8 &&
    averageChars < 60 &&
    texts.length > 1 &&
    !isCode(field) &&
    !saysOther(field)
  );
}

const propertyName =
  /(?:^|_)(?:colou?r|barva|farba|farbe|couleur|kolor|colore|material|materiale|matiere|size|velikost|velkost|grosse|taille|rozmiar|taglia|gender|pohlavi|condition|unit|jednotka|country|language)(?:_|$)/;

function saysOther(field: FieldSamples): boolean {
  const names = [field.normal, field.plain];
  const isNamed = Object.entries(knownNames).some(([to, known]) => to !== 'name' && names.some((name) => known.includes(name)));
  const looksOther = (text: string) => parsePrice(text) !== null || / (?:>+|\|) /.test(text) || /^\d{4}-\d{2}-\d{2}/.test(text);
  return isNamed || propertyName.test(field.normal) || shareOf(field, looksOther) >= leastFit || holdsLists(field);
}

/** `Soups, Breads`, `Rice, Soups`: words that come again in other lists. */
function holdsLists({ texts }: FieldSamples): boolean {
  const lists = texts.filter((text) => text.includes(', ')).map((text) => text.split(', '));
  const parts = lists.flat();
  return lists.length * 2 > texts.length && new Set(parts).size <= parts.length * mostDistinctParts;
}

const mostDistinctParts = 0.75;

const unnamedTests: Readonly<Partial<Record<ItemField, (field: FieldSamples) => boolean>>> = {
  description: (field) => field.averageWords > 12 && !holdsPaths(field),
  category: holdsPaths,
  ean: (field) => shareOf(field, isEan) >= leastFit,
  price: (field) => shareOf(field, (text) => isUnnamedPrice(text)) >= leastFit,
};

/** Whole numbers are prices only with their currency. */
function isUnnamedPrice(text: string): boolean {
  const [, decimals] = /^\D{0,3}\d+([.,]\d{1,2})?(?: ?\D{1,3})?$/.exec(text) ?? [];
  const price = parsePrice(text);
  return price !== null && (decimals !== undefined || price.currency !== null);
}

export function holdsPaths(field: FieldSamples): boolean {
  return shareOf(field, (text) => / (?:>+|\|) /.test(text)) >= leastFit;
}

const typeName =
  /^(?:tipo|typ|type|tip|tyyppi|tipus|tur|soort|sorte|genre|тип|вид|种类|種類|类型|類型)(?:_(?:d[eio]_)?(?:producto|produto|prodotto|produit|produktu|товара?))?$|^(?!.*(?:price|list|tax|vat|ship|deliver|discount|unit|content|mime|file|image|media|pay|stock|inventory|post|id|skin|hair|power|plug|code|variation|option|account|record|object|sale|currency|offer|tracking))\p{L}+_type$/u;
const notesName =
  /^(?:(?:tasting_)?notes?|notas?(?:_de_cata)?|notizen|noten|poznamk[ay]|observaciones|observacoes|remarks?|about|info|uwagi|примечани[ея])$/u;
const mostTypeWords = 4;
const mostDistinctTypes = 0.7;
const leastNoteWords = 3;

/** Where no field is called a category or a description. */
const insteadTests: Readonly<Partial<Record<ItemField, (field: FieldSamples) => boolean>>> = {
  category: ({ plain, averageWords, presence, distinctness, texts }) =>
    typeName.test(plain) &&
    averageWords <= mostTypeWords &&
    presence > leastFit &&
    distinctness <= mostDistinctTypes &&
    distinctness * texts.length > 1,
  description: ({ plain, averageWords, distinctness }) =>
    notesName.test(plain) && averageWords >= leastNoteWords && distinctness > leastFit,
};

const mostNameWords = 6;
const mostDistinctWords = 12;

function isShortDescription({ plain, averageWords, presence, distinctness, texts }: FieldSamples): boolean {
  if (!knownNames.description.includes(plain) || presence <= 0.9) return false;
  const isDistinct = distinctness > 0.8 && texts.every((text) => !/[\n<]|[.!?]\s+\p{Lu}/u.test(text));
  return averageWords <= (isDistinct ? mostDistinctWords : mostNameWords);
}

/** In tables without a header; several items may share a name. */
function isUnnamedName(field: FieldSamples): boolean {
  const { averageWords, averageChars, distinctness, presence } = field;
  const isReadable = averageWords >= 1.5 && averageChars < 150 && presence > 0.9 && distinctness > 0.4;
  return isUnnamed(field) && isReadable && !saysOther(field);
}

function byUnnamed(to: ItemField, samples: readonly FieldSamples[]): FieldSamples | null {
  const test = unnamedTests[to];
  const [first, ...others] = test === undefined ? [] : samples.filter((field) => isUnnamed(field) && test(field));
  if (to !== 'price' || first === undefined) return first ?? null;
  return others.reduce((best, each) => (isAlwaysBelow(best, each) ? each : best), first);
}

/** In tables without a header: purchase prices are below the selling price on every item. */
export function isAlwaysBelow(one: FieldSamples, other: FieldSamples): boolean {
  const amountOf = (text: string) => parsePrice(text)?.amount ?? Number.NaN;
  const isWhole = isUnnamed(one) && unnamedTests.price?.(one) === true && one.presence === 1 && other.presence === 1;
  return isWhole && one.texts.length >= leastPrices && one.texts.every((text, at) => amountOf(text) < amountOf(other.texts[at]!));
}

const leastPrices = 3;

function isUnnamed({ normal }: FieldSamples): boolean {
  return /^column_\d+$/.test(normal);
}

/** In tables without a header: the first column of distinct short words. */
export function isUnnamedId(field: FieldSamples): boolean {
  const { presence, distinctness, averageWords, averageChars, texts } = field;
  const isShort = averageWords === 1 && averageChars <= 40 && texts.length > 1;
  return isUnnamed(field) && isShort && presence === 1 && distinctness === 1 && !texts.every((text) => /[.,/:]/.test(text));
}

export function isEan(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = Array.from(text).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const availabilityWords: ReadonlySet<string> = new Set(['in_stock', 'out_of_stock', 'preorder', 'backorder']);

export function saysAvailability({ from, texts }: FieldSamples): boolean {
  const known = texts.filter((text) => availabilityWords.has(availabilityOf(text, daysIn(from)) ?? ''));
  return known.length * 2 > texts.length;
}

const statusName =
  /(?:^|_)(?:status|state|estado|situacao|stato|stav|statut|stan|stare|tila|durum|allapot|статус|состояние|стан|状态|狀態|ステータス|상태)$/u;
const statusWord = /^(?!(?:true|false)$)(?=.*(?:\p{L}{4}|\p{Lo}{2}))[^\d]+$/iu;
const wholeShare = 0.9;

/** `Available`, `Sold`; but states such as `active` and `draft` are no stock. */
function saysStatus(field: FieldSamples): boolean {
  const isWord = (text: string) => statusWord.test(text) && availabilityOf(text, 'none') !== null;
  return statusName.test(field.plain) && shareOf(field, isWord) >= wholeShare;
}

export function isCode({ averageWords, texts }: FieldSamples): boolean {
  return averageWords < 2 && texts.filter((text) => /\d/.test(text)).length * 2 > texts.length;
}

/** Rows with an id of their own that make a column named `id` the id: the others are skipped and listed. */
const leastOwnIdShare = 0.8;

export function isOwnId({ normal, texts, presence }: FieldSamples): boolean {
  const own = new Set(texts.filter((text) => text !== '')).size;
  return /^(?:item_?|product_?|object_?)?id$/.test(normal) && own * presence >= texts.length * leastOwnIdShare;
}

/** Repeats with the same name only. */
export function isOfVariants({ from }: FieldSamples, name: FieldSamples | undefined, records: readonly FeedRecord[]): boolean {
  if (name === undefined) return false;
  const withId = records.filter(({ fields }) => fields[from] !== undefined && fields[from] !== '');
  const repeated = [...Map.groupBy(withId, ({ fields }) => fields[from]).values()].filter(({ length }) => length > 1);
  return repeated.length > 0 && repeated.every((rows) => new Set(rows.map(({ fields }) => fields[name.from])).size === 1);
}

/** `coffee-makers` is the name in addresses. */
export function holdsSlugs({ texts }: FieldSamples): boolean {
  return texts.some((text) => text.includes('-')) && texts.every((text) => /^[a-z\d]+(?:-[a-z\d]+)*$/.test(text));
}

export function isUnique({ presence, distinctness, averageChars }: FieldSamples): boolean {
  return presence === 1 && distinctness === 1 && averageChars < 64;
}

const rowNumber = /^(?:(?:s|sl|sr|serial)_?)?(?:no|nr|number)$|^lp$/;

export const isRowNumber = (field: FieldSamples): boolean => rowNumber.test(field.plain) && isUnique(field);

import { shareOf, type FieldSamples } from './field-samples.ts';
import type { ItemField } from './item-fields.ts';
import { availabilityOf } from '#feeds/values/availability.ts';
import { isDeliveryName, isProductKind, knownNames } from './known-names.ts';
import { normalName } from './own-name.ts';
import { plainText } from '#feeds/values/plain-text.ts';
import { parseNumber, parsePrice } from '#feeds/values/price.ts';

export const leastFit = 0.6;
const imageAddress = /^(?:https?:)?\/\/.*\.(?:jpe?g|png|webp|gif|avif)(?:[?#].*)?$/i;
export const betweenAddresses = /[\s,;|]+(?=https?:\/\/)/i;
/** Blanks within a path are repaired: `/hero image.jpeg`. */
const webAddress = /^(?:https?:)?\/\/[^\s/]+(?:\/[^\s]*(?: +[^\s]+)*)?$/i;
const mostBlanks = 12;
const isAddress = (text: string): boolean => webAddress.test(text) && text.split(' ').length <= mostBlanks;

export const fitTests: Readonly<Partial<Record<ItemField, (text: string) => boolean>>> = {
  name: (text) => /\p{L}/u.test(text) && !isAddress(text),
  category: (text) => /\p{L}/u.test(plainText(text)) && !isProductKind(text.trim()),
  price: (text) => parsePrice(text) !== null,
  price_before: (text) => parsePrice(text) !== null,
  currency: (text) => text.length <= 4,
  image: (text) => isAddress(text.split(betweenAddresses)[0] ?? ''),
  url: isAddress,
  availability: (text) => text.length < 60,
  ean: (text) => /^'?[\dxX\s-]{6,20}(?:\.0)?$/.test(text),
  popularity: (text) => parseNumber(text) !== null,
};

export function bySamples(to: ItemField, samples: readonly FieldSamples[]): FieldSamples | null {
  if (to === 'image') {
    const images = samples.filter((field) => shareOf(field, (text) => imageAddress.test(text)) >= leastFit);
    return images.find(({ normal }) => /image|img|pict|foto|photo/.test(normal)) ?? images[0] ?? null;
  }
  if (to === 'product_code') return samples.find((field) => knownNames.name.includes(field.normal) && isCode(field)) ?? null;
  if (to === 'url')
    return (
      samples.find(
        (field) => field.presence === 1 && field.distinctness === 1 && shareOf(field, (text) => imageAddress.test(text)) === 0,
      ) ?? null
    );
  if (to !== 'name') return byUnnamed(to, samples);
  const readable = samples.filter(
    (field) => field.averageWords >= 1.5 && field.averageChars < 150 && field.distinctness > 0.8 && !saysOther(field),
  );
  const [best] = readable.sort((a, b) => b.presence - a.presence || b.distinctness - a.distinctness);
  return best ?? samples.find(isWord) ?? samples.find(isUnnamedName) ?? samples.find(isShortDescription) ?? null;
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
  return isNamed || propertyName.test(field.normal) || shareOf(field, looksOther) >= leastFit;
}

const unnamedTests: Readonly<Partial<Record<ItemField, (field: FieldSamples) => boolean>>> = {
  description: (field) => field.averageWords > 12 && !holdsPaths(field),
  category: holdsPaths,
  ean: (field) => shareOf(field, isEan) >= leastFit,
  price: (field) =>
    shareOf(field, (text) => /^\d+[.,]\d{1,2}(?: ?\S{1,3})?$/.test(text) && parsePrice(text) !== null) >= leastFit,
};

function holdsPaths(field: FieldSamples): boolean {
  return shareOf(field, (text) => / (?:>+|\|) /.test(text)) >= leastFit;
}

const mostNameWords = 6;

function isShortDescription({ plain, averageWords, presence }: FieldSamples): boolean {
  return knownNames.description.includes(plain) && averageWords <= mostNameWords && presence > 0.9;
}

/** In tables without a header; several items may share a name. */
function isUnnamedName(field: FieldSamples): boolean {
  const { averageWords, averageChars, distinctness, presence } = field;
  const isReadable = averageWords >= 1.5 && averageChars < 150 && presence > 0.9 && distinctness > 0.4;
  return isUnnamed(field) && isReadable && !saysOther(field);
}

function byUnnamed(to: ItemField, samples: readonly FieldSamples[]): FieldSamples | null {
  const test = unnamedTests[to];
  return (test && samples.find((field) => isUnnamed(field) && test(field))) ?? null;
}

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
  const meaning = isDeliveryName(normalName(from)) ? 'dispatch' : 'none';
  const known = texts.filter((text) => availabilityWords.has(availabilityOf(text, meaning) ?? ''));
  return known.length * 2 > texts.length;
}

export function isCode({ averageWords, texts }: FieldSamples): boolean {
  return averageWords < 2 && texts.filter((text) => /\d/.test(text)).length * 2 > texts.length;
}

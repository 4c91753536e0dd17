import type { FieldType, FieldValue } from '#contract/item.ts';
import { fold } from '#engine/analysis/folding.ts';
import type { FieldRelevance } from '#engine/relevance.ts';

interface Kind {
  readonly name: RegExp;
  readonly relevance: Partial<FieldRelevance>;
}

const notSearched: FieldRelevance = {
  searchable: false,
  weight: 0,
  wildcard: 0,
  phraseWeight: 0,
  userPhraseCheck: false,
  fuzzy: false,
  shingle: false,
  stemmer: false,
};
/** A field that nothing is known about: its words can be found, but count little. */
const unknownText: FieldRelevance = { ...notSearched, searchable: true, weight: 12, fuzzy: true, stemmer: true };

/** Names that shops and feeds use, folded and without the parts that only say where they come from. The first that fits decides. */
const kinds: readonly Kind[] = [
  {
    name: /(^|_)(url|uri|link|href|img|imgurl|image|images|picture|pictures|photo|thumbnail|gallery|video|obrazek)(_|\d|$)/,
    relevance: notSearched,
  },
  {
    name: /^(name|title|product|productname|product_name|item_name|nazev|nazov|jmeno|bezeichnung|titel|nombre|nom|headline)$/,
    relevance: { weight: 100, wildcard: 0.8, phraseWeight: 0.2, shingle: true },
  },
  {
    name: /^(brand|manufacturer|vendor|supplier|znacka|vyrobce|marke|hersteller|marca|marque)(_name)?$/,
    relevance: { weight: 60, wildcard: 0.8, stemmer: false },
  },
  {
    name: /^(.*_)?(ean|gtin|isbn|upc|mpn|sku|asin|code|productno|product_code|part_number|model|kod|katalogove_cislo|catalog_number)$/,
    relevance: { weight: 70, wildcard: 0.8, fuzzy: false, stemmer: false },
  },
  {
    name: /^(category|categories|category_?text|product_type|google_product_category|kategorie|kategoria|department|tags?|keywords?)$/,
    relevance: { weight: 40, wildcard: 0.5 },
  },
  {
    name: /(^|_)(description|descr|desc|popis|beschreibung|descripcion|content|text|detail|details|bullet_points|body|html)$/,
    relevance: { weight: 35, fuzzy: false },
  },
  { name: /^(short|annotation|perex|summary|subtitle|anotace)/, relevance: { weight: 35 } },
  {
    name: /^(param|params|parameters|attr|attribute|attributes|parametry|vlastnosti|color|colour|barva|size|material)([._]|$)/,
    relevance: { weight: 12, fuzzy: false },
  },
  {
    name: /^(currency|mena|availability|condition|dostupnost|delivery.*|shipping.*|vat|unit|language|status|visibility)$/,
    relevance: notSearched,
  },
];
const linkOrDate = /^(?:https?:\/\/|\/\/)\S+$|^\d{4}-\d{2}-\d{2}T/;

function plainName(fieldName: string): string {
  return fold(fieldName.replace(/([a-z])([A-Z])/g, '$1_$2')).replace(/[\s-]+/g, '_');
}

/** Links and dates are data, whatever the field is called. */
function isData(samples: readonly FieldValue[]): boolean {
  const texts = samples
    .flatMap((sample): (string | number | boolean)[] => (typeof sample === 'object' ? [...sample] : [sample]))
    .filter((value) => value !== '');
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && linkOrDate.test(text));
}

/** The relevance settings a field starts with, judged by its name, its type and a few of its values. */
export function defaultRelevance(fieldName: string, type: FieldType, samples: readonly FieldValue[]): FieldRelevance {
  const name = plainName(fieldName);
  const kind = kinds.find((candidate) => candidate.name.test(name));
  const isText = type === 'text' || (type === 'object' && kind !== undefined);
  if (!isText || isData(samples)) return notSearched;
  if (kind === undefined) return unknownText;
  return kind.relevance === notSearched ? notSearched : { ...unknownText, ...kind.relevance };
}

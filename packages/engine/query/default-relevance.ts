import type { FieldType, FieldValue } from '#contract/item.ts';
import { textOf } from './analysis/column-values.ts';
import { type FieldRelevance, notSearched } from './relevance.ts';
import { fold } from './analysis/folding.ts';

const namePattern =
  /^(name|title|product|productname|product_name|item_name|nazev|nazov|jmeno|bezeichnung|titel|nombre|nom|headline)$/;

const identifiers = 'ean|gtin|isbn|upc|mpn|sku|asin|productno|part_number|katalogove_cislo|catalog_number';
const ownOnes =
  'product|produkt|item|article|goods|zbozi|variant|catalog|catalogue|order|stock|internal|external|part|supplier|manufacturer|vendor|seller|shop|ean|gtin|isbn|upc|bar';

const codePattern = new RegExp(`^(?:(?:.*_)?(?:${identifiers})|(?:(?:${ownOnes})_)?(?:code|model|kod))$`);

function plainFieldName(fieldName: string): string {
  return fold(fieldName.replace(/([a-z])([A-Z])/g, '$1_$2')).replace(/[\s-]+/g, '_');
}

export const isNameField = (fieldName: string): boolean => namePattern.test(plainFieldName(fieldName));
export const isCodeField = (fieldName: string): boolean => codePattern.test(plainFieldName(fieldName));

const listed = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** Words about how a shop runs, not about its goods; each is a whole word of a name. */
const technicalWords = listed(`
  backorderable canonical checksum delivery enabled etag flag fulfillment guid handle hash href id ids inventories locale manage meta online
  permalink policy position prices published purchasable robots seo shipping sitemap skus slug sort status tax taxable template timestamp token
  track tracker tracking unit units uri url usergroup uuid vat visibility visible gst moms mwst iva tva btw
  dan dph sazba jednotka jednotky mj viditelnost zobrazit zobrazovat poradi razeni sablona publikovano sledovat sledovani doprava doruceni
  backorders inventory linked stockable sellable surcharge websites wyswietlany pozycja dodani expedice odkaz steuer einheit sichtbar reihenfolge`);
const technicalNames = listed(`active is_active aktivni key field_type item_type post_type stock_type discount_mode discount_value
  command is_featured sold_individually allow_customer_reviews allow_purchases gift_card subtract minimum minimal_quantity
  options_container negative_amount apply_loyalty_discount free_billing attribute_set_code low_stock_amount download_limit
  text_when_in_stock available_for_order_0_no_1_yes show_price_0_no_1_yes out_of_stock
  customizable_0_no_1_yes continue_selling_when_out_of_stock image_alt_text`);
const sizes = listed(
  'dimension dimensions width height depth length weight grams rozmer rozmery sirka vyska hloubka delka hmotnost vaha',
);
const besideSizes = listed(
  'product item package packaging shipping variant net gross value baleni produktu cm mm m kg g lb lbs oz in inch',
);
const startWords = listed(
  'added available created launch launched new news published publication release released start pridano vytvoreno vydano novinka',
);

/** Stored, but not searched, suggested or filtered by default. Of dates, only those an item begins with are used. */
export function isTechnicalField(fieldName: string, type: FieldType): boolean {
  if (isNameField(fieldName) || isCodeField(fieldName)) return false;
  const words = plainFieldName(fieldName)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  if (type === 'date') return !words.some((word) => startWords.has(word));
  const isSize = words.some((word) => sizes.has(word)) && words.every((word) => sizes.has(word) || besideSizes.has(word));
  return (
    isSize || technicalNames.has(words.join('_')) || words.at(-1) === 'key' || words.some((word) => technicalWords.has(word))
  );
}

interface Kind {
  readonly name: RegExp;
  readonly relevance: Partial<FieldRelevance>;
}

const unknownText: FieldRelevance = { ...notSearched, searchable: true, weight: 12, fuzzy: true, shingle: true, stemmer: true };
const summaryWeight = 35;
const longTextWords = 40;
const copiedName: Partial<FieldRelevance> = { weight: 12, wildcard: 0.8 };
const copiedShare = 0.5;

const kinds: readonly Kind[] = [
  {
    name: /(^|_)(url|uri|link|href|img|imgurl|image|images|picture|pictures|photo|thumbnail|gallery|video|obrazek)(_|\d|$)/,
    relevance: notSearched,
  },
  {
    name: namePattern,
    relevance: { weight: 100, wildcard: 0.8, phraseWeight: 0.2 },
  },
  {
    name: /^(brand|manufacturer|vendor|supplier|znacka|vyrobce|marke|hersteller|marca|marque)(_name)?$/,
    relevance: { weight: 60, wildcard: 0.8, stemmer: false },
  },
  {
    name: codePattern,
    relevance: { weight: 70, wildcard: 0.8, fuzzy: false, stemmer: false },
  },
  {
    name: /^((.*_)?product_type|category|categories|category_?text|google_product_category|kategorie|kategoria|department|tags?|keywords?)$/,
    relevance: { weight: 40, wildcard: 0.5 },
  },
  {
    name: /(^|_)(description|descr|desc|popis|beschreibung|descripcion|content|text|detail|details|bullet_points|body|html)$/,
    relevance: { weight: summaryWeight, fuzzy: false },
  },
  { name: /^(short|annotation|perex|summary|subtitle|anotace)/, relevance: { weight: 35 } },
  {
    name: /^(param|params|parameters|attr|attribute|attributes|parametry|vlastnosti|color|colour|barva|size|material)([._]|$)/,
    relevance: { weight: 12, fuzzy: false },
  },
  {
    name: /^(currency|mena|availability|condition|dostupnost|language|item_group(_id)?)$/,
    relevance: notSearched,
  },
];
const link = /^(?:(?:https?:\/\/|\/\/)\S+|\S+\.(?:jpe?g|png|gif|webp|svg|avif))$/i;
const date = /^\d{4}-\d{2}-\d{2}T/;

/** `type=default,qty=10`, JSON. */
const markup = /^(?:[[{]\s*["{]|\w+=[^,|]*[,|]\w+=)/;

const areAll = (samples: readonly FieldValue[], patterns: readonly RegExp[]): boolean => {
  const texts = samples
    .flatMap((sample): (string | number | boolean)[] => (typeof sample === 'object' ? [...sample] : [sample]))
    .filter((value) => value !== '');
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && patterns.some((pattern) => pattern.test(text)));
};

/** Addresses, dates and markup. */
export const isData = (samples: readonly FieldValue[]): boolean => areAll(samples, [link, date, markup]);

export function isLongText(samples: readonly FieldValue[]): boolean {
  const words = samples.reduce<number>((sum, sample) => sum + textOf(sample).split(/\s+/).length, 0);
  return words > longTextWords * samples.length;
}

export function defaultRelevance(fieldName: string, type: FieldType, samples: readonly FieldValue[]): FieldRelevance {
  const name = plainFieldName(fieldName);
  const kind = kinds.find((candidate) => candidate.name.test(name));
  const isText = type === 'text' || (type === 'object' && kind !== undefined);
  if (!isText || isTechnicalField(fieldName, type) || isData(samples)) return notSearched;
  if (kind === undefined) return unknownText;
  if (kind.relevance === notSearched) return notSearched;
  const relevance = { ...unknownText, ...kind.relevance };
  return relevance.weight === summaryWeight && isLongText(samples) ? { ...relevance, weight: unknownText.weight } : relevance;
}

export interface SampledField {
  readonly name: string;
  readonly type: FieldType;
  readonly samples: readonly FieldValue[];
}

const textsOf = ({ samples }: SampledField): string[] => samples.map((sample) => textOf(sample).toLowerCase());

function isCopyOf(one: SampledField, other: SampledField): boolean {
  const others = textsOf(other);
  const texts = textsOf(one);
  const copies = texts.filter((text) => others.some((longer) => longer.length > text.length && longer.includes(text)));
  return copies.length > 0 && copies.length >= texts.length * copiedShare;
}

export function defaultRelevances(fields: readonly SampledField[]): Map<string, FieldRelevance> {
  const names = fields.filter(({ name, type }) => type === 'text' && isNameField(name));
  return new Map(
    fields.map((field) => {
      const relevance = defaultRelevance(field.name, field.type, field.samples);
      const isCopy = names.includes(field) && names.some((other) => other !== field && isCopyOf(field, other));
      return [field.name, isCopy ? { ...unknownText, ...copiedName } : relevance];
    }),
  );
}

import type { FieldType, FieldValue } from '#contract/item.ts';
import { textOf } from './analysis/column-values.ts';
import { codePattern, isNameField, namePattern, plainFieldName } from './field-names.ts';
import { type FieldRelevance, notSearched } from './relevance.ts';

interface Kind {
  readonly name: RegExp;
  readonly relevance: Partial<FieldRelevance>;
}

/** A field that nothing is known about: its words can be found, but count little. */
const unknownText: FieldRelevance = { ...notSearched, searchable: true, weight: 12, fuzzy: true, shingle: true, stemmer: true };
const summaryWeight = 35;
/** Texts of more words than this mention much that the item is not, so they count like a field that nothing is known about. */
const longTextWords = 40;
/** A field in whose values a name says again what a longer name says; both together would count every word twice. */
const copiedName: Partial<FieldRelevance> = { weight: 12, wildcard: 0.8 };
/** A name is a copy when so large a share of its values stands in the other's. */
const copiedShare = 0.5;

/** Names that shops and feeds use, folded and without the parts that only say where they come from. The first that fits decides. */
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
    name: /^(currency|mena|availability|condition|dostupnost|delivery.*|shipping.*|vat|unit|language|status|visibility)$/,
    relevance: notSearched,
  },
];
const link = /^(?:https?:\/\/|\/\/)\S+$/;
const date = /^\d{4}-\d{2}-\d{2}T/;

const areAll = (samples: readonly FieldValue[], patterns: readonly RegExp[]): boolean => {
  const texts = samples
    .flatMap((sample): (string | number | boolean)[] => (typeof sample === 'object' ? [...sample] : [sample]))
    .filter((value) => value !== '');
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && patterns.some((pattern) => pattern.test(text)));
};

/** Whether the texts are addresses, whatever the field is called. */
export const areLinks = (samples: readonly FieldValue[]): boolean => areAll(samples, [link]);

/** Links and dates are data, whatever the field is called. */
const isData = (samples: readonly FieldValue[]): boolean => areAll(samples, [link, date]);

/** Whether the field's texts are long, as far as a few of them tell. */
export function isLongText(samples: readonly FieldValue[]): boolean {
  const words = samples.reduce<number>((sum, sample) => sum + textOf(sample).split(/\s+/).length, 0);
  return words > longTextWords * samples.length;
}

/** The relevance settings a field starts with, judged by its name, its type and a few of its values. */
export function defaultRelevance(fieldName: string, type: FieldType, samples: readonly FieldValue[]): FieldRelevance {
  const name = plainFieldName(fieldName);
  const kind = kinds.find((candidate) => candidate.name.test(name));
  const isText = type === 'text' || (type === 'object' && kind !== undefined);
  if (!isText || isData(samples)) return notSearched;
  if (kind === undefined) return unknownText;
  if (kind.relevance === notSearched) return notSearched;
  const relevance = { ...unknownText, ...kind.relevance };
  return relevance.weight === summaryWeight && isLongText(samples) ? { ...relevance, weight: unknownText.weight } : relevance;
}

/** What is known about a field before it is searched. */
export interface SampledField {
  readonly name: string;
  readonly type: FieldType;
  /** The values of the first items that have the field. */
  readonly samples: readonly FieldValue[];
}

const textsOf = ({ samples }: SampledField): string[] => samples.map((sample) => textOf(sample).toLowerCase());

/** Whether most values of one name stand in longer values of the other. */
function isCopyOf(one: SampledField, other: SampledField): boolean {
  const others = textsOf(other);
  const texts = textsOf(one);
  const copies = texts.filter((text) => others.some((longer) => longer.length > text.length && longer.includes(text)));
  return copies.length > 0 && copies.length >= texts.length * copiedShare;
}

/** The relevance settings of a collection's fields. Of names that repeat each other, the one that says most counts as the name. */
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

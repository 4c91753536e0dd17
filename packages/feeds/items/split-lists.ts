import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { readLimits } from '#feeds/limits.ts';
import { sampleFields, shareOf, type FieldSamples } from '#feeds/mapping/field-samples.ts';
import { knownNames, unwrapped } from '#feeds/mapping/known-names.ts';
import { betweenAddresses } from '#feeds/mapping/mapping-values.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';
import { parseNumber } from '#feeds/values/price.ts';
import { bracketedList, slashedPaths } from './list-texts.ts';

type Split = (cell: string) => string[];

/** Share of a column's cells that must look alike for the column to be understood so. */
const leastFit = 0.8;
const { name, description, brand, price, price_before, url, product_code, id, category, availability } = knownNames;
const oneValue = new Set([name, description, brand, price, price_before, url, product_code, id, category, availability].flat());
const sayings =
  /name|title|desc|text|html|note|remark|popis|nazev|address|author|autor|artist|designer|vendor|director|date|_id$/;
/** Columns that mostly hold several values, and whose commas therefore separate them. */
const listNames =
  /^(?:tags?|keywords?|labels?|stitky|badges|colou?rs?|barv[ay]|farb[ey]n?|sizes?|velikosti?|groessen?|tailles?|materials?|flavou?rs?|features?|attribute_\d_values?)$|_(?:tags|colou?rs|sizes|skus|values|images)$|^(?:related|cross_?sells?|up_?sells?|additional_images|gallery)/;
const categories = new Set(knownNames.category);

/**
 * Makes lists of cells that hold several values: lists in brackets, values between bars or semicolons, and between commas where
 * the column is known for it or its values come again and again. Paths of categories with slashes get the usual separator.
 * A column is understood in one way, by samples, so that names and sentences stay whole.
 */
export function splitLists(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const splits = sampleFields(head).flatMap((field): [string, Split][] => {
      const split = splitOf(field);
      return split ? [[field.from, split]] : [];
    });
    return splits.length === 0 ? null : { read: (records) => records.map((record) => withLists(record, splits)) };
  });
}

function withLists(record: FeedRecord, splits: readonly (readonly [string, Split])[]): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const [from, split] of splits) {
    const value = record.fields[from];
    if (typeof value !== 'string') continue;
    const parts = split(value).slice(0, readLimits.maxValuesPerField);
    if (parts.length === 1 && parts[0] === value) continue;
    fields ??= Object.assign(emptyFields(), record.fields);
    if (parts.length > 1) fields[from] = parts;
    else if (parts[0] !== undefined) [fields[from]] = parts as [string];
    else delete fields[from];
  }
  return fields ? { ...record, fields } : record;
}

function splitOf(field: FieldSamples): Split | null {
  // One of several numbered columns, as of Facebook's `product_tags[0]`, holds one value.
  if (/\[\d+\]$/.test(field.from)) return null;
  if (shareOf(field, (text) => /^\[.*\]$/s.test(text)) >= leastFit) return bracketedList;
  if (shareOf(field, isAddressList) >= leastFit && field.texts.some((text) => betweenAddresses.test(text))) {
    return (cell) => cell.split(betweenAddresses);
  }
  // Templates of PrestaShop say in the header how values are separated.
  if (/\(x,\s?y,\s?z/i.test(field.from)) return (cell) => partsOf(cell, ',');
  const names = [field.normal, field.plain, ...unwrapped(field.plain)];
  if (names.some((each) => categories.has(each))) return slashedPaths(field.texts);
  if (names.some((each) => oneValue.has(each)) || sayings.test(field.normal)) return null;
  const isListed = names.some((each) => listNames.test(each));
  const separator = ['|', ';', ','].find((each) => separates(each, field, isListed));
  return separator === undefined ? null : (cell) => partsOf(cell, separator);
}

const isAddressList = (text: string): boolean => /^https?:\/\//i.test(text);

const partsOf = (cell: string, separator: string): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const longestPart = 40;
const longestCommaPart = 25;
const mostCommaWords = 3;
const leastCells = 3;
/** Of columns that nothing is known of, the share of cells that must have a comma, and how often a part comes on average. */
const leastCommaShare = 0.2;
const leastRepetition = 2;

function separates(separator: string, { texts }: FieldSamples, isListed: boolean): boolean {
  const separated = texts.filter((text) => text.includes(separator) && parseNumber(text) === null);
  if (separated.length === 0 || texts.some((text) => /[<{&]|https?:|: /.test(text))) return false;
  const parts = separated.flatMap((text) => partsOf(text, separator));
  const longest = separator === ',' ? longestCommaPart : longestPart;
  if (parts.some((part) => part.length > longest) || parts.length < separated.length * 2) return false;
  if (isListed) return true;
  if (separated.length < leastCells) return false;
  if (separator !== ',') return true;
  const isShort = parts.every((part) => part.split(/\s+/).length <= mostCommaWords && parseNumber(part) === null);
  const isOften = separated.length >= texts.length * leastCommaShare;
  return isShort && isOften && parts.length >= new Set(parts).size * leastRepetition;
}

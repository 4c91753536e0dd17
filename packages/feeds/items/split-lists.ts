import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { readLimits } from '#feeds/limits.ts';
import { sampleFields, shareOf, type FieldSamples } from '#feeds/mapping/field-samples.ts';
import { knownNames, unwrapped } from '#feeds/mapping/known-names.ts';
import { betweenAddresses } from '#feeds/mapping/mapping-values.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';
import { parseNumber } from '#feeds/values/price.ts';
import { pathSeparator } from '#contract/item.ts';
import { wholeNumbers } from '#contract/values/typed-number.ts';

type Split = (cell: string) => string[];

const leastFit = 0.8;
const { name, description, brand, price, price_before, url, product_code, id, category, availability } = knownNames;
const oneValue = new Set([name, description, brand, price, price_before, url, product_code, id, category, availability].flat());
const sayings =
  /name|title|desc|text|html|note|remark|popis|nazev|address|author|autor|artist|designer|vendor|director|date|_id$/;
const listNames =
  /^(?:tags?|keywords?|labels?|stitky|badges|colou?rs?|barv[ay]|farb[ey]n?|sizes?|velikosti?|groessen?|tailles?|materials?|flavou?rs?|features?|attribute_\d_values?)$|_(?:tags|colou?rs|sizes|skus|values|images)$|^(?:related|cross_?sells?|up_?sells?|additional_images|gallery)/;
const categories = new Set(knownNames.category);

/**
 * Lists in brackets, between bars or semicolons, and between commas in columns known for it or with repeating values. Decided
 * per column by samples, so that names and sentences stay whole.
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
  // Numbered columns hold one value each: `product_tags[0]`.
  if (/\[\d+\]$/.test(field.from)) return null;
  if (shareOf(field, (text) => /^\[.*\]$/s.test(text)) >= leastFit) return bracketedList;
  if (shareOf(field, isAddressList) >= leastFit && field.texts.some((text) => betweenAddresses.test(text))) {
    return (cell) => cell.split(betweenAddresses);
  }
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

const quoted = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

/** `["a", "b"]`, `['a', 'b']` or `[a, b]`; the cell itself when it is none. */
function bracketedList(cell: string): string[] {
  const inner = /^\[(.*)\]$/s.exec(cell)?.[1]?.trim();
  if (inner === undefined) return [cell];
  if (inner === '') return [];
  if (/[{[]/.test(inner.replaceAll(quoted, ''))) return [cell];
  const values = parsed(cell) ?? unquoted(inner);
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function parsed(cell: string): string[] | null {
  try {
    const values: unknown = JSON.parse(wholeNumbers(cell));
    return Array.isArray(values) ? values.filter((value) => value !== null).map(String) : null;
  } catch {
    return null;
  }
}

function unquoted(inner: string): string[] {
  const texts = [...inner.matchAll(quoted)].map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'));
  return texts.length > 0 ? texts : inner.split(',');
}

const betweenPaths = /[,;|]/;
const isPath = (text: string): boolean => /[^\s/]\/[^\s/]/.test(text) && !/->|>|»|›|→|::| \/ |https?:/.test(text);
const leastShare = 0.8;

/**
 * Splits categories with slashes between levels, as in `Garden/Mowers,Sale/Garden`. Slashes are levels when one level has
 * different continuations: `Audio/Video` alone is a name.
 */
function slashedPaths(cells: readonly string[]): ((cell: string) => string[]) | null {
  if (cells.some((cell) => /->|>|»|›|→|::/.test(cell))) return null;
  const paths = cells.flatMap((cell) => cell.split(betweenPaths).map((part) => part.trim()));
  const below = Map.groupBy(paths.filter(isPath), (path) => path.slice(0, path.indexOf('/')));
  if (paths.filter((path) => isPath(path) || below.has(path)).length < paths.length * leastShare) return null;
  if (![...below.values()].some((each) => new Set(each).size > 1)) return null;
  return (cell) => {
    const parts = cell.split(betweenPaths).map((part) => part.trim());
    const isSeveral = parts.every((part) => part === '' || isPath(part) || below.has(part));
    return (isSeveral ? parts : [cell]).filter((part) => part !== '').map(withLevels);
  };
}

function withLevels(path: string): string {
  return isPath(path)
    ? path
        .split('/')
        .map((level) => level.trim())
        .filter((level) => level !== '')
        .join(pathSeparator)
    : path;
}

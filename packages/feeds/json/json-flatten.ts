import { FieldBag, problemOf } from '#feeds/field-bag.ts';
import type { ReadLimits } from '#feeds/limits.ts';
import type { FlatItem } from '#feeds/xml/xml-flatten.ts';

/** What stands for a date of publication that is empty. */
export const neverPublished = 'never';

const pairPath = /param|attribut|propert|feature|detail|spec|option|custom/i;
const pairNames = ['name', 'key', 'label', 'attribute', 'attribute_code'];

/** Fields of a parsed JSON object: `details.isbn` for what is nested, lists for arrays, `param.Colour` for a name with its value. */
export function flattenJson(
  item: Readonly<Record<string, unknown>>,
  limits: ReadLimits,
): FlatItem & { readonly hasLongNumber: boolean } {
  const bag = new FieldBag(limits);
  addObject(item, '', bag, limits.maxRecordDepth);
  return bag;
}

function addObject(object: Readonly<Record<string, unknown>>, path: string, bag: FieldBag, levelsLeft: number): void {
  if (path !== '' && addPair(object, path, bag, levelsLeft)) return;
  const unit = minorUnitOf(object);
  for (const key of Object.keys(object)) {
    if (unit !== null && minorAmount.test(key)) addAmount(object[key], path, key, unit, bag);
    else addValue(object[key], path === '' ? key : `${path}.${key}`, bag, levelsLeft - 1);
  }
}

/** How many digits stand behind the point of amounts that are written without it, as WooCommerce and commercetools do. */
function minorUnitOf({ currency_minor_unit: woo, fractionDigits, centAmount }: Readonly<Record<string, unknown>>): number | null {
  const unit = woo ?? (centAmount === undefined ? null : (fractionDigits ?? 2));
  return typeof unit === 'number' && unit >= 0 && unit <= 4 ? unit : null;
}

const minorAmount = /^(?:price|regular_price|sale_price|centAmount)$/;

function addAmount(value: unknown, path: string, key: string, unit: number, bag: FieldBag): void {
  if (value === '' || value === null || Number.isNaN(Number(value))) return;
  bag.add(`${path}.${key === 'centAmount' ? 'amount' : key}`, Number(value) / 10 ** unit);
}

function addValue(value: unknown, path: string, bag: FieldBag, levelsLeft: number): void {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text !== '') bag.add(path, text);
  } else if (typeof value === 'number') {
    bag.hasLongNumber ||= value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
    bag.add(path, value);
  } else if (typeof value === 'boolean') bag.add(path, value);
  else if (levelsLeft <= 0) refuseDepth(bag);
  else if (Array.isArray(value)) for (const each of value) addValue(each, path, bag, levelsLeft - 1);
  // Shopify says with an empty date that a product isn't published.
  else if (value === null && path === 'published_at') bag.add(path, neverPublished);
  else if (value !== null) addObject(value as Record<string, unknown>, path, bag, levelsLeft);
}

function refuseDepth(bag: FieldBag): void {
  if (!bag.problems.some(({ reason }) => reason === 'recordTooDeep')) bag.problems.push(problemOf('recordTooDeep', 'error'));
}

function addPair(object: Readonly<Record<string, unknown>>, path: string, bag: FieldBag, levelsLeft: number): boolean {
  // WooCommerce lists the values of an attribute as its options.
  const value = object.value ?? (areTexts(object.options) ? object.options : undefined);
  if (!pairPath.test(path) || value === undefined) return false;
  const name = pairNames.map((key) => object[key]).find((each) => typeof each === 'string' && each.trim() !== '');
  if (typeof name !== 'string') return false;
  addValue(value, `param.${name.trim()}`, bag, levelsLeft - 1);
  return true;
}

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

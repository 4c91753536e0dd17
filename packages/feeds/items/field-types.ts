import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { isItemField, itemFields } from '#feeds/mapping/item-fields.ts';
import { maxSchemaFields } from '#feeds/limits.ts';

const codeName =
  /(?:^|_)(?:id|ean\d*|gtin\d*|upc|isbn\d*|mpn|sku|code|kod|barcode|zip|psc|phone|tel|ico|dic|model|number|no|group)(?:_|$)/;
const integer = /^-?(?:0|[1-9]\d{0,14})$/;
const decimal = /^-?(?:0|[1-9]\d{0,14})[.,]\d{1,15}$/;
/** RFC 822, as in RSS: `Tue, 03 Mar 2026 08:00:00 +0000`. */
const rssDate = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC|Z)$/;
const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Standard fields first, then the most frequent, at most 200. Number, boolean or date need all samples to be one. */
export function inferFieldTypes(items: readonly Item[]): Record<string, FieldType> {
  const values = new Map<string, FieldValue[]>();
  for (const { fields } of items) {
    for (const name in fields) {
      const value = fields[name];
      if (value === undefined) continue;
      const known = values.get(name);
      if (known) known.push(value);
      else values.set(name, [value]);
    }
  }
  const sorted = [...values].sort(
    ([a, aValues], [b, bValues]) => Number(isItemField(b)) - Number(isItemField(a)) || bValues.length - aValues.length,
  );
  return Object.fromEntries(sorted.slice(0, maxSchemaFields).map(([name, samples]) => [name, inferType(name, samples)]));
}

function inferType(name: string, samples: readonly FieldValue[]): FieldType {
  if (isItemField(name) && name !== 'popularity') return itemFields[name];
  const all = samples.flat();
  if (all.every((value) => typeof value === 'boolean' || /^(?:true|false)$/i.test(String(value)))) return 'boolean';
  if (codeName.test(name)) return 'text';
  if (all.every(isInteger)) return 'integer';
  if (all.every((value) => isInteger(value) || typeof value === 'number' || decimal.test(String(value)))) return 'float';
  return samples.every((value) => typeof value === 'string' && isoDate(value) !== null) ? 'date' : 'text';
}

function isInteger(value: string | number | boolean): boolean {
  return typeof value === 'number' ? Number.isSafeInteger(value) : integer.test(String(value));
}

/** Dates stay ISO 8601 text. @returns null when it isn't of that type */
export function castValue(value: FieldValue, type: FieldType): FieldValue | null {
  if (type === 'integer' || type === 'float') return castNumber(value, type);
  if (type === 'boolean') return castBoolean(Array.isArray(value) ? value[0] : value);
  if (type === 'date') return isoDate(String(value));
  return Array.isArray(value) ? value.map(String) : String(value);
}

function isoDate(text: string): string | null {
  if (date.test(text)) return text;
  const time = rssDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function castNumber(value: FieldValue, type: 'integer' | 'float'): number | number[] | null {
  if (Array.isArray(value)) {
    const numbers = value.map((each: string | number) => castNumber(each, type));
    return numbers.every((each) => typeof each === 'number') ? numbers : null;
  }
  if (typeof value === 'boolean') return Number(value);
  const text = String(value);
  const number =
    typeof value === 'number' ? value : integer.test(text) || decimal.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (!Number.isFinite(number)) return null;
  return type === 'integer' ? Math.round(number) : number;
}

function castBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = String(value).toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : null;
}

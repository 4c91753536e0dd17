import { type FieldType, type FieldValue, pathSeparator } from '#contract/item.ts';
import { fold } from './folding.ts';
import type { FacetRequest } from '#engine/plan.ts';

export type ColumnKind = 'text' | 'number' | 'boolean';
export type ColumnValue = string | number;

export interface ColumnLayout {
  readonly name: string;
  readonly type: FieldType;
  readonly isPath: boolean;
}

export function columnKind(type: FieldType): ColumnKind {
  if (type === 'boolean') return 'boolean';
  return type === 'text' || type === 'object' ? 'text' : 'number';
}

function toBoolean(value: string | number | boolean): number | null {
  if (typeof value === 'string') return /^(?:true|1|yes)$/i.test(value) ? 1 : /^(?:false|0|no)$/i.test(value) ? 0 : null;
  return value ? 1 : 0;
}

function toNumber(value: string | number | boolean, type: FieldType): number | null {
  const isDateText = type === 'date' && typeof value === 'string' && Number.isNaN(Number(value));
  const number = isDateText ? Date.parse(value) : value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

function ancestors(path: string): string[] {
  const levels = path.split(pathSeparator);
  return levels.map((_, depth) => levels.slice(0, depth + 1).join(pathSeparator));
}

export function columnValues(value: FieldValue, layout: ColumnLayout): ColumnValue[] {
  const singles = typeof value === 'object' ? value : [value];
  const values = new Set<ColumnValue>();
  for (const single of singles) {
    if (layout.type === 'boolean') values.add(toBoolean(single) ?? Number.NaN);
    else if (columnKind(layout.type) === 'number') values.add(toNumber(single, layout.type) ?? Number.NaN);
    else if (layout.isPath) for (const ancestor of ancestors(String(single).toWellFormed())) values.add(ancestor);
    else values.add(String(single).toWellFormed());
  }
  values.delete(Number.NaN);
  values.delete('');
  return [...values];
}

export function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? value.join(' \n ') : String(value);
}

export function countedValues({ under, beginning = '' }: FacetRequest): ((value: string) => boolean) | null {
  const parents = under === undefined ? null : [under].flat();
  const begins = wordBeginning(beginning);
  if (parents === null && begins === null) return null;
  return (value) =>
    (parents === null || parents.some((parent) => isDirectlyUnder(value, parent))) && (begins === null || begins(value));
}

function isDirectlyUnder(path: string, parent: string): boolean {
  const start = parent === '' ? '' : parent + pathSeparator;
  return path.startsWith(start) && !path.includes(pathSeparator, start.length);
}

const patternSigns = /[\\^$.*+?()[\]{}|/]/g;

function wordBeginning(text: string): ((value: string) => boolean) | null {
  const folded = fold(text).trim();
  if (folded === '') return null;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${folded.replaceAll(patternSigns, '\\$&')}`, 'u');
  return (value) => pattern.test(fold(value));
}

export const storedValues = (kind: ColumnKind, anyOf: readonly (string | number | boolean)[]): ReadonlySet<ColumnValue> =>
  new Set(
    anyOf.map((value) => {
      if (kind === 'text') return String(value);
      return kind === 'boolean' ? Number(value === true || value === 1 || value === 'true' || value === '1') : Number(value);
    }),
  );

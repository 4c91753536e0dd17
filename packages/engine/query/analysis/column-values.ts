import type { FieldType, FieldValue } from '#contract/item.ts';
import { pathSeparator } from '#contract/item.ts';

export type ColumnKind = 'text' | 'number' | 'boolean';
export type ColumnValue = string | number;

/** A field whose values can be filtered, counted and sorted by. */
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

/** The distinct values that a field's value stands for in a column; values that don't fit the type are none. */
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

/** What of a value is read as text: several values one after the other. */
export function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? value.join(' \n ') : String(value);
}

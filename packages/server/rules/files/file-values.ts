import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { fieldKind } from '#contract/values/field-kind.ts';
import type { FlatEntries } from '#contract/rows/row-files.ts';
import type { FileValues } from './file-kind.ts';
import { isDay, momentShown, shownAt } from '#contract/days.ts';

/** `2026-12-24 18:30` in a time zone; UTC for seconds, and for an hour that clocks show twice. */
export function momentCell(moment: number, timeZone: string): string {
  const shown = shownAt(moment, timeZone);
  return momentShown(shown, timeZone) === moment ? shown.replace('T', ' ') : new Date(moment).toISOString();
}

/** With or without time and seconds; also as spreadsheets write it: `24.12.2026 18:30`. */
const forms = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>[0-5]\d))?)?$/,
  /^(?<day>\d\d?)\. ?(?<month>\d\d?)\. ?(?<year>\d{4})(?: (?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>[0-5]\d))?)?$/,
];

/** Epoch milliseconds; an unreadable text stays as it is, for the schema to refuse. */
export function cellMoment(text: string, timeZone: string): number | string {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts) {
    const { year = '', month = '', day = '', hour = '0', minute = '00', second = '0' } = parts;
    const two = (number: string) => number.padStart(2, '0');
    const shown = momentShown(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}`, timeZone);
    return shown === null ? text : shown + Number(second) * 1000;
  }
  const [, day] = /^(\d{4}-\d\d-\d\d)T/.exec(text) ?? [];
  if (day !== undefined && !isDay(day)) return text;
  const moment = day === undefined ? Number(text) : Date.parse(text);
  return Number.isNaN(moment) ? text : moment;
}

/** Defaults are not written, moments are UTC texts, and `flat` entries are texts. */
export function fileValues(schema: ObjectSchema, row: object, flat: FlatEntries = {}): FileValues {
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(schema._zod.def.shape).flatMap(([name, field]) => {
      const value = values.get(name);
      if (value === undefined || isUsual(field, value)) return [];
      return [[name, written(field, value, flat[name])] as const];
    }),
  );
}

function isUsual(field: z.core.$ZodType, value: unknown): boolean {
  const { success, data } = z.safeParse(field, undefined);
  return success && isDeepStrictEqual(data, value);
}

function written(field: z.core.$ZodType, value: unknown, flat: FlatEntries[string] | undefined): unknown {
  if (fieldKind(field) === 'moment' && typeof value === 'number') return new Date(value).toISOString();
  return flat && Array.isArray(value) ? value.map((entry) => flat.write(entry)) : value;
}

export function sentValues(schema: ObjectSchema, row: FileValues, flat: FlatEntries = {}): Record<string, unknown> {
  const shape = schema._zod.def.shape;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = shape[name];
      if (field && fieldKind(field) === 'moment' && typeof value === 'string') return [name, cellMoment(value, 'UTC')];
      const entries = flat[name];
      const isFlat = entries !== undefined && Array.isArray(value);
      return [name, isFlat ? value.map((entry: unknown) => (typeof entry === 'string' ? entries.read(entry) : entry)) : value];
    }),
  );
}

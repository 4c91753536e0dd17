import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { fieldKind } from '#contract/values/field-kind.ts';
import type { FlatEntries } from '#contract/rows/row-files.ts';
import type { FileValues } from './file-kind.ts';
import { cellMoment } from './moment-cell.ts';

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

import type * as z from 'zod/mini';
import { fieldKind } from '#contract/values/field-kind.ts';
import type { Flag, Json } from '#server/db/tables/row.ts';
import 'zod/mini';

type Shape = z.core.$ZodShape;
type Stored<Value> = Value extends null
  ? null
  : Value extends boolean
    ? Flag
    : Value extends string
      ? string
      : Value extends number
        ? number
        : Json;
type Columns<Fields> = { readonly [Name in keyof Fields]: Stored<Fields[Name]> };

/** For tables whose columns are called as the fields of a contract: lists are kept as JSON, truth values as 0 and 1. */
export function sameColumns<Fields extends Shape>(schema: z.ZodMiniObject<Fields>) {
  type Values = z.output<z.ZodMiniObject<Fields>>;
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => ({ name, field, kind: fieldKind(field) }));
  const lists = fields.filter(({ kind }) => kind === 'list');
  const each = (values: object, convert: (kind: string, value: unknown) => unknown): unknown => {
    const known = values as Readonly<Record<string, unknown>>;
    const converted: Record<string, unknown> = {};
    for (const { name, kind } of fields) converted[name] = convert(kind, known[name]);
    return converted;
  };
  return {
    toFields: (row: Columns<Values>) => each(row, read) as Values,
    isSound(values: Values): boolean {
      const known = values as Readonly<Record<string, unknown>>;
      return lists.every(({ name, field }) => hasShape(field, known[name]));
    },
    toColumns: (values: Values) => each(values, written) as Columns<Values>,
  };
}

function read(kind: string, value: unknown): unknown {
  if (kind === 'list') return JSON.parse(value as Json);
  return kind === 'truth' ? value === 1 : value;
}

function written(kind: string, value: unknown): unknown {
  if (kind === 'list') return JSON.stringify(value);
  return kind === 'truth' ? Number(value) : value;
}

/**
 * Whether a value that was stored as JSON is built as a schema says: lists of what they are lists of, objects with their members. How long
 * a text is, or which words it may be, is left to whoever saves it: what was saved under other rules is still what it was.
 */
export function hasShape(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default') return value === undefined || hasShape(def.innerType, value);
  if (def.type === 'nullable') return value === null || hasShape(def.innerType, value);
  if (def.type === 'array') return Array.isArray(value) && value.every((one) => hasShape(def.element, one));
  if (def.type === 'union') return def.options.some((option) => hasShape(option, value));
  if (def.type === 'object') {
    if (typeof value !== 'object' || value === null) return false;
    const members = value as Readonly<Record<string, unknown>>;
    return Object.entries(def.shape).every(([name, member]) => hasShape(member, members[name]));
  }
  const isPlain = def.type === 'string' || def.type === 'number' || def.type === 'boolean';
  return isPlain ? typeof value === def.type : value !== null;
}

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

/** For tables whose columns are named like the fields of a contract: lists are stored as JSON, booleans as 0 and 1. */
export function sameColumns<Fields extends Shape>(schema: z.ZodMiniObject<Fields>) {
  type Values = z.output<z.ZodMiniObject<Fields>>;
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => ({ name, field, kind: fieldKind(field) }));
  const each = (values: object, convert: (kind: string, value: unknown) => unknown): unknown => {
    const known = values as Readonly<Record<string, unknown>>;
    const converted: Record<string, unknown> = {};
    for (const { name, kind } of fields) converted[name] = convert(kind, known[name]);
    return converted;
  };
  return {
    toFields: (row: Columns<Values>) => each(row, read) as Values,
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

import * as z from 'zod/mini';
import { type Endpoint, type ObjectSchema, pathParameters, type Schema } from '#contract/endpoint.ts';
import { withoutPersonalData } from '#features/front-api/searched-terms/server/personal-data.ts';
import { maskedText } from '#features/general/console-errors/server/masked-text.ts';
import type { CallParameter } from './api-calls.store.ts';
import { maskedValue } from '#features/super-admin/api-logs/api-logs.contract.ts';

type Keep = (value: string) => string;
type Values = Readonly<Record<string, unknown>>;

/** Longer queries are pasted text. */
const keptCharacters = 100;
/** Limits the cost of masking. */
const maskedCharacters = 3 * keptCharacters;
const longestPlainCharacters = 30;
const mostParameters = 30;
/** The only text that is logged. */
const queryName = 'q';

const masked: Keep = () => maskedValue;

/** Visitors may type or paste personal data. */
const keptQuery: Keep = (text) => maskedText(withoutPersonalData(text.slice(0, maskedCharacters))).slice(0, keptCharacters);

/** Numbers, enums and booleans are no secrets. */
const keptIfSound =
  (schema: Schema): Keep =>
  (value) =>
    value.length <= longestPlainCharacters && z.safeParse(schema, value).success ? value : maskedValue;

function isPlain(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional') return isPlain(def.innerType);
  return def.type === 'number' || def.type === 'enum' || def.type === 'boolean' || def.type === 'literal';
}

const keeps = new WeakMap<ObjectSchema, ReadonlyMap<string, Keep>>();

function keepsOf(input: ObjectSchema): ReadonlyMap<string, Keep> {
  const known = keeps.get(input);
  if (known !== undefined) return known;
  const keepOf = (name: string, schema: Schema): Keep => {
    if (name === queryName) return keptQuery;
    return isPlain(schema) ? keptIfSound(schema) : masked;
  };
  const made = new Map(Object.entries(input._zod.def.shape).map(([name, schema]) => [name, keepOf(name, schema)]));
  keeps.set(input, made);
  return made;
}

/** Only names of the contract, with numbers, enums and queries; all else is masked. */
export function keptParameters({ input, path }: Endpoint, inPath: Values, inQuery: Values): CallParameter[] {
  const known = keepsOf(input);
  const ofPath = new Set(pathParameters(path));
  const kept = (values: Values, isInPath: boolean): CallParameter[] =>
    Object.entries(values)
      .filter(([name]) => known.has(name) && ofPath.has(name) === isInPath)
      .map(([name, value]) => ({ name, value: keptValue(known.get(name) ?? masked, value), isInPath }));
  const all = [...kept(inPath, true), ...kept(inQuery, false)];
  const hasOthers = Object.keys(inQuery).some((name) => !known.has(name) || ofPath.has(name));
  return [...all.slice(0, mostParameters), ...(hasOthers ? [{ name: maskedValue, value: maskedValue, isInPath: false }] : [])];
}

const keptValue = (keep: Keep, value: unknown): string =>
  Array.isArray(value)
    ? value
        .slice(0, mostParameters)
        .map((one) => keep(String(one)))
        .join(', ')
    : keep(String(value));

import * as z from 'zod/mini';
import { type Endpoint, type ObjectSchema, pathParameters, type Schema } from '#contract/endpoint.ts';
import { withoutPersonalData } from '#features/front-api/searched-terms/server/personal-data.ts';
import { maskedText } from '#features/general/console-errors/server/masked-text.ts';
import type { CallParameter } from './api-calls.store.ts';
import { maskedValue } from '#features/super-admin/api-logs/api-logs.contract.ts';

type Keep = (value: string) => string;
type Values = Readonly<Record<string, unknown>>;

/** Longer queries are pasted; what they begin with tells which they were. */
const keptCharacters = 100;
/** Masking takes the longer the longer a text is, and no address ends or number begins so far behind. */
const maskedCharacters = 3 * keptCharacters;
/** A number or a choice of the contract is shorter than this. */
const longestPlainCharacters = 30;
/** Parameters of one call; a list of values is one. */
const mostParameters = 30;
/** The only text that is kept: what a query was is what a call of a shop is about. */
const queryName = 'q';

const masked: Keep = () => maskedValue;

/** What visitors type may be about themselves, or come from their clipboard. */
const keptQuery: Keep = (text) => maskedText(withoutPersonalData(text.slice(0, maskedCharacters))).slice(0, keptCharacters);

/** A number, a choice or a yes is said by the contract, and so is no secret. */
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

/** Only names that the contract knows, with numbers, choices and queries: others may be anything, so they are masked. */
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

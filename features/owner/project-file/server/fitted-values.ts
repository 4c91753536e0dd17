import type * as z from 'zod/mini';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { editDistance } from '#engine/query/analysis/typos.ts';
import type { FileProblems } from './file-problems.ts';
import type { YamlPlace, YamlValue } from './yaml/yaml-values.ts';

/** A name with at most so many other letters is what somebody meant. */
const meantEdits = 3;

interface Reading {
  readonly problems: FileProblems;
  readonly places: ReadonlyMap<string, YamlPlace>;
}

const isMap = (value: YamlValue): value is { [name: string]: YamlValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values under these names, or null where something else stands there, or a name that isn't known; both are told. */
export function namedValues<Value>(
  value: YamlValue,
  path: string,
  names: Readonly<Record<string, Value>> | null,
  { problems }: Reading,
): [name: string, value: YamlValue][] | null {
  if (!isMap(value)) {
    problems.add(path, 'fileNamesNeeded');
    return null;
  }
  const entries = Object.entries(value);
  if (names !== null)
    for (const [name] of entries)
      if (!Object.hasOwn(names, name)) tellUnknown(joined(path, name), name, Object.keys(names), problems);
  return names === null ? entries : entries.filter(([name]) => Object.hasOwn(names, name));
}

function tellUnknown(path: string, key: string, names: readonly string[], problems: FileProblems): void {
  const near = names
    .map((name) => ({ name, edits: editDistance(key, name, meantEdits) }))
    .filter(({ name, edits }) => edits <= Math.min(meantEdits, name.length / 2))
    .toSorted((one, other) => one.edits - other.edits)[0];
  if (near) problems.add(path, 'fileKeyMeant', { key, meant: near.name });
  else problems.add(path, 'fileKeyUnknown', { key, keys: names.join(', ') });
}

export const joined = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

/** The row as the schema of its kind wants it, as far as YAML is to blame: `0123` and `yes` are texts where a text belongs. */
export function fittedRow(
  value: YamlValue,
  path: string,
  schema: ObjectSchema,
  { texts, without = [], ...reading }: Reading & { readonly texts: readonly string[]; readonly without?: readonly string[] },
): Record<string, YamlValue> {
  const shape = Object.fromEntries(Object.entries(schema._zod.def.shape).filter(([name]) => !without.includes(name)));
  const entries = namedValues(value, path, shape, reading) ?? [];
  return Object.fromEntries(
    entries.map(([name, one]) => {
      const at = joined(path, name);
      return [name, texts.includes(name) ? asTexts(one, at, reading) : fitted(shape[name]!, one, at, reading)];
    }),
  );
}

function fitted(schema: z.core.$ZodType, value: YamlValue, path: string, reading: Reading): YamlValue {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional')
    return fitted(def.innerType, value, path, reading);
  if (def.type === 'string') return asText(value, path, reading);
  if (def.type === 'array' && Array.isArray(value))
    return value.map((one, at) => fitted(def.element, one, joined(path, at), reading));
  if (def.type === 'object' && isMap(value)) return fittedRow(value, path, schema as ObjectSchema, { ...reading, texts: [] });
  return value;
}

const asText = (value: YamlValue, path: string, { places }: Reading): YamlValue =>
  typeof value === 'number' || typeof value === 'boolean' ? (places.get(path)?.typed ?? String(value)) : value;

const asTexts = (value: YamlValue, path: string, reading: Reading): YamlValue =>
  Array.isArray(value) ? value.map((one, at) => asText(one, joined(path, at), reading)) : value;

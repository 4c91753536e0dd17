import type * as z from 'zod/mini';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import { reportedMistakes } from '#contract/limits.ts';
import type { ReadYaml, YamlMap, YamlPlace, YamlValue } from './yaml/yaml-process.ts';
import { Failure } from '#server/base/fail.ts';

export const joined = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

const isMap = (value: YamlValue): value is YamlMap => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A parsed file and the problems found in it. Paths are keys and list positions, joined by dots. */
export class FileText {
  readonly root: YamlValue;
  readonly #places: ReadonlyMap<string, YamlPlace>;
  readonly #problems: Problem[] = [];

  /** Throws `projectFileNotValid` for a text that could not be parsed. */
  constructor(read: ReadYaml) {
    this.root = 'value' in read ? read.value : null;
    this.#places = 'value' in read ? read.places : new Map<string, YamlPlace>();
    if ('problems' in read) for (const { path, line, code, parameters } of read.problems) this.add(path, code, parameters, line);
    this.end();
  }

  add(path: string, code: ErrorCode, parameters: ErrorParameters = {}, line = this.#lineOf(path)): void {
    const message = `Line ${line}: ${errorText(code, parameters)}`;
    this.#problems.push({ field: path, code, message, parameters: { ...parameters, line } });
  }

  /** Throws `projectFileNotValid` with the problems so far, in the order of the file. */
  end(): void {
    if (this.#problems.length === 0) return;
    const lineOf = ({ parameters }: Problem) => Number(parameters?.['line']);
    const inOrder = this.#problems.toSorted((one, other) => lineOf(one) - lineOf(other));
    throw new Failure('projectFileNotValid', errorText('projectFileNotValid'), inOrder.slice(0, reportedMistakes));
  }

  /** The line of a path, or of the closest one above it that the file has. */
  #lineOf(path: string): number {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const place = this.#places.get(at);
      if (place) return place.line;
    }
    return 1;
  }

  /** Entries of a map. Unknown keys are problems, and skipped; `keys` is null where all are known. */
  entriesOf(value: YamlValue, path: string, keys: readonly string[] | null): [key: string, value: YamlValue][] {
    if (!isMap(value)) {
      this.add(path, 'fileNamesNeeded');
      return [];
    }
    return Object.entries(value).filter(([key]) => {
      const isKnown = keys === null || keys.includes(key);
      if (!isKnown) this.add(joined(path, key), 'fileKeyUnknown', { key, keys: keys.join(', ') });
      return isKnown;
    });
  }

  /** A row as its schema wants it: `0123` and `yes` are text where text belongs, and in the lists of `texts`. */
  rowOf(value: YamlValue, path: string, schema: ObjectSchema, texts: readonly string[] = [], without?: string): YamlMap {
    const { [without ?? '']: _without, ...shape } = schema._zod.def.shape;
    return Object.fromEntries(
      this.entriesOf(value, path, Object.keys(shape)).map(([name, one]) => {
        const at = joined(path, name);
        const isTexts = texts.includes(name) && Array.isArray(one);
        return [name, isTexts ? one.map((entry, i) => this.#textOf(entry, joined(at, i))) : this.#fitted(shape[name]!, one, at)];
      }),
    );
  }

  #fitted(schema: z.core.$ZodType, value: YamlValue, path: string): YamlValue {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional')
      return this.#fitted(def.innerType, value, path);
    if (def.type === 'string') return this.#textOf(value, path);
    if (def.type === 'array' && Array.isArray(value))
      return value.map((one, at) => this.#fitted(def.element, one, joined(path, at)));
    return def.type === 'object' && isMap(value) ? this.rowOf(value, path, schema as ObjectSchema) : value;
  }

  #textOf(value: YamlValue, path: string): YamlValue {
    return typeof value === 'number' || typeof value === 'boolean' ? (this.#places.get(path)?.typed ?? String(value)) : value;
  }
}

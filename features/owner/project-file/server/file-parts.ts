import { fittedRow, joined, namedValues } from './fitted-values.ts';
import { FileProblems } from './file-problems.ts';
import { fileVersion, type KindsOfFile } from './file-sections.ts';
import type { ReadYaml, YamlPlace, YamlValue } from './yaml/yaml-values.ts';
import type { FileKind, FileValues } from '#server/rules/files/file-kind.ts';

/** Rows of one kind in one place, as the file says them. What the file has no part of stays as it is. */
export interface FilePart {
  readonly kind: FileKind;
  /** The name of the collection; null for rows of the whole project. */
  readonly collection: string | null;
  readonly rows: readonly { readonly path: string; readonly values: FileValues }[];
}

export interface FileParts {
  readonly parts: readonly FilePart[];
  readonly collections: readonly string[];
  readonly places: ReadonlyMap<string, YamlPlace>;
}

/** The parts of a file. Throws `projectFileNotValid` with what can be told without looking at the project. */
export function partsOfFile(kinds: KindsOfFile, read: ReadYaml): FileParts {
  if ('problems' in read) {
    const problems = new FileProblems(new Map());
    for (const { path, line, code, parameters } of read.problems) problems.add(path, code, parameters, line);
    throw problems.failure;
  }
  const reader = new PartReader(kinds, read.places);
  const parts = reader.partsOf(read.value);
  reader.problems.end();
  return { parts, collections: reader.collections, places: read.places };
}

class PartReader {
  readonly problems: FileProblems;
  readonly places: ReadonlyMap<string, YamlPlace>;
  readonly collections: string[] = [];
  readonly #kinds: KindsOfFile;

  constructor(kinds: KindsOfFile, places: ReadonlyMap<string, YamlPlace>) {
    this.#kinds = kinds;
    this.places = places;
    this.problems = new FileProblems(places);
  }

  partsOf(tree: YamlValue): FilePart[] {
    const { project, settings, rules } = this.#kinds;
    const beside = Object.fromEntries(settings.map(({ key }) => [key, 1]));
    const top = namedValues(tree, '', { version: 1, project: 1, ...beside, rules: 1, collections: 1 }, this);
    if (top === null) return [];
    const said = new Map(top);
    if (said.get('version') !== fileVersion) this.problems.add('version', 'fileVersion', { version: fileVersion });
    return [
      ...(said.has('project') ? this.#part(project, null, said.get('project')!, 'project') : []),
      ...settings.flatMap((kind) => (said.has(kind.key) ? this.#part(kind, null, said.get(kind.key)!, kind.key) : [])),
      ...(said.has('collections') ? this.#collections(said.get('collections')!) : []),
      ...(said.has('rules') ? this.#rules(rules, null, said.get('rules')!, 'rules') : []),
    ];
  }

  #collections(value: YamlValue): FilePart[] {
    const all = namedValues(value, 'collections', null, this) ?? [];
    return all.flatMap(([name, collection]) => {
      this.collections.push(name);
      return this.#collection(name, collection, joined('collections', name));
    });
  }

  #collection(name: string, value: YamlValue, path: string): FilePart[] {
    const { collections, named, collectionRules } = this.#kinds;
    const settings = collections.schema._zod.def.shape;
    const below = Object.fromEntries(named.map((kind) => [kind.key, kind]));
    const entries = namedValues(value, path, { ...settings, ...below, rules: 1 }, this) ?? [];
    const own = Object.fromEntries(entries.filter(([key]) => key in settings));
    return [
      ...this.#part(collections, name, own, path),
      ...entries.flatMap(([key, one]) => (below[key] ? this.#part(below[key], name, one, joined(path, key)) : [])),
      ...entries.flatMap(([key, one]) => (key === 'rules' ? this.#rules(collectionRules, name, one, joined(path, key)) : [])),
    ];
  }

  #rules(kinds: readonly FileKind[], collection: string | null, value: YamlValue, path: string): FilePart[] {
    const byKey = Object.fromEntries(kinds.map((kind) => [kind.key, kind]));
    const entries = namedValues(value, path, byKey, this) ?? [];
    return entries.flatMap(([key, one]) => this.#part(byKey[key]!, collection, one, joined(path, key)));
  }

  #part(kind: FileKind, collection: string | null, value: YamlValue, path: string): FilePart[] {
    const { schema, texts, shape } = kind;
    const row = (one: YamlValue, at: string, without: readonly string[] = []) => ({
      path: at,
      values: fittedRow(one, at, schema, { problems: this.problems, places: this.places, texts, without }),
    });
    if (shape === 'one') return [{ kind, collection, rows: [row(value, path)] }];
    if (shape === 'named') {
      const entries = namedValues(value, path, null, this) ?? [];
      const rows = entries.map(([name, one]) => {
        const { path: at, values } = row(one, joined(path, name), ['name']);
        return { path: at, values: { name, ...values } };
      });
      return [{ kind, collection, rows }];
    }
    if (!Array.isArray(value)) {
      this.problems.add(path, 'fileListNeeded');
      return [];
    }
    return [{ kind, collection, rows: value.map((one, at) => row(one, joined(path, at))) }];
  }
}

import { createHash } from 'node:crypto';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { type FileText, joined } from './file-text.ts';
import { collectionsKind, endpointsKind, projectKind } from './settings/settings.kinds.ts';
import { feedsKind } from './settings/feeds.kind.ts';
import { fieldsKind } from './settings/fields.kind.ts';
import type { YamlValue } from './yaml/yaml-process.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { FileKind, FileValues, KeyedRow } from '#server/rules/files/file-kind.ts';

const fileVersion = 1;

export interface KindsOfFile {
  readonly top: readonly FileKind[];
  /** Under `rules`. */
  readonly rules: readonly FileKind[];
  readonly collections: FileKind;
  /** Under a key of a collection. */
  readonly named: readonly FileKind[];
  /** Under `rules` of a collection. */
  readonly collectionRules: readonly FileKind[];
}

export function kindsOfFile(app: App): KindsOfFile {
  const rules = [...app.fileKinds.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return {
    top: [projectKind, endpointsKind],
    rules: rules.filter(({ isOfCollection }) => !isOfCollection),
    collections: collectionsKind,
    named: [fieldsKind(app), feedsKind(app)],
    collectionRules: rules.filter(({ isOfCollection }) => isOfCollection),
  };
}

export interface Section {
  readonly kind: FileKind;
  /** null for rows of the whole project. */
  readonly collection: { readonly id: number; readonly name: string } | null;
  readonly rows: readonly KeyedRow[];
}

export async function readSections(kinds: KindsOfFile, db: Database, project: ProjectScope): Promise<Section[]> {
  const sections: Section[] = [];
  for (const kind of [...kinds.top, ...kinds.rules])
    sections.push({ kind, collection: null, rows: await kind.read(db, { id: project.id }) });
  for (const { id, name } of await collectionStore(db).list(project))
    for (const kind of [kinds.collections, ...kinds.named, ...kinds.collectionRules])
      sections.push({ kind, collection: { id, name }, rows: await kind.read(db, { id: project.id, collectionId: id }) });
  return sections;
}

type Tree = Readonly<Record<string, unknown>>;

export function treeOf({ top, rules, collections, named, collectionRules }: KindsOfFile, sections: readonly Section[]): Tree {
  const byCollection = Map.groupBy(sections, ({ collection }) => collection?.name ?? null);
  const own = byCollection.get(null) ?? [];
  const names = [...byCollection.keys()].filter((name) => name !== null).toSorted((one, other) => (one < other ? -1 : 1));
  const collectionTree = (name: string): Tree => {
    const ofOne = byCollection.get(name) ?? [];
    return {
      ...(valuesOf(ofOne, collections) as object),
      ...valuesByKey(ofOne, named),
      rules: valuesByKey(ofOne, collectionRules),
    };
  };
  return {
    version: fileVersion,
    ...valuesByKey(own, top),
    rules: valuesByKey(own, rules),
    collections: Object.fromEntries(names.map((name) => [name, collectionTree(name)])),
  };
}

const valuesByKey = (sections: readonly Section[], kinds: readonly FileKind[]): Tree =>
  Object.fromEntries(kinds.map((kind) => [kind.key, valuesOf(sections, kind)]));

function valuesOf(sections: readonly Section[], { key, shape }: FileKind): unknown {
  const { rows = [] } = sections.find(({ kind }) => kind.key === key) ?? {};
  if (shape === 'one') return rows[0]?.values ?? {};
  return shape === 'named'
    ? Object.fromEntries(rows.map(({ name, values }) => [name, values]))
    : rows.map(({ values }) => values);
}

/** Equal for projects whose files are equal. */
export const fingerprintOf = (tree: Tree): string => createHash('sha256').update(JSON.stringify(tree)).digest('hex');

/** Rows of one kind in one place, as the file has them. Places that the file doesn't have stay as they are. */
export interface FilePart {
  readonly kind: FileKind;
  readonly collection: string | null;
  readonly rows: readonly { readonly path: string; readonly values: FileValues }[];
}

export interface FileParts {
  readonly parts: readonly FilePart[];
  readonly collections: readonly string[];
}

/** Throws `projectFileNotValid` for problems that don't depend on the project. */
export function partsOf(kinds: KindsOfFile, file: FileText): FileParts {
  const { top, rules, collections, named, collectionRules } = kinds;
  const names: string[] = [];
  const settings = Object.keys(collections.schema._zod.def.shape);
  const entries = file.entriesOf(file.root, '', ['version', ...keysOf(top), 'rules', 'collections']);
  const said = new Map(entries);
  if (file.root !== null && said.get('version') !== fileVersion) file.add('version', 'fileVersion', { version: fileVersion });
  const parts = [...partsIn(top, null, entries, ''), ...collectionParts(), ...rulesIn(rules, null, entries, '')];
  file.end();
  return { parts, collections: names };

  function collectionParts(): FilePart[] {
    const all = said.has('collections') ? file.entriesOf(said.get('collections')!, 'collections', null) : [];
    return all.flatMap(([name, collection]) => {
      names.push(name);
      const path = joined('collections', name);
      const inside = file.entriesOf(collection, path, [...settings, ...keysOf(named), 'rules']);
      const own = Object.fromEntries(inside.filter(([key]) => settings.includes(key)));
      return [
        partOf(collections, name, own, path),
        ...partsIn(named, name, inside, path),
        ...rulesIn(collectionRules, name, inside, path),
      ];
    });
  }

  function rulesIn(of: readonly FileKind[], collection: string | null, among: typeof entries, path: string): FilePart[] {
    const value = among.find(([key]) => key === 'rules')?.[1];
    const at = joined(path, 'rules');
    return value === undefined ? [] : partsIn(of, collection, file.entriesOf(value, at, keysOf(of)), at);
  }

  function partsIn(of: readonly FileKind[], collection: string | null, among: typeof entries, path: string): FilePart[] {
    return among.flatMap(([key, value]) => {
      const kind = of.find((one) => one.key === key);
      return kind ? [partOf(kind, collection, value, joined(path, key))] : [];
    });
  }

  function partOf(kind: FileKind, collection: string | null, value: YamlValue, path: string): FilePart {
    const { schema, texts, shape } = kind;
    const row = (one: YamlValue, at: string) => ({ path: at, values: file.rowOf(one, at, schema, texts) });
    if (shape === 'one') return { kind, collection, rows: [row(value, path)] };
    if (shape === 'named') {
      const rows = file.entriesOf(value, path, null).map(([name, one]) => {
        const at = joined(path, name);
        return { path: at, values: { name, ...file.rowOf(one, at, schema, texts, 'name') } };
      });
      return { kind, collection, rows };
    }
    if (!Array.isArray(value)) file.add(path, 'fileListNeeded');
    return { kind, collection, rows: Array.isArray(value) ? value.map((one, at) => row(one, joined(path, at))) : [] };
  }
}

const keysOf = (kinds: readonly FileKind[]): string[] => kinds.map(({ key }) => key);

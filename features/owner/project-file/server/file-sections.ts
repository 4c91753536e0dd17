import { createHash } from 'node:crypto';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { collectionsKind } from './settings/collections.kind.ts';
import { endpointsKind } from './settings/endpoints.kind.ts';
import { feedsKind } from './settings/feeds.kind.ts';
import { fieldsKind } from './settings/fields.kind.ts';
import { projectKind } from './settings/project.kind.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { FileKind, KeyedRow } from '#server/rules/files/file-kind.ts';

export const fileVersion = 1;

export interface KindsOfFile {
  readonly project: FileKind;
  readonly settings: readonly FileKind[];
  /** Under `rules`. */
  readonly rules: readonly FileKind[];
  readonly collections: FileKind;
  readonly named: readonly FileKind[];
  /** Under `rules` of a collection. */
  readonly collectionRules: readonly FileKind[];
}

export function kindsOfFile(app: App): KindsOfFile {
  const rules = [...app.fileKinds.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return {
    project: projectKind,
    settings: [endpointsKind],
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
  for (const kind of [kinds.project, ...kinds.settings, ...kinds.rules])
    sections.push({ kind, collection: null, rows: await kind.read(db, { id: project.id }) });
  for (const { id, name } of await collectionStore(db).list(project))
    for (const kind of [kinds.collections, ...kinds.named, ...kinds.collectionRules])
      sections.push({ kind, collection: { id, name }, rows: await kind.read(db, { id: project.id, collectionId: id }) });
  return sections;
}

type Tree = Readonly<Record<string, unknown>>;

export function treeOf(kinds: KindsOfFile, sections: readonly Section[]): Tree {
  const own = sections.filter(({ collection }) => collection === null);
  const ofCollections = Map.groupBy(
    sections.filter(({ collection }) => collection !== null),
    ({ collection }) => collection?.name ?? '',
  );
  const inOrder = [...ofCollections].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    version: fileVersion,
    project: valuesIn(own, kinds.project),
    ...rulesOf(own, kinds.settings),
    rules: rulesOf(own, kinds.rules),
    collections: Object.fromEntries(inOrder.map(([name, ofOne]) => [name, collectionTree(kinds, ofOne)])),
  };
}

const collectionTree = (kinds: KindsOfFile, sections: readonly Section[]): Tree => ({
  ...(valuesIn(sections, kinds.collections) as object),
  ...rulesOf(sections, kinds.named),
  rules: rulesOf(sections, kinds.collectionRules),
});

const rulesOf = (sections: readonly Section[], kinds: readonly FileKind[]): Tree =>
  Object.fromEntries(kinds.map((kind) => [kind.key, valuesIn(sections, kind)]));

function valuesIn(sections: readonly Section[], kind: FileKind): unknown {
  const { rows = [] } = sections.find((section) => section.kind.key === kind.key) ?? {};
  if (kind.shape === 'one') return rows[0]?.values ?? {};
  return kind.shape === 'named'
    ? Object.fromEntries(rows.map(({ name, values }) => [name, values]))
    : rows.map(({ values }) => values);
}

/** The same for projects that have the same in their files. */
export const fingerprintOf = (tree: Tree): string => createHash('sha256').update(JSON.stringify(tree)).digest('hex');

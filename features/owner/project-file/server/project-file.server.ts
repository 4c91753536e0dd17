import * as z from 'zod/mini';
import { isDeepStrictEqual } from 'node:util';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint.ts';
import { errorText } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { CollectionInput, maximumCollections } from '#features/data/collections/collections.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import {
  exportProject,
  exportProjectByApi,
  importProject,
  importProjectByApi,
  type ProjectImport,
  type FileChange,
} from '#features/owner/project-file/project-file.contract.ts';
import {
  type FilePart,
  type FileParts,
  fingerprintOf,
  kindsOfFile,
  partsOf,
  readSections,
  type Section,
  treeOf,
} from './file-sections.ts';
import { FileText, joined } from './file-text.ts';
import { readInProcess, writeInProcess } from './yaml/yaml-process.ts';
import type { App } from '#server/app/app.ts';
import { type ProjectScope, type RowScope, searchText } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, Failure } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';
import { listedReleaseChanges } from '#contract/limits.ts';
import type { ChangeKind } from '#contract/rows/rule-fields.ts';
import type { KeyedRow } from '#server/rules/files/file-kind.ts';

const mostCharacters = 300;

interface Pair {
  readonly before: KeyedRow | undefined;
  readonly after: KeyedRow | undefined;
  readonly isMoved: boolean;
}

const placeOf = ({ kind, collection }: Section): string => `${kind.key} ${collection?.name ?? ''}`;

function sectionDifferences(before: readonly Section[], after: readonly Section[]): Pick<ProjectImport, 'counts' | 'changes'> {
  const known = new Map(before.map((section) => [placeOf(section), section]));
  const counts: Record<string, Partial<Record<ChangeKind, number>>> = {};
  const changes: FileChange[] = [];
  for (const section of after) {
    for (const pair of differingRows(known.get(placeOf(section))?.rows ?? [], section.rows)) {
      const change = changeOf(section, pair);
      const ofSource = (counts[change.source] ??= {});
      ofSource[change.kind] = (ofSource[change.kind] ?? 0) + 1;
      if (changes.length < listedReleaseChanges) changes.push(change);
    }
  }
  return { counts, changes };
}

/** A row is moved if it comes after a row that it came before. */
function differingRows(before: readonly KeyedRow[], after: readonly KeyedRow[]): Pair[] {
  const known = new Map(before.map((row, place) => [row.key, { row, place }]));
  let furthest = -1;
  const pairs = after.map((row): Pair => {
    const own = known.get(row.key);
    const isMoved = own !== undefined && own.place < furthest;
    furthest = Math.max(furthest, own?.place ?? -1);
    return { before: own?.row, after: row, isMoved };
  });
  const kept = new Set(after.map(({ key }) => key));
  const gone = before.filter(({ key }) => !kept.has(key)).map((row): Pair => ({ before: row, after: undefined, isMoved: false }));
  return [...pairs.filter((pair) => pair.isMoved || !isDeepStrictEqual(pair.before?.values, pair.after?.values)), ...gone];
}

function changeOf({ kind, collection }: Section, { before, after, isMoved }: Pair): FileChange {
  return {
    source: kind.key,
    collection: collection?.name ?? null,
    kind: changeKind(before, after),
    name: (after ?? before)!.name,
    fields: [
      ...fieldsOf(before?.values ?? {}, after?.values ?? {}),
      ...(isMoved ? [{ field: 'order', before: null, after: null }] : []),
    ],
  };
}

function changeKind(before: KeyedRow | undefined, after: KeyedRow | undefined): ChangeKind {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  const [wasOn, isOn] = [before, after].map(({ values }) => values['is_active'] !== false);
  return wasOn === isOn ? 'changed' : isOn ? 'turnedOn' : 'turnedOff';
}

const fieldsOf = (before: KeyedRow['values'], after: KeyedRow['values']): FileChange['fields'] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((field) => ({ field, before: shortText(before[field]), after: shortText(after[field]) }));

function shortText(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

const comment = ` Settings and rules of a project of Aisle. Secrets are not in it: ••• stands for one in an address.`;
const reason = 'project file';

/** A person, or a program with a secret of the project. */
interface Importer {
  readonly user?: { readonly id: number };
  readonly project: ProjectScope & { readonly name: string };
}

export function serveProjectFile(app: App): void {
  const kinds = () => kindsOfFile(app);

  async function exported({ user, project }: Importer, gone: AbortSignal): Promise<OutputOf<typeof exportProject>> {
    const text = await app.processes.run({ user, project }, gone, async () =>
      writeInProcess(treeOf(kinds(), await readSections(kinds(), app.db, project)), comment, gone),
    );
    return { file_name: `${fileName(project.name)}.yaml`, text };
  }

  async function imported(
    { user, project }: Importer,
    { text, dry_run: isDryRun, state, without }: ParsedInputOf<typeof importProject>,
    gone: AbortSignal,
  ): Promise<ProjectImport> {
    const userId = user?.id ?? null;
    const read = await app.processes.run({ user, project }, gone, () => readInProcess(text.replace(/^\uFEFF/, ''), gone));
    const file = new FileText(read);
    const { parts: all, collections } = partsOf(kinds(), file);
    const skipped: readonly string[] = without;
    const parts = all.filter(({ kind }) => !skipped.includes(kind.key));

    async function work(db: Database): Promise<Omit<ProjectImport, 'release' | 'is_written'>> {
      const before = await readSections(kinds(), db, project);
      const known = fingerprintOf(treeOf(kinds(), before));
      if (state != null && state !== known) throw fail('projectFileMeanwhile');
      const skipped = await writeParts(db, project, file, { parts, collections }, { userId, at: Date.now() });
      const after = await readSections(kinds(), db, project);
      return { state: known, ...sectionDifferences(before, after), kept: keptOf({ parts, collections }, after), skipped };
    }

    // Also rules of kinds that wait otherwise are live at once.
    const live = (['onPublish', 'onUpdate', 'atMidnight'] as const).flatMap((moment) => app.releases.keysOf(moment));
    const change = { userId, reason, live };
    const done = isDryRun
      ? await undone(app.db, (db) => app.releases.changeWithin(db, project, change, work))
      : await app.releases.change(project, change, work);
    if (!isDryRun) await app.cache.answers.purge(`project ${project.id}`);
    return { ...done, is_written: !isDryRun, release: (await app.releases.live(project)).number };
  }

  serve(app, exportProject, (_input, caller, _upload, gone) => exported(caller, gone));
  serve(app, exportProjectByApi, (_input, { project }, _upload, gone) => exported({ project }, gone));
  serve(app, importProject, (input, caller, _upload, gone) => imported(caller, input, gone));
  // A secret of a project changes neither its name nor its feeds.
  serve(app, importProjectByApi, (input, { project }, _upload, gone) =>
    imported({ project }, { ...input, without: ['project', 'feeds'] }, gone),
  );
}

/** Works in a transaction that is rolled back. */
async function undone<Found>(db: Database, work: (db: Database) => Promise<Found>): Promise<Found> {
  const found: Found[] = [];
  const undo = new Error('Rolled back.');
  const trying = db.transaction().execute(async (transaction) => {
    found.push(await work(transaction));
    throw undo;
  });
  await trying.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return found[0] as Found;
}

type Skipped = ProjectImport['skipped'];

/** Names that differ in case or diacritics alone are the same collection. */
const collectionKey = (name: string): string => searchText([name]);

/** Within a change of releases. Returns what can't be imported; throws `projectFileNotValid` with all that is wrong. */
async function writeParts(
  db: Database,
  project: ProjectScope,
  file: FileText,
  { parts, collections }: FileParts,
  author: Author,
): Promise<Skipped> {
  const ids = await addCollections(db, project, file, collections);
  const skipped: Skipped = [];
  for (const part of parts) {
    const collectionId = part.collection === null ? undefined : ids.get(collectionKey(part.collection));
    await writePart(db, { id: project.id, ...(collectionId !== undefined && { collectionId }) }, file, part, author, skipped);
  }
  file.end();
  return skipped;
}

/** Adds the collections that only the file has. Returns the ids of all, by `collectionKey`. */
async function addCollections(db: Database, project: ProjectScope, file: FileText, names: readonly string[]) {
  const store = collectionStore(db);
  const ids = new Map((await store.list(project)).map(({ id, name }) => [collectionKey(name), id]));
  const seen = new Set<string>();
  for (const name of names) {
    const key = collectionKey(name);
    const path = joined('collections', name);
    const { success, data, error } = z.safeParse(CollectionInput, { name });
    if (!success) for (const { code, parameters } of problemsOf(error, { name })) file.add(path, code, parameters);
    else if (seen.has(key)) file.add(path, 'alreadyUsed', { name: 'collection' });
    else if (!ids.has(key)) ids.set(key, await store.insert(project, data.name));
    seen.add(key);
  }
  if (ids.size > maximumCollections) file.add('collections', 'tooMany', { max: maximumCollections });
  file.end();
  return ids;
}

async function writePart(
  db: Database,
  scope: RowScope,
  file: FileText,
  { kind, collection, rows }: FilePart,
  author: Author,
  skipped: Skipped,
): Promise<void> {
  const pathOf = (at: number) => rows[at]?.path ?? '';
  try {
    const values = rows.map((row) => row.values);
    const mistakes = await kind.write(db, scope, values, author, (at, code) => {
      const name = values[at]?.['name'];
      skipped.push({
        source: kind.key,
        collection,
        name: typeof name === 'string' ? name : '',
        code,
        message: errorText(code),
      });
    });
    for (const { at, field, code, parameters } of mistakes)
      file.add(field === '' ? pathOf(at) : joined(pathOf(at), field), code, parameters);
  } catch (failure) {
    // Problems of all rows together are reported at the first.
    if (!(failure instanceof Failure)) throw failure;
    for (const { code, parameters } of failure.problems) file.add(pathOf(0), code, parameters);
  }
}

/** Collections, fields and feeds that are not in the file, and stay: their items would go with them. */
function keptOf({ parts, collections }: FileParts, after: readonly Section[]): ProjectImport['kept'] {
  const said = new Set(collections.map(collectionKey));
  const others = after.flatMap(({ collection }) =>
    collection && !said.has(collectionKey(collection.name)) ? [collection.name] : [],
  );
  const kept = parts.flatMap(({ kind, collection, rows }) => {
    if (kind.shape !== 'named' || collection === null) return [];
    const named = new Set(rows.map(({ values }) => values['name']));
    const isHere = (section: Section) =>
      section.kind.key === kind.key && collectionKey(section.collection?.name ?? '') === collectionKey(collection);
    const names = (after.find(isHere)?.rows ?? []).map(({ name }) => name).filter((name) => !named.has(name));
    return names.length > 0 ? [{ source: kind.key, collection, names }] : [];
  });
  return others.length > 0 ? [{ source: 'collections', collection: null, names: [...new Set(others)] }, ...kept] : kept;
}

/** `Zahradní nářadí` is `zahradni-naradi`. */
const fileName = (name: string): string =>
  searchText([name])
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'project';

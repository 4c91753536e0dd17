import * as z from 'zod/mini';
import { errorText } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { CollectionInput, maximumCollections } from '#features/data/collections/collections.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { FilePart, FileParts } from './file-parts.ts';
import { FileProblems } from './file-problems.ts';
import { joined } from './fitted-values.ts';
import type { ProjectImport } from '#features/owner/project-file/project-file.contract.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { Failure } from '#server/fail.ts';
import { searchText } from '#server/db/search-text.ts';

type LeftOut = ProjectImport['left_out'];

/** Two collections whose names differ in case or diacritics alone are one. */
export const collectionKey = (name: string): string => searchText([name]);

/** Within a change of releases. Answers what can't be taken over; throws `projectFileNotValid` with all that is wrong. */
export async function writeParts(db: Database, project: ProjectScope, file: FileParts, author: Author): Promise<LeftOut> {
  const problems = new FileProblems(file.places);
  const collections = await withCollections(db, project, file, problems);
  problems.end();
  const leftOut: LeftOut = [];
  for (const part of file.parts) {
    const collectionId = part.collection === null ? undefined : collections.get(collectionKey(part.collection));
    const scope: RowScope = { id: project.id, ...(collectionId !== undefined && { collectionId }) };
    await writePart(db, scope, part, author, problems, leftOut);
  }
  problems.end();
  return leftOut;
}

/** The ids of the collections, those included that only the file has. */
async function withCollections(db: Database, project: ProjectScope, { collections }: FileParts, problems: FileProblems) {
  const store = collectionStore(db);
  const ids = new Map((await store.list(project)).map(({ id, name }) => [collectionKey(name), id]));
  const seen = new Set<string>();
  for (const name of collections) {
    const key = collectionKey(name);
    const path = joined('collections', name);
    const { success, data, error } = z.safeParse(CollectionInput, { name });
    if (!success) for (const { code, parameters } of problemsOf(error, { name })) problems.add(path, code, parameters);
    else if (seen.has(key)) problems.add(path, 'alreadyUsed', { name: 'collection' });
    else if (!ids.has(key)) ids.set(key, await store.insert(project, data.name));
    seen.add(key);
  }
  if (ids.size > maximumCollections) problems.add('collections', 'tooMany', { max: maximumCollections });
  return ids;
}

async function writePart(
  db: Database,
  scope: RowScope,
  { kind, collection, rows }: FilePart,
  author: Author,
  problems: FileProblems,
  leftOut: LeftOut,
): Promise<void> {
  const pathOf = (at: number, field = '') => {
    const path = rows[at]?.path ?? '';
    return field === '' ? path : joined(path, field);
  };
  const values = rows.map((row) => row.values);
  try {
    const mistakes = await kind.write(db, scope, values, author, (at, code) => {
      const name = rows[at]?.values['name'];
      leftOut.push({ source: kind.key, collection, name: typeof name === 'string' ? name : '', code, message: errorText(code) });
    });
    for (const { at, field, code, parameters } of mistakes) problems.add(pathOf(at, field), code, parameters);
  } catch (failure) {
    // What is wrong with all rows together is told at the first.
    if (!(failure instanceof Failure)) throw failure;
    for (const { code, parameters } of failure.problems) problems.add(pathOf(0), code, parameters);
  }
}

import { isDeepStrictEqual } from 'node:util';
import { type AnswerField, answerFields, keptFields } from './answer-fields.ts';
import { panelProblems, resultProblems } from '#features/developer/result-settings/result-checks.contract.ts';
import {
  type LayoutColumn,
  type ResultKind,
  ResultSettingFields,
} from '#features/developer/result-settings/result-fields.contract.ts';
import { panelKind, resultKind, panelRows, resultRows } from './result-settings.store.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { rowWriter } from '#server/rules/rows/row-writer.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { failInput } from '#server/base/fail.ts';

export const usualSettings = (kind: ResultKind): ResultSettingFields => ResultSettingFields.parse({ kind });

export async function savedResults(db: Database, scope: CollectionScope, kind: ResultKind) {
  const all = await resultRows(db).all(scope);
  return all.find(({ key }) => key === kind) ?? null;
}

export async function savedPanel(db: Database, { id }: ProjectScope) {
  const [panel] = await panelRows(db).all({ id });
  return panel ?? null;
}

export const fieldsOf = async (db: Database, { id, collectionId }: CollectionScope): Promise<AnswerField[]> =>
  answerFields(await collectionStore(db).fields({ id }, collectionId));

/** Throws problems by place. */
export async function keptResults(db: Database, scope: CollectionScope, sent: ResultSettingFields): Promise<ResultSettingFields> {
  const fields = await fieldsOf(db, scope);
  const problems = resultProblems(sent, fields);
  if (problems.length > 0) throw failInput(problems);
  const saved = await savedResults(db, scope, sent.kind);
  return { ...sent, results: keptFields(fields, sent.results, saved?.fields.results ?? []) };
}

/** Defaults are stored as no row. */
export async function writeResults(
  db: Database,
  scope: CollectionScope,
  sent: ResultSettingFields,
  author: Author,
): Promise<void> {
  const kept = await keptResults(db, scope, sent);
  const saved = await savedResults(db, scope, sent.kind);
  if (isDeepStrictEqual(kept, saved?.fields ?? usualSettings(sent.kind))) return;
  const writer = rowWriter(resultRows(db), resultKind, author);
  if (isDeepStrictEqual(kept, usualSettings(sent.kind))) await writer.remove(scope, saved ? [saved.item.id] : []);
  else if (saved) await writer.update(scope, saved.item.id, null, () => kept);
  else await writer.create(scope, kept);
}

/** Throws problems by place. */
export async function checkPanel(db: Database, project: ProjectScope, columns: readonly LayoutColumn[]): Promise<void> {
  const collections = await collectionStore(db).list(project);
  const asked = new Set(columns.map(({ collection_id: id }) => id));
  const known = new Map<number, AnswerField[]>();
  for (const { id } of collections) known.set(id, asked.has(id) ? await fieldsOf(db, { id: project.id, collectionId: id }) : []);
  const before = (await savedPanel(db, project))?.fields.columns ?? [];
  const problems = panelProblems(columns, { fieldsOf: known, before });
  if (problems.length > 0) throw failInput(problems);
}

/** null restores the default. */
export async function writePanel(
  db: Database,
  project: ProjectScope,
  columns: readonly LayoutColumn[] | null,
  author: Author,
): Promise<void> {
  if (columns !== null) await checkPanel(db, project, columns);
  const saved = await savedPanel(db, project);
  if (isDeepStrictEqual(columns, saved?.fields.columns ?? null)) return;
  const writer = rowWriter(panelRows(db), panelKind, author);
  if (columns === null) await writer.remove(project, saved ? [saved.item.id] : []);
  else if (saved) await writer.update(project, saved.item.id, null, () => ({ columns: [...columns] }));
  else await writer.create(project, { columns: [...columns] });
}

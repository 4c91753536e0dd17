import { isDeepStrictEqual } from 'node:util';
import {
  ResultSettingFields,
  type AnswerField,
  type ResultField,
  type LayoutColumn,
  type ResultKind,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { type Author, type RowInput, type Rows } from '#server/rules/rows/row-table.ts';
import type { RowScope, CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { type CollectionField, collectionStore } from '#features/data/collections/server/collections.store.ts';
import { panelProblems, resultProblems } from '#features/developer/result-settings/result-checks.contract.ts';
import { type RowKind, rowWriter } from '#server/rules/rows/row-writer.ts';
import { failInput } from '#server/base/fail.ts';

import { panelKind, panelRows, resultKind, resultRows } from './result-settings.store.ts';

/** Archived fields are never sent. Custom data isn't indexed. */
export const answerFields = (fields: readonly CollectionField[]): AnswerField[] =>
  fields.map(({ name, type, isArchived: is_archived, isFacet, isPath, isCustomData }) => {
    const is_counted = isFacet && !is_archived && !isCustomData;
    return { name, type, is_archived, is_counted, is_path: is_counted && isPath };
  });

/** Saved fields first, then new ones. Archived fields are never shown. */
export function listedFields(fields: readonly AnswerField[], saved: readonly ResultField[]): ResultField[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  const listed = new Set(saved.map(({ field }) => field));
  const first = saved.filter(({ field }) => known.has(field));
  const hasOthers = first.every(({ field, is_shown }) => is_shown || known.get(field)?.is_archived);
  const others = fields
    .filter(({ name }) => !listed.has(name))
    .map(({ name }): ResultField => ({ field: name, is_shown: hasOthers, label: '', max_length: null }));
  return [...first, ...others].map((one) => ({ ...one, is_shown: one.is_shown && !known.get(one.field)?.is_archived }));
}

/** The list to store; empty if it equals the default, so that later defaults apply. */
function keptFields(fields: readonly AnswerField[], sent: readonly ResultField[], saved: readonly ResultField[]): ResultField[] {
  const archived = new Set(fields.filter(({ is_archived: isArchived }) => isArchived).map(({ name }) => name));
  const before = new Map(saved.map((one) => [one.field, one]));
  // An archived field keeps its switch for when it is restored.
  const kept = sent.map((one) => (archived.has(one.field) ? { ...one, is_shown: before.get(one.field)?.is_shown ?? true } : one));
  const isUsual = kept.every(
    (one, at) => one.field === fields[at]?.name && one.is_shown && one.label === '' && one.max_length === null,
  );
  return isUsual ? [] : kept;
}

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

interface Written<Fields extends object> {
  readonly rows: Rows<Fields, never>;
  readonly kind: RowKind;
  readonly scope: RowScope;
  readonly author: Author;
  readonly saved: { readonly item: { readonly id: number }; readonly fields: Fields } | null;
}

/** Defaults are null, and stored as no row. */
async function write<Fields extends object>({ rows, kind, scope, author, saved }: Written<Fields>, fields: Fields | null) {
  if (isDeepStrictEqual(fields, saved?.fields ?? null)) return;
  const writer = rowWriter(rows, kind, author);
  if (saved === null) await writer.create(scope, fields as RowInput<Fields>);
  else if (fields === null) await writer.remove(scope, [saved.item.id]);
  else await writer.update(scope, saved.item.id, null, fields as RowInput<Fields>);
}

/** Throws problems by place. */
export async function writeResults(db: Database, scope: CollectionScope, sent: ResultSettingFields, author: Author) {
  const fields = await fieldsOf(db, scope);
  const problems = resultProblems(sent, fields);
  if (problems.length > 0) throw failInput(problems);
  const saved = await savedResults(db, scope, sent.kind);
  const kept = { ...sent, results: keptFields(fields, sent.results, saved?.fields.results ?? []) };
  const isUsual = isDeepStrictEqual(kept, usualSettings(sent.kind));
  await write({ rows: resultRows(db), kind: resultKind, scope, author, saved }, isUsual ? null : kept);
}

/** Throws problems by place. null restores the default. */
export async function writePanel(db: Database, project: ProjectScope, columns: readonly LayoutColumn[] | null, author: Author) {
  const saved = await savedPanel(db, project);
  if (columns !== null) {
    const known = new Map<number, AnswerField[]>();
    for (const { id } of await collectionStore(db).list(project))
      known.set(id, await fieldsOf(db, { id: project.id, collectionId: id }));
    const problems = panelProblems(columns, { fieldsOf: known, before: saved?.fields.columns ?? [] });
    if (problems.length > 0) throw failInput(problems);
  }
  const panel = columns && { columns: [...columns] };
  await write({ rows: panelRows(db), kind: panelKind, scope: project, author, saved }, panel);
}

import * as z from 'zod/mini';
import type { Problem } from '#contract/errors.ts';
import { shortTextLength } from '#contract/fields.ts';
import { problemsOf } from '#contract/problems.ts';
import { savedPanel, writePanel, writeResults } from './result-settings.service.ts';
import { panelKey, resultKind, resultRows, resultsKey } from './result-settings.store.ts';
import { LayoutColumn, ResultSettingFields } from '#features/developer/result-settings/result-settings.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { rowWriter } from '#server/rules/rows/row-writer.ts';
import { collectionOf } from '#server/db/row-scope.ts';
import { Failure, foundIn } from '#server/base/fail.ts';
import type { FileKind, FileMistake } from '#server/rules/files/file-kind.ts';
import { fileValues } from '#server/rules/files/file-values.ts';

const asMistakes = (problems: readonly Problem[], at: number): FileMistake[] => problems.map((problem) => ({ ...problem, at }));

async function mistakesOf(at: number, work: () => Promise<void>): Promise<FileMistake[]> {
  try {
    await work();
    return [];
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return asMistakes(failure.problems, at);
  }
}

const results: FileKind = {
  key: resultsKey,
  isOfCollection: true,
  shape: 'rows',
  schema: ResultSettingFields,
  texts: [],
  async read(db, { id, collectionId }) {
    const rows = await resultRows(db).all(await collectionOf(db, { id }, foundIn(collectionId, 'collection')));
    return rows
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ key, fields }) => ({ key, name: key, values: fileValues(ResultSettingFields, fields) }));
  },
  async write(db, { id, collectionId }, file, author) {
    const scope = await collectionOf(db, { id }, foundIn(collectionId, 'collection'));
    const mistakes: FileMistake[] = [];
    const said = new Set<string>();
    for (const [at, values] of file.entries()) {
      const { success, data, error } = z.safeParse(ResultSettingFields, values);
      if (!success) mistakes.push(...asMistakes(problemsOf(error, values), at));
      else mistakes.push(...(await mistakesOf(at, () => writeResults(db, scope, data, author))));
      if (success) said.add(data.kind);
    }
    const others = (await resultRows(db).all(scope)).filter(({ key }) => !said.has(key)).map(({ item }) => item.id);
    if (others.length > 0) await rowWriter(resultRows(db), resultKind, author).remove(scope, others);
    return mistakes;
  },
};

/** Files name collections, as ids differ between servers. */
const ColumnInFile = z.object({
  kind: LayoutColumn.shape.kind,
  collection: z._default(z.nullable(z.string().check(z.maxLength(shortTextLength))), null),
  field: LayoutColumn.shape.field,
  title: LayoutColumn.shape.title,
  limit: LayoutColumn.shape.limit,
});
const PanelInFile = z.object({
  /** null for the default. */
  columns: z._default(z.nullable(z.array(ColumnInFile)), null),
});

const panel: FileKind = {
  key: panelKey,
  isOfCollection: false,
  shape: 'one',
  schema: PanelInFile,
  texts: [],
  async read(db, project) {
    const saved = await savedPanel(db, project);
    const names = new Map((await collectionStore(db).list(project)).map(({ id, name }) => [id, name]));
    const columns =
      saved?.fields.columns.flatMap(({ collection_id: id, ...column }) => {
        const collection = id === null ? null : names.get(id);
        return collection === undefined ? [] : [{ ...column, collection }];
      }) ?? null;
    return [{ key: '', name: 'columns', values: fileValues(PanelInFile, { columns }) }];
  },
  async write(db, project, [values = {}], author) {
    const { success, data, error } = z.safeParse(PanelInFile, values);
    if (!success) return asMistakes(problemsOf(error, values), 0);
    const ids = new Map((await collectionStore(db).list(project)).map(({ id, name }) => [name, id]));
    // An unknown collection gets id 0, which is reported.
    const columns = data.columns?.map(({ collection, ...column }) => ({
      ...column,
      collection_id: collection === null ? null : (ids.get(collection) ?? 0),
    }));
    return mistakesOf(0, () => writePanel(db, project, columns ?? null, author));
  },
};

export const resultFileKinds = [results, panel] as const;

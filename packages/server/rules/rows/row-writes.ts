import { sql } from 'kysely';
import { type Author, envelopeOf, type RowInput } from './kept-row.ts';
import type { Columns, RowTable, RowTableName } from './row-description.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { RowSelection } from './row-selection.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { Database } from '#server/db/schema.ts';
import { searchText } from '#server/db/search-text.ts';

interface RowUnderId<Fields> {
  readonly id: number;
  readonly fields: RowInput<Fields>;
}

export function rowWrites<Table extends RowTableName, Fields, Sort extends string>(
  db: Database,
  { name, everIn, later }: RowSelection<Fields>,
  { toColumns, texts, key, isTimed }: RowTable<Table, Fields, Sort>,
) {
  function written(fields: RowInput<Fields>, { userId }: Author) {
    const { is_active: isActive, valid_from, valid_to } = envelopeOf(fields);
    return {
      ...(toColumns(fields) as unknown as Columns<'synonym'>),
      ...(isTimed && { valid_from, valid_to }),
      search_text: searchText(texts(fields)),
      unique_key: key(fields),
      is_active: isActive ? (1 as const) : (0 as const),
      updated_by: userId,
    };
  }
  const placeOf = (scope: RowScope, { at }: Author) => ({
    project_id: scope.id,
    ...(scope.collectionId !== undefined && { collection_id: scope.collectionId }),
    created_at: at,
    updated_at: at,
    deleted_at: null,
  });

  /** `besides` is written of rows that there are, with what was sent. */
  async function writeUnderIds(
    scope: RowScope,
    all: readonly RowUnderId<Fields>[],
    author: Author,
    besides: { readonly deleted_at?: null },
  ): Promise<void> {
    const place = placeOf(scope, author);
    for (const part of inParts(all)) {
      const rows = part.map(({ id, fields }) => ({ ...written(fields, author), ...place, id }));
      const columns = Object.keys(written(part[0]!.fields, author));
      const asSent = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
      await db
        .insertInto(name)
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ ...asSent, ...besides, updated_at: later(author.at) })
            .where(`${name}.project_id`, '=', scope.id),
        )
        .returning('id')
        .execute();
    }
  }

  return {
    /** Answers their ids, in no order. Rows with the keys of `known` get the ids that stand there. */
    async insert(
      scope: RowScope,
      inputs: readonly RowInput<Fields>[],
      author: Author,
      known: ReadonlyMap<string, number> = new Map(),
    ): Promise<number[]> {
      const ids = [];
      const place = placeOf(scope, author);
      for (const part of inParts(inputs)) {
        const rows = part.map((fields) => {
          const columns = written(fields, author);
          const id = known.get(columns.unique_key);
          return { ...columns, ...place, ...(id !== undefined && { id }) };
        });
        ids.push(...(await db.insertInto(name).values(rows).returning('id').execute()));
      }
      return ids.map(({ id }) => id);
    },
    async update(scope: RowScope, id: number, fields: RowInput<Fields>, author: Author): Promise<void> {
      await db
        .updateTable(name)
        .set({ ...written(fields, author), updated_at: later(author.at) })
        .where('project_id', '=', scope.id)
        .where('id', '=', id)
        .returning('id')
        .execute();
    },
    /** Rows that there are, many with each statement. */
    updateAll: (scope: RowScope, changed: readonly RowUnderId<Fields>[], author: Author): Promise<void> =>
      writeUnderIds(scope, changed, author, {}),
    /** Writes rows under their ids, whether there are such rows or not. Other rows that are the same as one of them give way. */
    async put(scope: RowScope, wanted: readonly RowUnderId<Fields>[], author: Author): Promise<void> {
      const idOf = new Map(wanted.map(({ id, fields }) => [key(fields), id]));
      for (const part of inParts([...idOf.keys()])) {
        const same = await everIn(scope).select(['id', 'unique_key']).where('unique_key', 'in', part).execute();
        const others = same.filter((row) => row.id !== idOf.get(row.unique_key)).map(({ id }) => id);
        if (others.length > 0)
          await db.deleteFrom(name).where('project_id', '=', scope.id).where('id', 'in', others).returning('id').execute();
      }
      await writeUnderIds(scope, wanted, author, { deleted_at: null });
    },
  };
}

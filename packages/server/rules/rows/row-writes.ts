import { sql } from 'kysely';
import { nameOfTable, waitingKind } from './row-reads.ts';
import type { Author, Columns, Envelope, RowInput, RowTable, RowTableName } from './row-table.ts';
import { inParts } from '#server/db/in-parts.ts';
import { type RowScope, searchText } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

interface RowUnderId<Fields> {
  readonly id: number;
  readonly fields: RowInput<Fields>;
}

/** A rule is on and has no bounds by default. */
export const envelopeOf = ({ is_active = true, valid_from = null, valid_to = null }: Partial<Envelope>): Envelope => ({
  is_active,
  valid_from,
  valid_to,
});

/** Statements return ids, by which a release knows what changed. */
export function rowWrites<Table extends RowTableName, Fields, Sort extends string>(
  db: Database,
  table: Table,
  { toColumns, texts, key, isTimed, waitsAs }: RowTable<Table, Fields, Sort>,
) {
  const name = nameOfTable(table);
  const waiting = waitingKind(table, waitsAs);
  /** Always later than before, also within a millisecond and when the clock goes back. */
  const later = (at: number) => {
    const before = sql.ref(`${table}.updated_at`);
    return sql<number>`case when ${before} >= ${at} then ${before} + 1 else ${at} end`;
  };
  const everIn = (scope: RowScope) => {
    const rows = db.selectFrom(name).where('project_id', '=', scope.id);
    return scope.collectionId === undefined ? rows : rows.where(sql.ref('collection_id'), '=', scope.collectionId);
  };

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

  async function deleteForever(scope: RowScope, ids: readonly number[]): Promise<void> {
    for (const part of inParts(ids))
      await db.deleteFrom(name).where('project_id', '=', scope.id).where('id', 'in', part).returning('id').execute();
  }

  /** Of rows that are not deleted. Returns the ids of those that there are. */
  async function change(
    scope: RowScope,
    ids: readonly number[],
    { userId, at }: Author,
    columns: { readonly is_active?: 0 | 1; readonly deleted_at?: number },
  ): Promise<number[]> {
    const changed = [];
    for (const part of inParts(ids))
      changed.push(
        ...(await db
          .updateTable(name)
          .set({ ...columns, updated_by: userId, updated_at: later(at) })
          .where('project_id', '=', scope.id)
          .where('deleted_at', 'is', null)
          .where('id', 'in', part)
          .returning('id')
          .execute()),
      );
    return changed.map(({ id }) => id);
  }

  return {
    /** Returns ids in no order. Rows with the keys of `known` get those ids. */
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
    updateAll: (scope: RowScope, changed: readonly RowUnderId<Fields>[], author: Author): Promise<void> =>
      writeUnderIds(scope, changed, author, {}),
    /** Inserts or updates rows under their ids. Other rows with their keys are deleted. */
    async put(scope: RowScope, wanted: readonly RowUnderId<Fields>[], author: Author): Promise<void> {
      const idOf = new Map(wanted.map(({ id, fields }) => [key(fields), id]));
      for (const part of inParts([...idOf.keys()])) {
        const same = await everIn(scope).select(['id', 'unique_key']).where('unique_key', 'in', part).execute();
        const others = same.filter((row) => row.id !== idOf.get(row.unique_key)).map(({ id }) => id);
        await deleteForever(scope, others);
      }
      await writeUnderIds(scope, wanted, author, { deleted_at: null });
    },
    setActive: (scope: RowScope, ids: readonly number[], isActive: boolean, author: Author) =>
      change(scope, ids, author, { is_active: isActive ? 1 : 0 }),
    remove: (scope: RowScope, ids: readonly number[], author: Author) => change(scope, ids, author, { deleted_at: author.at }),
    async restore(scope: RowScope, ids: readonly number[], { userId, at }: Author): Promise<void> {
      for (const part of inParts(ids))
        await db
          .updateTable(name)
          .set({ deleted_at: null, updated_by: userId, updated_at: later(at) })
          .where('project_id', '=', scope.id)
          .where('id', 'in', part)
          .returning('id')
          .execute();
    },
    /** Deletes for ever what was deleted until then, in all projects. */
    async forgetUntil(moment: number): Promise<void> {
      await db
        .deleteFrom(name)
        .where('deleted_at', '<=', moment)
        .where(sql<boolean>`${waiting} is null`)
        .returning('id')
        .execute();
    },
    /** Deletes for ever deleted rows with these keys. Returns, by key, the ids of those that searches still use: new rows take them over. */
    async forgetKeys(scope: RowScope, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const leaving = new Map<string, number>();
      for (const part of inParts(keys)) {
        const twins = await everIn(scope)
          .select(['id', 'unique_key', waiting.as('waiting')])
          .where('deleted_at', 'is not', null)
          .where('unique_key', 'in', part)
          .execute();
        for (const twin of twins) if (twin.waiting !== null) leaving.set(twin.unique_key, twin.id);
        await deleteForever(
          scope,
          twins.map(({ id }) => id),
        );
      }
      return leaving;
    },
  };
}

import { copyRows } from './copy-rows.ts';
import { rowWriter, type RowKind } from './row-writer.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Rows, StoredRow } from './row-table.ts';
import type { Database } from '#server/db/schema.ts';
import type { ReleasedRow, RuleSource, RuleStore } from '#server/rules/releases/rule-source.ts';

const scopeOf = ({ id }: ProjectScope, { collection_id: collectionId }: ReleasedRow): RowScope =>
  collectionId === undefined ? { id } : { id, collectionId };

/** Stores rows without defaults, so a release compares them as JSON. */
export const releasedRows =
  <Fields extends object, Sort extends string>(kind: RowKind, rowsOf: (db: Database) => Rows<Fields, Sort>) =>
  (db: Database): RuleStore<Fields & ReleasedRow> => {
    const rows = rowsOf(db);
    const byItself = { userId: null, at: Date.now() };
    const released = ({
      item: { id, is_active, valid_from, valid_to },
      fields,
      scope: { collectionId },
    }: StoredRow<Fields>): Fields & ReleasedRow => ({
      id,
      ...(collectionId !== undefined && { collection_id: collectionId }),
      ...fields,
      ...(!is_active && { is_active }),
      ...(valid_from !== null && { valid_from }),
      ...(valid_to !== null && { valid_to }),
    });
    return {
      some: async (project, ids) => (await rows.stored(project, ids)).filter(({ deletedAt }) => deletedAt === null).map(released),
      following: async (project, after, limit) => (await rows.following(project, after, limit)).map(released),
      async takenBy(project, wanted) {
        const places = Map.groupBy(wanted, ({ collection_id: collectionId }) => collectionId);
        const taken = [];
        for (const inPlace of places.values()) {
          const scope = scopeOf(project, inPlace[0] as ReleasedRow);
          const ids = await rows.idsByKey(
            scope,
            inPlace.map((row) => rows.key(row)),
          );
          for (const row of inPlace) {
            const by = ids.get(rows.key(row));
            if (by !== undefined && by !== row.id) taken.push({ id: row.id, by });
          }
        }
        return taken;
      },
      async put(project, wanted, userId) {
        for (const inPlace of Map.groupBy(wanted, ({ collection_id: collectionId }) => collectionId).values()) {
          const all = inPlace.map((row) => ({ id: row.id, fields: row }));
          await rows.put(scopeOf(project, inPlace[0] as ReleasedRow), all, { ...byItself, userId });
        }
      },
      async removeAll(project, ids) {
        await rows.remove(project, ids, byItself);
      },
      async copy(from, to) {
        const writer = rowWriter(rows, kind, byItself);
        await copyRows(db, { rows, writer, kind, fields: [] }, await rows.all(from), to);
      },
    };
  };

type Given = 'store' | 'scope' | 'goesLive' | 'deletedWith';

/** Rules act as soon as they are saved by default. */
export type RuleDescription<Fields, Prepared> = Omit<RuleSource<Fields & ReleasedRow, Prepared>, Given> &
  Partial<Pick<RuleSource<Fields & ReleasedRow, Prepared>, 'goesLive'>>;

export const ruleSource = <Fields extends object, Sort extends string, Prepared>(
  kind: RowKind & { readonly isOfCollection: boolean },
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  source: RuleDescription<Fields, Prepared>,
): RuleSource<Fields & ReleasedRow, Prepared> => ({
  goesLive: 'atOnce',
  scope: kind.isOfCollection ? 'collection' : 'project',
  ...(kind.isOfCollection && { deletedWith: 'collection' }),
  store: releasedRows(kind, rowsOf),
  ...source,
});

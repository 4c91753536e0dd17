import type { GlossaryName } from '#contract/texts/glossary-names.ts';
import { maximumRuleCharacters, restoreMinutes } from '#contract/limits.ts';
import { ClaimBook, type Claiming } from './row-claims.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Author, RowInput, Rows, StoredRow } from './row-table.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';

const millisecondsPerMinute = 60_000;
const unknownPerson = '–';

export interface RowKind {
  readonly name: GlossaryName;
  readonly unique: readonly [string, ...string[]];
  readonly maximumRows: number;
}

export interface RowChanges<Fields> {
  readonly added: readonly RowInput<Fields>[];
  readonly changed: readonly { readonly id: number; readonly fields: RowInput<Fields> }[];
}

/** Needs the project's lock, which a change of releases holds. */
export function rowWriter<Fields extends object, Sort extends string>(
  rows: Rows<Fields, Sort>,
  kind: RowKind,
  author: Author,
  claiming?: Claiming<Fields>,
) {
  const { name, unique, maximumRows } = kind;
  const inUse = () => failField(unique[0], 'alreadyUsed', { name });

  /** Throws if another row has a key. Deleted rows with it are deleted for ever. Returns ids that searches still use. */
  async function take(
    scope: RowScope,
    keys: readonly string[],
    own: ReadonlySet<number> = new Set(),
  ): Promise<ReadonlyMap<string, number>> {
    if (new Set(keys).size < keys.length) throw inUse();
    const known = await rows.idsByKey(scope, keys);
    if ([...known.values()].some((id) => !own.has(id))) throw inUse();
    return rows.forgetKeys(scope, keys);
  }

  async function checkSize(scope: RowScope): Promise<void> {
    const size = await rows.size(scope);
    if (size.rows > maximumRows) throw fail('tooMany', { max: maximumRows });
    const { scarce } = rows;
    if (scarce && size.scarceRows > scarce.maximum) throw failField(scarce.field, 'tooMany', { max: scarce.maximum });
    const { characters } = await rows.size({ id: scope.id });
    if (characters > maximumRuleCharacters) throw fail('tooMuchText', { max: maximumRuleCharacters });
  }

  async function checkClaims(scope: RowScope, ids: readonly number[]): Promise<void> {
    if (!claiming) return;
    const book = new ClaimBook(claiming, await rows.all(scope));
    for (const { item, fields } of await rows.stored(scope, ids)) {
      const refusal = book.refusal(fields, item.id);
      if (refusal) throw refusal;
    }
  }

  return {
    async create(scope: RowScope, fields: RowInput<Fields>): Promise<number> {
      const known = await take(scope, [rows.key(fields)]);
      const [id = 0] = await rows.insert(scope, [fields], author, known);
      await checkClaims(scope, [id]);
      await checkSize(scope);
      return id;
    },
    /** `began` is the edited version; null overwrites any. */
    async update(project: ProjectScope, id: number, began: number | null, fields: RowInput<Fields>): Promise<void> {
      const [stored] = await rows.stored(project, [id]);
      const row = foundIn(stored, name);
      const { updated_by: person, updated_at: at } = row.item;
      const meanwhile = { person: person ?? unknownPerson, at };
      if (row.deletedAt !== null) throw began === null ? fail('notFound', { name }) : fail('deletedMeanwhile', meanwhile);
      if (began !== null && began !== at) throw fail('changedMeanwhile', meanwhile).showing(row.item);
      await take(row.scope, [rows.key(fields)], new Set([id]));
      await rows.update(project, id, fields, author);
      await checkClaims(row.scope, [id]);
      await checkSize(row.scope);
    },
    async remove(project: ProjectScope, ids: readonly number[]): Promise<number[]> {
      const { refuseRemoval } = rows;
      if (refuseRemoval)
        for (const { fields, deletedAt } of await rows.stored(project, ids)) if (deletedAt === null) refuseRemoval(fields);
      await rows.forgetUntil(author.at - restoreMinutes * millisecondsPerMinute);
      return rows.remove(project, ids, author);
    },
    /** Restores rows deleted within `restoreMinutes` or still used by searches. Throws `notFound` when there is none. */
    async restore(project: ProjectScope, ids: readonly number[]): Promise<number[]> {
      const since = author.at - restoreMinutes * millisecondsPerMinute;
      const isThere = ({ deletedAt, item: { state } }: StoredRow<Fields>): boolean =>
        deletedAt !== null && (deletedAt > since || state === 'leaving');
      const deleted = (await rows.stored(project, ids)).filter(isThere);
      if (deleted.length === 0) throw fail('notFound', { name });
      const restored = deleted.map(({ item }) => item.id);
      await rows.restore(project, restored, author);
      for (const [, [one]] of Map.groupBy(deleted, ({ scope }) => scope.collectionId)) {
        if (!one) continue;
        await checkClaims(one.scope, restored);
        await checkSize(one.scope);
      }
      return restored;
    },
    setActive: (project: ProjectScope, ids: readonly number[], isActive: boolean): Promise<number[]> =>
      rows.setActive(project, ids, isActive, author),
    /** All rows, or none. */
    async write(scope: RowScope, { added, changed }: RowChanges<Fields>): Promise<void> {
      const keys = [...added, ...changed.map(({ fields }) => fields)].map((fields) => rows.key(fields));
      const known = await take(scope, keys, new Set(changed.map(({ id }) => id)));
      await rows.updateAll(scope, changed, author);
      const inserted = await rows.insert(scope, added, author, known);
      await checkClaims(scope, [...changed.map(({ id }) => id), ...inserted]);
      await checkSize(scope);
    },
    claiming,
  };
}

export type RowWriter<Fields extends object> = ReturnType<typeof rowWriter<Fields, string>>;

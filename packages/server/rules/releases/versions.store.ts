import type { ExpressionBuilder, Selectable } from 'kysely';
import type { RowKey, AnySource, ReleasedRow } from './rule-source.ts';
import { inParts, rowsAtOnce } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';
import type { ChangeKind } from '#contract/rows/rule-fields.ts';

const versionColumns = [
  'source',
  'row_id',
  'content',
  'content_version',
  'is_in_force',
  'changes_at',
  'from_number',
  'to_number',
] as const;

/** A version of a row as stored, with the release that made it and the one that ended it; null while it is live. */
export type StoredVersion = Pick<Selectable<Schema['released_row']>, (typeof versionColumns)[number]>;
export type RowVersion = Omit<StoredVersion, 'from_number' | 'to_number'>;

export interface TwoReleases {
  readonly from: number;
  readonly to: number;
}

export interface RowPair extends RowKey {
  readonly before: RowVersion | undefined;
  readonly after: RowVersion | undefined;
}

type Validity = Pick<RowVersion, 'is_in_force' | 'changes_at'>;
type Bounds = Pick<ReleasedRow, 'is_active' | 'valid_from' | 'valid_to'>;

export const alwaysInForce: Validity = { is_in_force: 1, changes_at: null };

/** Compares a moment with the bounds of a row, both in epoch milliseconds. `changes_at` is when the result changes next. */
export function validityAt({ is_active: isActive, valid_from: from, valid_to: to }: Bounds, now: number): Validity {
  const [begin, end] = [from ?? -Infinity, to ?? Infinity];
  const isInForce = begin <= now && now < end;
  // A row that ends before it begins never changes.
  const next = isActive === false ? Infinity : now < begin && begin < end ? begin : now < end ? end : Infinity;
  return { is_in_force: isInForce ? 1 : 0, changes_at: Number.isFinite(next) ? next : null };
}

/** Raised when the meaning of stored content changes. Other versions are skipped and reported. */
const contentVersion = 1;

export const versionOf = (source: AnySource, row: ReleasedRow, validity = alwaysInForce): RowVersion => ({
  source: source.key,
  row_id: row.id,
  content: JSON.stringify(row),
  content_version: contentVersion,
  ...validity,
});

/** Throws for content that this server can't read. */
export function readContent({ content, content_version: version }: RowVersion): ReleasedRow {
  if (version !== contentVersion)
    throw new Error(`Content of version ${version} can't be read; this server knows version ${contentVersion}.`);
  return JSON.parse(content) as ReleasedRow;
}

export function readable(version: RowVersion): ReleasedRow | null {
  try {
    return readContent(version);
  } catch {
    return null;
  }
}

/** A corrupt row still has its id, so it can be listed and deleted. */
export const lastKnown = (version: RowVersion): ReleasedRow => readable(version) ?? { id: version.row_id };

/** A corrupt row is named by its number. */
export function nameOf(source: AnySource, row: ReleasedRow): string {
  const number = `#${row.id}`;
  try {
    const name: unknown = source.nameOf(row);
    return typeof name === 'string' ? name : number;
  } catch {
    return number;
  }
}

export const hasSameContent = (live: RowVersion, saved: RowVersion): boolean =>
  live.content_version === saved.content_version && live.content === saved.content;

/** False where only what the server counted or found differs. */
export function isSetIn({ setPart }: AnySource, { before, after }: Pick<RowPair, 'before' | 'after'>): boolean {
  if (!setPart) return true;
  const [was, is] = [before, after].map((version) => {
    const row = version && readable(version);
    return JSON.stringify(row ? setPart(row) : null);
  });
  return was !== is || (before?.is_in_force !== after?.is_in_force && before !== undefined && after !== undefined);
}

/** False for a row that only began or ended. */
export const isRewritten = ({ before, after }: Pick<RowPair, 'before' | 'after'>): boolean =>
  before === undefined || after === undefined || !hasSameContent(before, after);

export function changeOf(before: RowVersion | undefined, after: RowVersion | undefined): ChangeKind {
  if (!before || !after) return after ? 'added' : 'deleted';
  if (hasSameContent(before, after)) return after.is_in_force === 1 ? 'began' : 'ended';
  const [wasOn, isOn] = [before, after].map((version) => lastKnown(version).is_active !== false);
  return wasOn === isOn ? 'changed' : isOn ? 'turnedOn' : 'turnedOff';
}

export const versionStore = (db: Database) => {
  const ofProject = ({ id }: ProjectScope) => db.selectFrom('released_row').where('project_id', '=', id).select(versionColumns);
  const isInRelease = (number: number) => (row: RowFilter) =>
    row.or([row('to_number', 'is', null), row('to_number', '>', number)]);

  return {
    /** The number of the live release, 0 before there is one. Until the transaction ends, nobody else gets it. */
    async lock({ id }: ProjectScope): Promise<number> {
      const locked = db.updateTable('project').set(({ ref }) => ({ release_number: ref('release_number') }));
      return (await locked.where('id', '=', id).returning('release_number').executeTakeFirstOrThrow()).release_number;
    },

    async number({ id }: ProjectScope): Promise<number> {
      const row = await db.selectFrom('project').select('release_number').where('id', '=', id).executeTakeFirst();
      return row?.release_number ?? 0;
    },

    async live(project: ProjectScope, source: string, ids: readonly number[]): Promise<StoredVersion[]> {
      const live = ofProject(project).where('source', '=', source).where('to_number', 'is', null);
      const found = [];
      for (const part of inParts(ids)) found.push(...(await live.where('row_id', 'in', part).execute()));
      return found;
    },

    /** Live versions by `source id`. */
    async liveByKey(project: ProjectScope, keys: readonly RowKey[]): Promise<ReadonlyMap<string, StoredVersion>> {
      const found = new Map<string, StoredVersion>();
      for (const [source, ofSource] of Map.groupBy(keys, (key) => key.source)) {
        const ids = ofSource.map(({ id }) => id);
        for (const version of await this.live(project, source, ids)) found.set(`${source} ${version.row_id}`, version);
      }
      return found;
    },

    /**
     * The rows of a source in a release, by id, in parts. Live rows are read in index order; combining both conditions in one
     * query would sort all of the project's rows for each part.
     */
    async *inRelease(project: ProjectScope, source: string, number: number): AsyncGenerator<readonly StoredVersion[]> {
      for (let after = 0; ;) {
        const inRelease = ofProject(project)
          .where('source', '=', source)
          .where('row_id', '>', after)
          .where('from_number', '<=', number);
        const live = inRelease.where('to_number', 'is', null).orderBy('row_id').limit(rowsAtOnce);
        const ended = inRelease.where('to_number', '>', number);
        const rows = db.selectFrom(live.as('live')).selectAll().unionAll(ended).orderBy('row_id').limit(rowsAtOnce);
        const part = await rows.execute();
        yield part;
        if (part.length < rowsAtOnce) return;
        after = part.at(-1)?.row_id ?? after;
      }
    },

    /** Rows that two releases hold in another way, by id. Rows that changed and changed back are the same. */
    async differing(project: ProjectScope, { from, to }: TwoReleases): Promise<RowPair[]> {
      const onlyIn = async (one: number, other: number): Promise<StoredVersion[]> => {
        const inOne = ofProject(project).where('from_number', '<=', one).where(isInRelease(one));
        return (one < other ? inOne.where('to_number', '<=', other) : inOne.where('from_number', '>', other)).execute();
      };
      const pairs = new Map<string, RowPair>();
      for (const before of await onlyIn(from, to)) {
        const { source, row_id: id } = before;
        pairs.set(`${source} ${id}`, { source, id, before, after: undefined });
      }
      for (const after of await onlyIn(to, from)) {
        const { source, row_id: id } = after;
        pairs.set(`${source} ${id}`, { source, id, before: pairs.get(`${source} ${id}`)?.before, after });
      }
      return [...pairs.values()]
        .filter((pair) => isRewritten(pair) || pair.before?.is_in_force !== pair.after?.is_in_force)
        .sort((one, other) => one.id - other.id);
    },

    /** Projects with live rows whose validity changes until a moment, in epoch milliseconds. */
    dueProjects: (moment: number): Promise<ProjectScope[]> =>
      db
        .selectFrom('released_row')
        .innerJoin('project', 'project.id', 'released_row.project_id')
        .where('to_number', 'is', null)
        .where('changes_at', '<=', moment)
        .where('deleted_at', 'is', null)
        .select('project.id')
        .distinct()
        .orderBy('project.id')
        .execute(),

    due: (project: ProjectScope, moment: number): Promise<StoredVersion[]> =>
      ofProject(project).where('to_number', 'is', null).where('changes_at', '<=', moment).orderBy('row_id').execute(),

    async reschedule(project: ProjectScope, { source, row_id, changes_at }: RowVersion): Promise<void> {
      await db
        .updateTable('released_row')
        .set({ changes_at })
        .where('project_id', '=', project.id)
        .where('source', '=', source)
        .where('row_id', '=', row_id)
        .where('to_number', 'is', null)
        .execute();
    },

    /** Adds a release: ends the live versions of these rows, and begins others. */
    async add(
      { id: project_id }: ProjectScope,
      release: Omit<Selectable<Schema['release']>, 'id' | 'project_id' | 'is_kept'>,
      ended: readonly RowKey[],
      begun: readonly RowVersion[],
    ): Promise<void> {
      const { number } = release;
      for (const [source, rows] of Map.groupBy(ended, (row) => row.source))
        for (const part of inParts(rows.map(({ id }) => id)))
          await db
            .updateTable('released_row')
            .set({ to_number: number })
            .where('project_id', '=', project_id)
            .where('source', '=', source)
            .where('row_id', 'in', part)
            .where('to_number', 'is', null)
            .execute();
      for (const part of inParts(begun))
        await db
          .insertInto('released_row')
          .values(part.map((version) => ({ ...version, project_id, from_number: number, to_number: null })))
          .execute();
      await db
        .insertInto('release')
        .values({ ...release, project_id, is_kept: 1 })
        .execute();
      await db.updateTable('project').set({ release_number: number }).where('id', '=', project_id).execute();
    },
  };
};

type RowFilter = ExpressionBuilder<Schema, 'released_row'>;

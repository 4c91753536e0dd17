import { type Difference, difference, release, waitingDifferences } from './change-release.ts';
import { attempt, demandChecked, type Published, type PublishingNeeds } from './publish.ts';
import type { AnySource } from './rule-source.ts';
import { alwaysInForce, hasSameContent, lastKnown, type RowVersion, validityAt, versionStore } from './versions.store.ts';
import { waitingStore } from './waiting.store.ts';
import { maximumPlannedReleases } from '#contract/limits.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { fail } from '#server/base/fail.ts';
import { inParts } from '#server/db/in-parts.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface Plan {
  readonly userId: number | null;
  readonly name: string;
  readonly comment: string;
  readonly expected?: object | null | undefined;
  /** Epoch milliseconds. */
  readonly publishAt: number;
}

export interface PlannedRelease extends Plan {
  readonly id: number;
  readonly changeCount: number;
}

/** Freezes everything that waits and isn't planned yet. A row is in one plan only: the newest. */
export async function planWithin(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { userId, name, comment, expected, publishAt, checked }: Plan & { readonly checked: string | undefined },
  now: number,
): Promise<Pick<Published, 'changeCount'> & { readonly planned: number | null }> {
  await versionStore(db).lock(project);
  await demandChecked(db, project, checked);
  const waiting = await waitingStore(db).list(project, { unplanned: 'changes' });
  const changed = await waitingDifferences(db, project, sources, waiting, now);
  if (changed.length === 0) return { planned: null, changeCount: 0 };
  if ((await plannedReleases(db, project)).length >= maximumPlannedReleases)
    throw fail('tooMany', { max: maximumPlannedReleases });
  const savedAt = new Map(waiting.map(({ source, id, changedAt }) => [`${source} ${id}`, changedAt]));
  const { id: planned_id } = await db
    .insertInto('planned_release')
    .values({
      project_id: project.id,
      name,
      comment,
      user_id: userId,
      publish_at: publishAt,
      expected: expected ? JSON.stringify(expected) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = changed.map(({ change: { source, id: row_id }, version }) => ({
    project_id: project.id,
    planned_id,
    source,
    row_id,
    changed_at: savedAt.get(`${source} ${row_id}`) ?? now,
    content: version?.content ?? null,
    content_version: version?.content_version ?? 0,
  }));
  for (const part of inParts(rows))
    await db
      .insertInto('planned_row')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'source', 'row_id']).doUpdateSet((eb) => ({
          planned_id,
          changed_at: eb.ref('excluded.changed_at'),
          content: eb.ref('excluded.content'),
          content_version: eb.ref('excluded.content_version'),
        })),
      )
      .execute();
  return { planned: planned_id, changeCount: changed.length };
}

/** By their moments. A plan whose rows went live otherwise isn't listed; its moment leaves an empty release. */
export async function plannedReleases(db: Database, { id }: ProjectScope): Promise<PlannedRelease[]> {
  const rows = await db
    .selectFrom('planned_release')
    .innerJoin('planned_row', 'planned_row.planned_id', 'planned_release.id')
    .where('planned_release.project_id', '=', id)
    .groupBy(['planned_release.id', 'name', 'comment', 'user_id', 'publish_at'])
    .select(({ fn }) => ['planned_release.id', 'name', 'comment', 'user_id', 'publish_at', fn.countAll().as('count')])
    .orderBy('publish_at')
    .orderBy('planned_release.id')
    .execute();
  return rows.map(({ user_id: userId, publish_at: publishAt, count, ...row }) => ({
    ...row,
    userId,
    publishAt,
    changeCount: Number(count),
  }));
}

/** Its changes wait as before; an empty release keeps its name. False if there is none, or if it has gone live. */
export async function cancelPlanned(
  db: Database,
  project: ProjectScope,
  { id, userId }: { readonly id: number; readonly userId: number },
  now: number,
): Promise<boolean> {
  const last = await versionStore(db).lock(project);
  const removed = db.deleteFrom('planned_release').where('project_id', '=', project.id).where('id', '=', id);
  const plan = await removed.returning(['name', 'comment']).executeTakeFirst();
  if (plan) await release(db, project, last, [], { ...plan, userId, reason: 'plan cancelled', isEmpty: true, now });
  return plan !== undefined;
}

/** Publishes plans whose moment has come, also after a crash. Plans are read under the project's lock, so of several servers one does it. */
export async function publishPlanned({ db, log, now, sources }: PublishingNeeds): Promise<void> {
  const due = await db
    .selectFrom('planned_release')
    .innerJoin('project', 'project.id', 'planned_release.project_id')
    .where('publish_at', '<=', now())
    .where('deleted_at', 'is', null)
    .select(['planned_release.id', 'project_id'])
    .orderBy('publish_at')
    .orderBy('planned_release.id')
    .execute();
  for (const { id, project_id } of due)
    await attempt(log, { id: project_id }, 'A planned release did not go live', async () => {
      await db.transaction().execute((transaction) => publishPlan(transaction, { id: project_id }, sources, id, now()));
      crashPoint('planned:done');
    });
}

async function publishPlan(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  id: number,
  now: number,
): Promise<void> {
  const last = await versionStore(db).lock(project);
  const plan = await db.selectFrom('planned_release').selectAll().where('id', '=', id).executeTakeFirst();
  if (!plan) return;
  const rows = await db.selectFrom('planned_row').selectAll().where('planned_id', '=', id).orderBy('id').execute();
  crashPoint('planned:read');
  const keys = rows.map(({ source, row_id }) => ({ source, id: row_id }));
  const live = await versionStore(db).liveByKey(project, keys);
  const collections = await db.selectFrom('collection').select('id').where('project_id', '=', project.id).execute();
  const isThere = new Set(collections.map((one) => one.id));
  const changed = rows.flatMap(({ source: key, row_id, content, content_version }): Difference[] => {
    const source = sources.find((one) => one.key === key);
    const before = live.get(`${key} ${row_id}`);
    const frozen: RowVersion | null =
      content === null ? null : { source: key, row_id, content, content_version, ...alwaysInForce };
    if (!source || (frozen === null ? !before : before && hasSameContent(before, frozen))) return [];
    const row = lastKnown(frozen ?? before!);
    if (frozen && row.collection_id !== undefined && !isThere.has(row.collection_id)) return [];
    return [difference(source, row, before, frozen && { ...frozen, ...validityAt(row, now) })];
  });
  const { user_id: userId, name, comment } = plan;
  const expected = jsonOf<object | null>(plan.expected, null, 'planned_release.expected', id);
  await release(db, project, last, changed, { userId, reason: 'planned', name, comment, expected, isEmpty: true, now });
  await stopWaiting(db, project, sources, keys, now);
  await db.deleteFrom('planned_release').where('id', '=', id).execute();
}

/** A row that was saved again after it was planned goes on waiting. */
async function stopWaiting(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  keys: readonly { readonly source: string; readonly id: number }[],
  now: number,
): Promise<void> {
  const waiting = waitingStore(db);
  const known = new Map((await waiting.list(project)).map((row) => [`${row.source} ${row.id}`, row]));
  for (const [source, rows] of Map.groupBy(keys, (key) => key.source))
    await waiting.remove(
      project,
      source,
      rows.map((row) => row.id),
    );
  const left = await waitingDifferences(db, project, sources, keys, now);
  await waiting.put(
    project,
    left.flatMap(({ change }) => {
      const row = known.get(`${change.source} ${change.id}`);
      return row ? { ...row, ...change } : [];
    }),
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import { fillProject, rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret, newSecret } from '#server/secrets/secrets.ts';
import { type FeedShop, type AnyFeedShops, lamps } from '#testing/feeds/feed-shops.ts';

const bearerMilliseconds = 9 * 60_000;
const settleMilliseconds = 40_000;

export async function shopWithItems({ server, host, shop }: AnyFeedShops, name: string): Promise<FeedShop & { userId: number }> {
  const made = await shop(host.put(`/${name}.ndjson`, lamps(10)));
  await server.imported(made.actor, made.feedId);
  const owner = server.app.db.selectFrom('member').select('user_id').where('project_id', '=', made.projectId);
  return { ...made, userId: (await owner.executeTakeFirstOrThrow()).user_id };
}

export async function openBearer(db: Database, projectId: number): Promise<string> {
  const bearer = newSecret();
  const row = { project_id: projectId, token_hash: hashSecret(bearer), expires_at: Date.now() + bearerMilliseconds };
  await db.insertInto('api_token').values(row).execute();
  return bearer;
}

export async function fillTables(db: Database, project: Awaited<ReturnType<typeof shopWithItems>>): Promise<void> {
  const { projectId, collectionId, feedId, userId } = project;
  const { id: importId } = await db.selectFrom('import').select('id').where('feed_id', '=', feedId).executeTakeFirstOrThrow();
  const checkItem = await anyCheckItem(db, projectId, collectionId);
  await fillProject(db, {
    project_id: projectId,
    collection_id: collectionId,
    feed_id: feedId,
    import_id: importId,
    check_item_id: checkItem,
    planned_id: await plannedRelease(db, projectId),
    user_id: userId,
    invited_by: userId,
    created_at: Date.now(),
  });
}

async function plannedRelease(db: Database, project_id: number): Promise<number> {
  const row = { project_id, name: '', comment: '', publish_at: Date.now() + 86_400_000 };
  return (await db.insertInto('planned_release').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function anyCheckItem(db: Database, project_id: number, collection_id: number): Promise<number> {
  const known = await db.selectFrom('check_item').select('id').where('project_id', '=', project_id).executeTakeFirst();
  if (known) return known.id;
  const texts = { search_text: 'lamp', unique_key: 'lamp', elastic_item_id: '0', term: 'lamp' };
  const at = Date.now();
  const row = { project_id, collection_id, ...texts, alert_above: 0, is_active: 1 as const, created_at: at, updated_at: at };
  return (await db.insertInto('check_item').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function idsByTable(db: Database, projectId: number): Promise<Record<string, number>> {
  const tables = await rowsOfProject(db, projectId);
  return Object.fromEntries([...tables].flatMap(([table, [first]]) => (first ? [[table, first.id] as const] : [])));
}

export async function settled(db: Database): Promise<void> {
  const unfinished = db.selectFrom('job').select('id').where('finished_at', 'is', null);
  const unplanned = db.selectFrom('feed_schedule').select('id').where('next_at', 'is', null);
  const deadline = Date.now() + settleMilliseconds;
  for (const left of [unfinished, unplanned])
    while ((await left.execute()).length > 0) {
      if (Date.now() > deadline) throw new Error('The server goes on working by itself.');
      await sleep(20);
    }
}

/** Gives a person projects without anything in them. */
export async function ownMany(db: Database, userId: number, count: number): Promise<void> {
  const row = {
    name: 'Other',
    url: '',
    language: 'en',
    time_zone: 'UTC',
    data_source: 'aisle_api',
    secret_hash: '',
    created_at: 1,
  };
  for (let at = 0; at < count; at += 1) {
    const project = db
      .insertInto('project')
      .values({ ...row, token: newSecret() })
      .returning('id');
    const { id } = await project.executeTakeFirstOrThrow();
    await db.insertInto('member').values({ project_id: id, user_id: userId, is_owner: 1, user_groups: '[]' }).execute();
  }
}

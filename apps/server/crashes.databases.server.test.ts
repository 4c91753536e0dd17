import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { checkInvitation, inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { dueMonday, weekBefore } from '#features/analytics/weekly-report/server/week-figures.service.ts';
import { register } from '#features/account/account.contract.ts';
import { importStore } from '#features/data/imports/server/imports.store.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { serverPoints, type CrashPoint, crashVariable } from '#process-kit/crash-point.ts';
import { awaitedLetters, lettersTo, mailedToken } from '#testing/letters.ts';
import { testPassword } from '#testing/test-app.ts';
import { isTemporary } from '#process-kit/durable-files.ts';
import { crashAt } from '#process-kit/testing/crashing-process.ts';
import { sentBrand } from '#testing/processes/kill-imports.ts';
import { type KilledFeed, openKilledShop } from '#testing/processes/killed-shop.ts';
import { kindOf } from '#testing/raw-database.ts';
import type { Database } from '#server/db/schema.ts';
import { databaseAsItIs } from '#server/db/testing/database-as-it-is.ts';

async function openCrashShop() {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-point-'));
  const file = path.join(folder, 'point');
  const shop = await openKilledShop({ [crashVariable]: file });
  const [fed, other] = shop.feeds as [KilledFeed, KilledFeed];
  const sentIds = new Set<string>();

  const wholeWith = (version: number): Record<string, number> => ({
    ...shop.whole(fed, version),
    ...shop.whole(other, other.live),
    ...(sentIds.size > 0 && { [sentBrand]: sentIds.size }),
  });

  async function inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = databaseAsItIs(kindOf(shop.databaseAddress));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  return {
    ...shop,
    fed,
    inDatabase,

    async cut(point: CrashPoint, work: () => Promise<unknown>, pass = 1): Promise<void> {
      writeFileSync(file, `${point} ${pass}`);
      const died = shop.died();
      const working = work().catch(() => null);
      await crashAt(point, died, shop.output);
      await working;
      await shop.restart();
      expect([fed.live, fed.offered].map(wholeWith)).toContainEqual(await shop.brands());
    },

    sendItem(id: string): Promise<number | null> {
      sentIds.add(id);
      return shop.send('POST', '', { items: [{ id, name: 'Lamp that was sent', price: 1, brand: sentBrand }] });
    },

    async expectWhole(): Promise<void> {
      await inDatabase(async (db) => {
        await expect.poll(() => unfinished(db)).toEqual([]);
        expect(await brokenReleases(db)).toEqual([]);
      });
      fed.live = fed.offered;
      expect(await shop.brands()).toEqual(wholeWith(fed.live));
      expect(strays(shop.data)).toEqual([]);
    },

    async close(): Promise<void> {
      await shop.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function unfinished(db: Database): Promise<string[]> {
  const tables = ['job', 'import', 'recreation'] as const;
  const rows = tables.map(async (table) => {
    const found = await db.selectFrom(table).select(['id', 'state']).where('finished_at', 'is', null).execute();
    return found.map(({ id, state }) => `${table} ${id} ${state}`);
  });
  return (await Promise.all(rows)).flat();
}

/** Projects whose live release isn't the last one of a row without holes, or doesn't hold the synonyms that are saved. */
async function brokenReleases(db: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const { id, release_number: live } of await db.selectFrom('project').select(['id', 'release_number']).execute()) {
    const releases = await db.selectFrom('release').select('number').where('project_id', '=', id).orderBy('number').execute();
    if (live !== releases.length || releases.some(({ number }, at) => number !== at + 1)) broken.push(`numbers of project ${id}`);
    const saved = await db.selectFrom('synonym').select('id').where('project_id', '=', id).execute();
    const held = db.selectFrom('released_row').select('row_id').where('project_id', '=', id).where('to_number', 'is', null);
    const rows = await held.where('source', '=', 'synonyms').execute();
    if (rows.length !== saved.length) broken.push(`synonyms of project ${id}`);
  }
  return broken;
}

/** Files of the data folder that were begun, and that nobody goes on with. */
function strays(data: string): string[] {
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const generations = names.filter((name) => /^search\/[^/]+\/[^/]+$/.test(name) && !name.endsWith('.json'));
  const unfinishedOnes = generations.filter((name) => !names.includes(`${name}/manifest.json`));
  return [...unfinishedOnes, ...names.filter((name) => isTemporary(name) || /\/base[^/]*$/.test(name))];
}

type ServerPoint = (typeof serverPoints)[number];

let shop: Awaited<ReturnType<typeof openCrashShop>>;
let imports = 1;

beforeAll(async () => {
  shop = await openCrashShop();
  await shop.sendItem('sent');
  await shop.call(synonyms.create, { term: 'lamp', synonyms: ['light'] });
});
afterAll(() => shop.close());

async function upload(isOfProject = true): Promise<string | null> {
  const answer = await fetch(`${shop.url()}/api/feed/upload/items.csv`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      [sessionHeader]: shop.owner.token,
      ...(isOfProject && { [projectHeader]: shop.owner.project }),
    },
    body: 'id;name;price\n1;Lamp;5\n2;Table;6\n',
  });
  return ((await answer.json()) as { data: { feed_url: string } | null }).data?.feed_url ?? null;
}

async function cutImport(point: ServerPoint): Promise<void> {
  await shop.cut(point, () => shop.importNext(shop.fed));
  imports += 1;
  expect(await shop.ended(shop.fed)).toBe('done');
  expect((await shop.call(listImports, { id: shop.fed.id })).data?.total_count).toBe(imports);
}

async function cutUpload(point: ServerPoint): Promise<void> {
  await shop.cut(point, () => upload());
  expect(await upload()).toMatch(/^upload:/);
}

async function cutCheck(point: ServerPoint): Promise<void> {
  const c = await shop.inDatabase(
    async (db) => (await db.selectFrom('collection').select('id').orderBy('id').executeTakeFirstOrThrow()).id,
  );
  const item = { elastic_item_id: 'sent', term: point, alert_above: 3 };
  await shop.cut(point, () => shop.call(checkItems.create, { c, ...item }));
  const row = async () => (await shop.call(checkItems.list, { c, search: point })).data?.items[0];
  await expect.poll(row).toMatchObject({ outcome: 'missing', is_alert: true, is_checking: false });
  const { data: messages } = await shop.call(listMessages, {});
  expect(messages?.filter(({ details }) => details['query'] === point)).toHaveLength(1);
}

async function cutReport(point: ServerPoint): Promise<void> {
  const of = { project_id: shop.projectId, collection_id: 1, result_object: 'search', language: 'en' };
  const counts = { search_count: 3, unfound_count: 0, click_count: 0, timed_count: 0, took_ms: 0 };
  const cut = () =>
    shop.inDatabase(async (db) => {
      const project = db.selectFrom('project').select('time_zone').where('id', '=', shop.projectId);
      const monday = dueMonday(Date.now(), (await project.executeTakeFirstOrThrow()).time_zone);
      await db.deleteFrom('search_day').execute();
      await db
        .insertInto('search_day')
        .values({ ...of, day: weekBefore(monday).end, ...counts })
        .execute();
      await db.deleteFrom('weekly_report').execute();
      await db
        .insertInto('weekly_report')
        .values({ project_id: shop.projectId, user_id: 1, last_monday: '2026-01-05' })
        .execute();
    });
  const reports = async () =>
    (await lettersTo(shop.data, 'a@example.com')).filter((letter) => letter.startsWith('Lamps: searches of'));
  const before = (await reports()).length;
  await shop.cut(point, cut);
  await expect.poll(reports).toHaveLength(before + 1);
  await sleep(1_000);
  expect(await reports()).toHaveLength(before + 1);
}

/** Mails, uploads and sources of imports. */
async function cutFiles(point: ServerPoint): Promise<void> {
  const email = 'mailed@example.com';
  await shop.cut(point, () => shop.call(inviteUser, { email, user_groups: [2] }));
  expect(await awaitedLetters(shop.data, email, 1)).toHaveLength(1);
  await cutUpload(point);
  await cutImport(point);
}

const cases: Readonly<Record<ServerPoint, (point: ServerPoint) => Promise<void>>> = {
  'file:written': cutFiles,
  async 'project:made'(point) {
    const feed_url = await upload(false);
    const input = { name: 'Cut off', language: 'en', data_source: 'custom_feed', feed_url: feed_url ?? '' } as const;
    await shop.cut(point, () => shop.callAs({ token: shop.owner.token }, createProject, input));
    await shop.inDatabase(async (db) => {
      const made = await db.selectFrom('project').selectAll().where('name', '=', input.name).execute();
      const [project] = made;
      expect(made).toHaveLength(1);
      const parts = await Promise.all(
        (['collection', 'feed', 'member', 'import'] as const).map((table) =>
          db.selectFrom(table).select('id').where('project_id', '=', project!.id).execute(),
        ),
      );
      expect(parts.map((rows) => rows.length)).toEqual([1, 1, 1, 1]);
      const files = await db
        .selectFrom('upload')
        .select('project_id')
        .where('name', '=', feed_url!.slice('upload:'.length))
        .execute();
      expect(files).toEqual([{ project_id: project!.id }]);
    });
  },
  async 'invitation:taken'(point) {
    const email = 'guest@example.com';
    await shop.call(inviteUser, { email, user_groups: [2] });
    const token = await mailedToken(shop.data, email);
    const person = { name: 'G', surname: 'H', email, password: testPassword, password_confirmation: testPassword, agree: true };
    await shop.cut(point, () => shop.callAs({}, register, { ...person, invitation: token }));
    expect((await shop.callAs({}, checkInvitation, { token })).data).toMatchObject({ email, has_account: false });
    const { data } = await shop.callAs({}, register, { ...person, invitation: token });
    expect(data?.project).toBe(shop.owner.project);
  },
  'job:claimed': cutImport,
  'job:workDone': cutImport,
  async 'job:parkTold'(point) {
    /** An import that was cut off as often as may be. */
    const cutOff = () =>
      shop.inDatabase((db) =>
        db.transaction().execute(async (transaction) => {
          const importId = await importStore(transaction).insert({ id: shop.projectId }, shop.fed.id);
          const job = { kind: 'import', key: String(importId), state: 'waiting', attempts: 5, run_at: 0, created_at: 0 };
          const payload = JSON.stringify({ projectId: shop.projectId, feedId: shop.fed.id, importId });
          await transaction
            .insertInto('job')
            .values({ ...job, payload })
            .execute();
        }),
      );
    await shop.cut(point, cutOff);
    imports += 1;
    expect(await shop.ended(shop.fed)).toBe('failed');
  },
  'import:begun': cutImport,
  'import:goesLive': cutImport,
  'import:settingsLive': cutImport,
  'import:itemsLive': cutImport,
  'import:told': cutImport,
  async 'items:changed'(point) {
    await shop.cut(point, () => shop.sendItem('cut'));
    // A client repeats what was not acknowledged.
    expect(await shop.sendItem('cut')).toBe(200);
    const rows = await shop.inDatabase((db) =>
      db.selectFrom('own_item').select('item_id').where('item_id', '=', 'cut').execute(),
    );
    expect(rows).toHaveLength(1);
  },
  'upload:received': cutUpload,
  'upload:named': cutUpload,
  'checks:alertTold': cutCheck,
  'checks:placeKept': cutCheck,
  'report:taken': cutReport,
  'report:posted': cutReport,
};

/** By day some of the points, each on one database; at night all on both. */
const byDay: readonly ServerPoint[] =
  process.env.AISLE_TEST_DATABASE_URL === undefined
    ? ['invitation:taken', 'import:itemsLive', 'items:changed', 'upload:named']
    : ['project:made', 'job:workDone', 'checks:placeKept', 'report:taken'];
const points = process.env.AISLE_TEST_EVERYTHING === undefined ? byDay : serverPoints;

test.each(points)('a server that is killed at %s goes on when it is started again, and nothing is half', async (point) => {
  await cases[point](point);
  await shop.expectWhole();
});

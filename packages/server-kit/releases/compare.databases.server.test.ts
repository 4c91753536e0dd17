import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import type { Releases } from './releases.ts';
import { addMidnightWords, addProject, addSynonyms, charFilterStore, releaseKit, synonymStore } from './testing/release-kit.ts';
import { openTestDatabase } from '#server/testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
let project: ProjectScope;
let releases: Releases;

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
beforeEach(async () => {
  ({ releases } = releaseKit(db));
  addSynonyms(releases);
  addMidnightWords(releases);
  project = await addProject(db);
});
afterAll(() => close());

const who = { userId: null, reason: 'test' };
const synonym = (term: string, other: string) => ({ term, synonym_type_id: 2 as const, synonyms: [other], is_active: true });
const synonyms = <Done>(work: (rows: ReturnType<typeof synonymStore>) => Promise<Done>) =>
  releases.change(project, who, (handle) => work(synonymStore(handle)));
const words = <Done>(work: (rows: ReturnType<typeof charFilterStore>) => Promise<Done>) =>
  releases.change(project, who, (handle) => work(charFilterStore(handle)));
const numberOf = async () => (await releases.live(project)).number;

test('two releases are compared either way, and what changed to and fro between them is no difference', async () => {
  const lamp = await synonyms((rows) => rows.insert(project, synonym('lamp', 'light')));
  const kettle = await synonyms((rows) => rows.insert(project, synonym('kettle', 'boiler')));
  const from = await numberOf();
  await synonyms((rows) => rows.update(project, kettle.id, synonym('kettle', 'pot')));
  await synonyms((rows) => rows.update(project, lamp.id, synonym('lamp', 'torch')));
  await synonyms((rows) => rows.update(project, lamp.id, synonym('lamp', 'light')));
  const mug = await synonyms((rows) => rows.insert(project, synonym('mug', 'cup')));
  const to = await numberOf();
  await synonyms((rows) => rows.remove(project, mug.id));
  const forth = await releases.compare(project, { from, to });
  expect(forth).toMatchObject({
    counts: { synonyms: { changed: 1, added: 1 } },
    changes: [
      { id: kettle.id, kind: 'changed', before: { synonyms: ['boiler'] }, after: { synonyms: ['pot'] }, isLive: true },
      { id: mug.id, kind: 'added', name: 'mug', before: null, isLive: false },
    ],
  });
  const back = await releases.compare(project, { from: to, to: from });
  expect(back.changes.map(({ id, kind, isLive }) => [id, kind, isLive])).toEqual([
    [kettle.id, 'changed', false],
    [mug.id, 'deleted', true],
  ]);
  expect((await releases.compare(project, { from, to: from })).changes).toEqual([]);
  await expect(releases.compare(project, { from, to: 9999 })).rejects.toMatchObject({ code: 'notFound' });
  await db.updateTable('release').set({ is_kept: 0 }).where('project_id', '=', project.id).where('number', '=', from).execute();
  await expect(releases.compare(project, { from, to })).rejects.toMatchObject({ code: 'releaseNotKept' });
});

test('what is told before restoring is what restoring does, whatever was changed since', async () => {
  let seed = 7;
  const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  const terms = ['red', 'green', 'blue', 'white', 'black', 'grey'];
  const term = () => terms[below(terms.length)]!;
  const ids: number[] = [];
  const midnight: number[] = [];
  const one = (all: readonly number[]) => all[below(all.length)] ?? 0;
  /** A term that two rows would share is refused, as on the screen. */
  const unlessTaken = (work: Promise<unknown>) => work.catch(() => null);
  const steps = [
    async () => void ids.push((await synonyms((rows) => rows.insert(project, synonym(term(), term())))).id),
    () => synonyms((rows) => rows.update(project, one(ids), synonym(term(), term()))),
    () => synonyms((rows) => rows.remove(project, one(ids))),
    async () =>
      void midnight.push((await words((rows) => rows.insert(project, { from: term(), to: term(), is_active: true }))).id),
    () => words((rows) => rows.update(project, one(midnight), { from: term(), to: term(), is_active: true })),
    () => words((rows) => rows.remove(project, one(midnight))),
    () => releases.publish(project, who),
  ];
  await releases.live(project);
  let restoredCount = 0;
  for (let round = 0; round < 12; round += 1) {
    for (let step = 0; step < 8; step += 1) await unlessTaken(steps[below(steps.length)]!());
    const live = await numberOf();
    const number = Math.max(1, live - below(9));
    const waitingBefore = (await releases.waiting(project)).length;
    const told = await releases.previewRestore(project, { number });
    const { staying } = await releases.restore(project, 0, { number });
    const made = await numberOf();
    const done = made === live ? null : await releases.history.find(project, made);
    expect(told.staying, `round ${round}`).toEqual(staying);
    expect(told.counts, `round ${round}`).toEqual(done?.counts ?? {});
    const pairs = (changes: typeof told.changes) => changes.map(({ isLive: _now, ...change }) => JSON.stringify(change)).sort();
    expect(pairs(told.changes), `round ${round}`).toEqual(pairs(done?.changes ?? []));
    expect(told.lostCount, `round ${round}`).toBe(waitingBefore - (await releases.waiting(project)).length);
    restoredCount += told.changes.length;
  }
  expect(restoredCount).toBeGreaterThan(20);
});

test('to tell what restoring very much would do, nothing is written, so nobody waits for it', async () => {
  const kinds = new Set<string>();
  const watching: KyselyPlugin = {
    transformQuery: ({ node }) => {
      kinds.add(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const { releases: watched } = releaseKit(db.withPlugin(watching));
  addSynonyms(watched);
  const { number } = await releases.live(project);
  await synonyms((rows) =>
    rows.insert(project, ...Array.from({ length: 2000 }, (_, at) => synonym(`thing ${at}`, `other ${at}`))),
  );
  const told = await watched.previewRestore(project, { number });
  expect([told.counts, told.changes.length]).toEqual([{ synonyms: { deleted: 2000 } }, 500]);
  expect([...kinds]).toEqual(['SelectQueryNode']);
});

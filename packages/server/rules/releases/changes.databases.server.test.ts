import { all } from '#process-kit/work.ts';
import { expect, test } from 'vitest';
import type { Releases } from './releases.ts';
import {
  actedOn,
  addFailingRule,
  addMidnightWords,
  addProject,
  addSynonyms,
  charFilterStore,
  releaseKit,
  synonymStore,
} from './testing/release-kit.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import { ownProject, synonym, who } from './testing/own-project.ts';

const own = ownProject();
const add = (term: string, other: string, to: Releases = own.releases) =>
  to.change(own.project, who, (handle) => synonymStore(handle).insert(own.project, synonym(term, other)));
const addWord = (from: string, to: string) =>
  own.releases.change(own.project, who, (handle) => charFilterStore(handle).insert(own.project, { from, to, is_active: true }));
const numberOf = async () => (await own.releases.live(own.project)).number;
const countOf = async (table: 'synonym' | 'released_row' | 'release' | 'waiting_row'): Promise<number> =>
  (await own.db.selectFrom(table).select('id').where('project_id', '=', own.project.id).execute()).length;

test('what is saved is live when the save comes back, and a number higher', async () => {
  const before = await numberOf();
  await add('kettle', 'boiler');
  expect(await actedOn(own.releases, own.project, 'kettle')).toBe('kettle | boiler');
  expect(await numberOf()).toBe(before + 1);
});

test('a change that fails after its writes leaves no row, no version and no release', async () => {
  await add('first', 'one');
  const before = [await countOf('synonym'), await countOf('released_row'), await countOf('release'), await numberOf()];
  const failed = own.releases.change(own.project, who, async (handle) => {
    await synonymStore(handle).insert(own.project, synonym('second', 'two'));
    throw new Error('cut off');
  });
  await expect(failed).rejects.toThrow('cut off');
  expect([await countOf('synonym'), await countOf('released_row'), await countOf('release'), await numberOf()]).toEqual(before);
});

test('a change that waits too long for its turn is refused and never done, and the next one is', async () => {
  const { releases } = releaseKit(own.db, Date.now, 50);
  const before = await countOf('synonym');
  const save = () =>
    releases.change(own.project, who, (handle) => synonymStore(handle).insert(own.project, synonym('late', 'x')));
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const first = releases.change(own.project, who, () => held);
  await expect(save()).rejects.toBeInstanceOf(DatabaseDownError);
  letGo();
  await first;
  await save();
  expect(await countOf('synonym')).toBe(before + 1);
});

test('a change that changes no rule makes no release', async () => {
  const { id } = await add('kettle', 'boiler');
  const before = await numberOf();
  await own.releases.change(own.project, who, (handle) =>
    synonymStore(handle).update(own.project, id, synonym('kettle', 'boiler')),
  );
  await own.releases.change(own.project, who, () => Promise.resolve());
  expect(await numberOf()).toBe(before);
});

test('rows that are written without being named are found all the same', async () => {
  const { id } = await add('kettle', 'boiler');
  await own.releases.change(own.project, who, (handle) =>
    handle.updateTable('synonym').set({ synonyms: '["pot"]' }).where('id', '=', id).execute(),
  );
  expect(await actedOn(own.releases, own.project, 'kettle')).toBe('kettle | pot');
});

test('rules that wait for midnight go live with no other change, only when they are published', async () => {
  await addWord('colour', 'color');
  await add('kettle', 'boiler');
  expect(await actedOn(own.releases, own.project, 'colour')).toBe('colour');
  expect(await own.releases.waiting(own.project)).toMatchObject([{ source: 'midnight-words', kind: 'added', name: 'colour' }]);
  const { number, changeCount } = await own.releases.publish(own.project, who, { sources: ['midnight-words'] });
  expect([changeCount, await numberOf()]).toEqual([1, number]);
  expect(await actedOn(own.releases, own.project, 'colour')).toBe('color');
  expect(await own.releases.waiting(own.project)).toEqual([]);
  expect(await own.releases.publish(own.project, who)).toEqual({ number: null, changeCount: 0 });
});

test('where no kind of rule waits for a moment, publishing those that do changes nothing', async () => {
  await addWord('colour', 'color');
  expect(await own.releases.publish(own.project, who, { sources: [] })).toEqual({ number: null, changeCount: 0 });
  expect(await countOf('waiting_row')).toBe(1);
});

test('a change that is taken back waits no more, and a deleted row is there again under its id', async () => {
  const { id } = await addWord('colour', 'color');
  await own.releases.publish(own.project, who);
  await own.releases.change(own.project, who, (handle) => charFilterStore(handle).remove(own.project, id));
  expect(await own.releases.waiting(own.project)).toMatchObject([{ kind: 'deleted', id }]);
  await own.releases.takeBack(own.project, 0, { row: { source: 'midnight-words', id } });
  expect(await own.releases.waiting(own.project)).toEqual([]);
  expect(await charFilterStore(own.db).find(own.project, id)).toMatchObject({ id, from: 'colour' });
  const added = await addWord('grey', 'gray');
  await own.releases.takeBack(own.project, 0, { row: { source: 'midnight-words', id: added.id } });
  expect(await charFilterStore(own.db).find(own.project, added.id)).toBeNull();
  expect(await own.releases.waiting(own.project)).toEqual([]);
  await expect(own.releases.takeBack(own.project, 0, { row: { source: 'midnight-words', id } })).rejects.toMatchObject({
    code: 'notFound',
  });
});

test('a release is restored whole, with the ids of its rows, as the next release', async () => {
  const kettle = await add('kettle', 'boiler');
  const wanted = await numberOf();
  await own.releases.change(own.project, who, (handle) => synonymStore(handle).remove(own.project, kettle.id));
  const lamp = await add('lamp', 'light');
  await own.releases.restore(own.project, 0, { number: wanted });
  expect(await actedOn(own.releases, own.project, 'kettle lamp')).toBe('kettle lamp | boiler');
  expect(await synonymStore(own.db).find(own.project, kettle.id)).toMatchObject({ term: 'kettle' });
  expect(await synonymStore(own.db).find(own.project, lamp.id)).toBeNull();
  const newest = await own.releases.history.find(own.project, await numberOf());
  expect(newest).toMatchObject({ restoredNumber: wanted, counts: { synonyms: { added: 1, deleted: 1 } } });
  await expect(own.releases.restore(own.project, 0, { number: 9999 })).rejects.toMatchObject({ code: 'notFound' });
});

test('a row that can not be compiled is left out and told, also after a restart, and the others act', async () => {
  await add('kettle', 'boiler');
  const { id } = await add('poison', 'death');
  const strict = releaseKit(own.db);
  addSynonyms(strict.releases, {
    prepare: () => {
      throw new Error('no such pattern');
    },
  });
  const { skipped } = await strict.releases.live(own.project);
  expect(skipped.map((row) => row.id)).toContain(id);
  expect(strict.told).toHaveLength(skipped.length);
  await strict.releases.live(own.project);
  await add('lamp', 'light', strict.releases);
  expect(strict.told.filter(({ details }) => details['row'] === id)).toHaveLength(1);
});

test('content of an earlier version is read by what knows it, and left out where nothing does', async () => {
  const { id } = await add('kettle', 'boiler');
  const storeContent = (content: string, content_version: number) =>
    own.db.updateTable('released_row').set({ content, content_version }).where('row_id', '=', id).execute();
  await storeContent('{"id":1,"old":"kettle=boiler"}', 0);
  const later = releaseKit(own.db);
  addSynonyms(later.releases);
  expect((await later.releases.live(own.project)).skipped).toMatchObject([{ source: 'synonyms', id }]);
  expect(await actedOn(later.releases, own.project, 'kettle')).toBe('kettle');
  await storeContent('not json', 1);
  const broken = releaseKit(own.db);
  addSynonyms(broken.releases);
  expect((await broken.releases.live(own.project)).skipped).toMatchObject([{ source: 'synonyms', id }]);
});

test('a rule that fails on a query leaves it as it is, and is told once', async () => {
  addFailingRule(own.releases);
  await add('kettle', 'boiler');
  expect(await actedOn(own.releases, own.project, 'kettle')).toBe('kettle | boiler');
  expect(await actedOn(own.releases, own.project, 'kettle')).toBe('kettle | boiler');
  expect(own.told.filter(({ details }) => details['source'] === 'failing')).toHaveLength(1);
});

test('another server follows, and all who ask it at once wait for one look', async () => {
  const other = releaseKit(own.db);
  addSynonyms(other.releases);
  addMidnightWords(other.releases);
  await add('kettle', 'boiler');
  const found = await all(Array.from({ length: 50 }, () => other.releases.live(own.project)));
  expect(new Set(found).size).toBe(1);
  await add('lamp', 'light', other.releases);
  expect(await actedOn(other.releases, own.project, 'kettle lamp')).toBe('kettle lamp | boiler | light');
});

test('another server that is told of a release searches with it at once', async () => {
  const other = releaseKit(own.db, () => 0);
  addSynonyms(other.releases);
  addMidnightWords(other.releases);
  await other.releases.live(own.project);
  await add('kettle', 'boiler');
  const { number } = await own.releases.live(own.project);
  expect((await other.releases.live(own.project)).number).toBe(number - 1);
  await other.releases.reached(own.project, number);
  expect(await actedOn(other.releases, own.project, 'kettle')).toBe('kettle | boiler');
});

test('a database that is lost stops no search: the last known release goes on, and that is told once', async () => {
  const own = await openTestDatabase();
  let clock = 0;
  const kit = releaseKit(own.db, () => clock);
  addSynonyms(kit.releases);
  const home = await addProject(own.db);
  await kit.releases.change(home, who, (handle) => synonymStore(handle).insert(home, synonym('kettle', 'boiler')));
  expect(await actedOn(kit.releases, home, 'kettle')).toBe('kettle | boiler');
  await own.close();
  for (const later of [2000, 4000]) {
    clock = later;
    expect(await actedOn(kit.releases, home, 'kettle')).toBe('kettle | boiler');
  }
  expect(kit.told).toHaveLength(1);
});

test('a database that hangs holds up no search: the last known release goes on, and the newest follows once it answers', async () => {
  let answers: Promise<void> = Promise.resolve();
  let asked = 0;
  const hanging = own.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      asked += 1;
      await answers;
      return result;
    },
  });
  let clock = 0;
  const kit = releaseKit(hanging, () => clock);
  addSynonyms(kit.releases);
  addMidnightWords(kit.releases);
  await add('kettle', 'boiler');
  const held = await kit.releases.live(own.project);
  await add('lamp', 'light');
  const { promise, resolve } = Promise.withResolvers<void>();
  answers = promise;
  clock = 2000;
  const askedBefore = asked;
  for (let search = 0; search < 3; search += 1) expect(await kit.releases.live(own.project)).toBe(held);
  expect(asked).toBe(askedBefore + 1);
  resolve();
  await expect.poll(() => actedOn(kit.releases, own.project, 'kettle lamp')).toBe('kettle lamp | boiler | light');
});

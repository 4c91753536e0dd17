import { expect, test } from 'vitest';
import {
  actedOn,
  addProject,
  addSynonyms,
  charFilterStore,
  releaseKit,
  synonymStore,
} from '#server/rules/releases/testing/release-kit.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { ownProject, synonym, who } from '#server/rules/releases/testing/own-project.ts';

const own = ownProject();
type Synonyms = ReturnType<typeof synonymStore>;
const change = <Done>(work: (rows: Synonyms) => Promise<Done>) =>
  own.releases.change(own.project, who, (handle) => work(synonymStore(handle)));
const add = (term: string, other: string, isActive = true) =>
  change((rows) => rows.insert(own.project, synonym(term, other, isActive)));
const numberOf = async () => (await own.releases.live(own.project)).number;
const rowOf = (id: number) => ({ source: 'synonyms', id });

test('what restoring would change is told against what is live, and nothing of it is done', async () => {
  const kettle = await add('kettle', 'boiler');
  const number = await numberOf();
  await change((rows) => rows.update(own.project, kettle.id, synonym('kettle', 'pot')));
  const lamp = await add('lamp', 'light');
  const before = await dumpOf(own.db, []);
  const preview = await own.releases.previewRestore(own.project, { number });
  expect(preview).toMatchObject({
    liveNumber: number + 2,
    counts: { synonyms: { changed: 1, deleted: 1 } },
    staying: [],
    lostCount: 0,
  });
  expect(preview.changes).toMatchObject([
    { id: kettle.id, kind: 'changed', before: { synonyms: ['pot'] }, after: { synonyms: ['boiler'] } },
    { id: lamp.id, kind: 'deleted', before: { term: 'lamp' }, after: null },
  ]);
  expect(await dumpOf(own.db, [])).toEqual(before);
  expect(await actedOn(own.releases, own.project, 'kettle')).toBe('kettle | pot');
  const one = await own.releases.previewRestore(own.project, { number, row: rowOf(kettle.id) });
  expect(one.changes.map(({ id }) => id)).toEqual([kettle.id]);
  await expect(own.releases.previewRestore(own.project, { number: 9999 })).rejects.toMatchObject({ code: 'notFound' });
});

test('a rule whose place another one has taken stays away, until all is restored and the other one leaves', async () => {
  const kettle = await add('kettle', 'boiler');
  const number = await numberOf();
  await change((rows) => rows.update(own.project, kettle.id, synonym('jug', 'boiler')));
  const twin = await add('Kettle', 'pot', false);
  const staying = [{ ...rowOf(kettle.id), collectionId: null, name: 'kettle', reason: 'taken' }];
  expect(await own.releases.restore(own.project, 0, { number, row: rowOf(kettle.id) })).toEqual(staying);
  expect(await synonymStore(own.db).find(own.project, twin.id)).toMatchObject({ term: 'Kettle' });
  expect(await synonymStore(own.db).find(own.project, kettle.id)).toMatchObject({ term: 'jug' });
  expect(await own.releases.restore(own.project, 0, { number })).toEqual([]);
  expect(await synonymStore(own.db).find(own.project, twin.id)).toBeNull();
  expect(await synonymStore(own.db).find(own.project, kettle.id)).toMatchObject({ term: 'kettle' });
});

test('rules that took each other’s places since are all restored', async () => {
  const [one, other] = [await add('one', 'first'), await add('other', 'second')];
  const number = await numberOf();
  for (const [id, term] of [
    [one.id, 'neither'],
    [other.id, 'one'],
    [one.id, 'other'],
  ] as const)
    await change((rows) => rows.update(own.project, id, synonym(term, 'thing')));
  const late = await add('neither', 'thing');
  expect(await own.releases.restore(own.project, 0, { number })).toEqual([]);
  const terms = [one.id, other.id, late.id].map(async (id) => (await synonymStore(own.db).find(own.project, id))?.term);
  expect(await Promise.all(terms)).toEqual(['one', 'other', undefined]);
});

test('many rules are restored with as many statements as one', async () => {
  let statements = 0;
  const counted = own.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const kit = releaseKit(counted);
  addSynonyms(kit.releases);
  const restored = async (count: number): Promise<number> => {
    const one = await addProject(own.db);
    const changed = (work: (rows: Synonyms) => Promise<unknown>) =>
      kit.releases.change(one, who, (handle) => work(synonymStore(handle)));
    const words = Array.from({ length: count }, (_, at) => `word${at}`);
    await changed((rows) => rows.insert(one, ...words.map((word) => synonym(word, 'before'))));
    const { number } = await kit.releases.live(one);
    const held = await kit.releases.liveRows(one, 'synonyms');
    await changed(async (rows) => {
      for (const [at, { id }] of held.entries()) await rows.update(one, id, synonym(`word${at}`, 'after'));
    });
    statements = 0;
    expect(await kit.releases.restore(one, 1, { number })).toEqual([]);
    const needed = statements;
    expect(await actedOn(kit.releases, one, 'word0')).toBe('word0 | before');
    return needed;
  };
  expect(await restored(100)).toBe(await restored(1));
});

test('of two people who restore what they have both seen live, one is told that there is another release', async () => {
  await add('kettle', 'boiler');
  const [number, seen] = [(await numberOf()) - 1, await numberOf()];
  const both = [1, 2].map(() => own.releases.restore(own.project, 0, { number, seen }));
  const ends = await Promise.allSettled(both);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'releaseMeanwhile' } });
  expect(await numberOf()).toBe(seen + 1);
});

test('waiting changes that restoring replaces are counted', async () => {
  const words = (work: (rows: ReturnType<typeof charFilterStore>) => Promise<unknown>) =>
    own.releases.change(own.project, who, (handle) => work(charFilterStore(handle)));
  let id = 0;
  await words(async (rows) => {
    ({ id } = await rows.insert(own.project, { from: 'colour', to: 'color', is_active: true }));
  });
  await own.releases.publish(own.project, who);
  const number = await numberOf();
  await words((rows) => rows.update(own.project, id, { from: 'colour', to: 'paint', is_active: true }));
  await own.releases.publish(own.project, who);
  await words((rows) => rows.update(own.project, id, { from: 'colour', to: 'hue', is_active: true }));
  expect(await own.releases.previewRestore(own.project, { number })).toMatchObject({
    lostCount: 1,
    changes: [{ kind: 'changed' }],
  });
  expect(await own.releases.waiting(own.project)).toHaveLength(1);
});

test('a release says which of its changes are live by now', async () => {
  const kettle = await add('kettle', 'boiler');
  const added = await numberOf();
  await change((rows) => rows.update(own.project, kettle.id, synonym('kettle', 'pot')));
  const changed = await numberOf();
  const areLive = async (number: number) =>
    (await own.releases.history.find(own.project, number))!.changes.map(({ isLive }) => isLive);
  expect([await areLive(added), await areLive(changed)]).toEqual([[false], [true]]);
  await change((rows) => rows.remove(own.project, kettle.id));
  expect([await areLive(changed), await areLive(changed + 1)]).toEqual([[false], [true]]);
});

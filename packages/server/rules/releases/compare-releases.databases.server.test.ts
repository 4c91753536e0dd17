import { expect, test } from 'vitest';
import { charFilterStore, synonymStore } from '#server/rules/releases/testing/release-kit.ts';
import { ownProject, synonym, who } from '#server/rules/releases/testing/own-project.ts';

const own = ownProject();
const synonyms = <Done>(work: (rows: ReturnType<typeof synonymStore>) => Promise<Done>) =>
  own.releases.change(own.project, who, (handle) => work(synonymStore(handle)));
const words = <Done>(work: (rows: ReturnType<typeof charFilterStore>) => Promise<Done>) =>
  own.releases.change(own.project, who, (handle) => work(charFilterStore(handle)));
const numberOf = async () => (await own.releases.live(own.project)).number;

test('two releases are compared either way, and what changed to and fro between them is no difference', async () => {
  const lamp = await synonyms((rows) => rows.insert(own.project, synonym('lamp', 'light')));
  const kettle = await synonyms((rows) => rows.insert(own.project, synonym('kettle', 'boiler')));
  const from = await numberOf();
  await synonyms((rows) => rows.update(own.project, kettle.id, synonym('kettle', 'pot')));
  await synonyms((rows) => rows.update(own.project, lamp.id, synonym('lamp', 'torch')));
  await synonyms((rows) => rows.update(own.project, lamp.id, synonym('lamp', 'light')));
  const mug = await synonyms((rows) => rows.insert(own.project, synonym('mug', 'cup')));
  const to = await numberOf();
  await synonyms((rows) => rows.remove(own.project, mug.id));
  const forth = await own.releases.compare(own.project, { from, to });
  expect(forth).toMatchObject({
    counts: { synonyms: { changed: 1, added: 1 } },
    changes: [
      { id: kettle.id, kind: 'changed', before: { synonyms: ['boiler'] }, after: { synonyms: ['pot'] }, isLive: true },
      { id: mug.id, kind: 'added', name: 'mug', before: null, isLive: false },
    ],
  });
  const back = await own.releases.compare(own.project, { from: to, to: from });
  expect(back.changes.map(({ id, kind, isLive }) => [id, kind, isLive])).toEqual([
    [kettle.id, 'changed', false],
    [mug.id, 'deleted', true],
  ]);
  expect((await own.releases.compare(own.project, { from, to: from })).changes).toEqual([]);
  await expect(own.releases.compare(own.project, { from, to: 9999 })).rejects.toMatchObject({ code: 'notFound' });
  await own.db
    .updateTable('release')
    .set({ is_kept: 0 })
    .where('project_id', '=', own.project.id)
    .where('number', '=', from)
    .execute();
  await expect(own.releases.compare(own.project, { from, to })).rejects.toMatchObject({ code: 'releaseNotKept' });
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
    async () => void ids.push((await synonyms((rows) => rows.insert(own.project, synonym(term(), term())))).id),
    () => synonyms((rows) => rows.update(own.project, one(ids), synonym(term(), term()))),
    () => synonyms((rows) => rows.remove(own.project, one(ids))),
    async () =>
      void midnight.push((await words((rows) => rows.insert(own.project, { from: term(), to: term(), is_active: true }))).id),
    () => words((rows) => rows.update(own.project, one(midnight), { from: term(), to: term(), is_active: true })),
    () => words((rows) => rows.remove(own.project, one(midnight))),
    () => own.releases.publish(own.project, who),
  ];
  await own.releases.live(own.project);
  let restoredCount = 0;
  for (let round = 0; round < 12; round += 1) {
    for (let step = 0; step < 8; step += 1) await unlessTaken(steps[below(steps.length)]!());
    const live = await numberOf();
    const number = Math.max(1, live - below(9));
    const waitingBefore = (await own.releases.waiting(own.project)).length;
    const told = await own.releases.previewRestore(own.project, { number });
    const staying = await own.releases.restore(own.project, 0, { number });
    const made = await numberOf();
    const done = made === live ? null : await own.releases.history.find(own.project, made);
    expect(told.staying, `round ${round}`).toEqual(staying);
    expect(told.counts, `round ${round}`).toEqual(done?.counts ?? {});
    const pairs = (changes: typeof told.changes) => changes.map(({ isLive: _now, ...change }) => JSON.stringify(change)).sort();
    expect(pairs(told.changes), `round ${round}`).toEqual(pairs(done?.changes ?? []));
    expect(told.lostCount, `round ${round}`).toBe(waitingBefore - (await own.releases.waiting(own.project)).length);
    restoredCount += told.changes.length;
  }
  expect(restoredCount).toBeGreaterThan(20);
});

test('an import of one kind hides no change of another, neither in a comparison nor in what restoring does', async () => {
  const { number: from } = await own.releases.live(own.project);
  await synonyms((rows) =>
    rows.insert(own.project, ...Array.from({ length: 600 }, (_, at) => synonym(`thing ${at}`, `other ${at}`))),
  );
  await words((rows) => rows.insert(own.project, { from: '×', to: 'x', is_active: true }));
  await own.releases.publish(own.project, who);
  const told = (changes: readonly { readonly source: string }[]) =>
    Object.fromEntries([...Map.groupBy(changes, ({ source }) => source)].map(([source, { length }]) => [source, length]));
  const expected = { synonyms: 499, 'midnight-words': 1 };
  const compared = await own.releases.compare(own.project, { from, to: await numberOf() });
  expect(told(compared.changes)).toEqual(expected);
  await own.releases.restore(own.project, 0, { number: from });
  expect(told((await own.releases.history.find(own.project, await numberOf()))?.changes ?? [])).toEqual(expected);
});

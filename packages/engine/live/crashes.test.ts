import { existsSync, readdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { ItemChange } from '#engine/port.ts';
import {
  collection,
  type EngineAnswer,
  type EngineTask,
  fedCount,
  type Looked,
  source,
  versionWord,
} from '#engine/testing/crash-tasks.ts';
import { atEnd, flipByte, scratchFolder } from '#engine/testing/scratch.ts';
import { enginePoints } from '#process-kit/crash-point.ts';
import { CrashingProcess } from '#process-kit/testing/crashing-process.ts';

type EnginePoint = (typeof enginePoints)[number];

const directory = scratchFolder();
const search = path.join(directory, 'search');
const folder = path.join(search, collection);
const program = fileURLToPath(import.meta.resolve('#engine/testing/crashing-engine.ts'));
const engine = new CrashingProcess<EngineTask, EngineAnswer>(program, search, path.join(directory, 'point'));

/** What was acknowledged: the version of the source that is live, the one before it, and the prices of items of no source. */
const live = { version: 0, before: 0, own: new Map<string, number>() };

const look = () => engine.ask<Looked>({ kind: 'look' });
const change = (...changes: ItemChange[]) => engine.ask({ kind: 'change', changes });

let prices = 0;
/** A change that is going to be there. Its text is another one each time, so that the item is reindexed. */
function owned(id: string): ItemChange {
  const price = (prices += 1);
  live.own.set(id, price);
  return { kind: 'put', item: { id, fields: { name: `own lamp ${price}`, price } } };
}

async function publish(generation: string, version: number): Promise<void> {
  await engine.ask({ kind: 'publish', generation });
  if (version !== live.version) live.before = live.version;
  live.version = version;
}

const build = (version: number) => engine.ask<string>({ kind: 'build', version });

/** Searches see one version whole, every own item as it was acknowledged, and the index says the same as the items. */
async function expectWhole(): Promise<void> {
  const { items, counts, problems } = await look();
  expect(counts).toEqual({ [versionWord(live.version)]: fedCount });
  expect(items.filter((item) => item.source === source)).toHaveLength(fedCount);
  const own = items.filter((item) => item.source === undefined);
  expect(new Map(own.map(({ id, fields }) => [id, fields['price']]))).toEqual(live.own);
  expect(problems).toEqual([]);
}

/** What nobody made and nobody removes. */
function expectNoStrays(): void {
  const names = readdirSync(folder);
  expect(names.filter((name) => name.startsWith('.') || name.endsWith('.tmp'))).toEqual([]);
  const generations = names.filter((name) => !name.endsWith('.json'));
  const inGenerations = generations.flatMap((name) => readdirSync(path.join(folder, name)));
  expect(inGenerations.filter((name) => name.includes('.tmp'))).toEqual([]);
  expect(generations.filter((name) => !existsSync(path.join(folder, name, 'manifest.json')))).toEqual([]);
}

const cutBuild = async (point: EnginePoint): Promise<void> => {
  await engine.crashAt(point, { kind: 'build', version: live.version + 1 });
};

/** The publishing of a version, with changes to carry. Done again, it comes to its end. */
const cutPublish = (isLiveThen: boolean) => async (point: EnginePoint) => {
  const next = live.version + 1;
  const generation = await build(next);
  await change(owned('carried'), owned(`since ${next}`));
  await engine.crashAt(point, { kind: 'publish', generation });
  const before = live.version;
  if (isLiveThen) live.version = next;
  await expectWhole();
  live.version = before;
  await publish(generation, next);
};

/** What is in the log is there, though nobody was told so. */
const cutChange = (point: EnginePoint) => engine.crashAt(point, { kind: 'change', changes: [owned('first'), owned(point)] });

/** What is changed while a generation is built again is in the log before that one is swapped. */
const cutRecreate = (changesMeanwhile: () => ItemChange[]) => async (point: EnginePoint) => {
  await engine.crashAt(point, { kind: 'recreate', meanwhile: changesMeanwhile() });
  await expectWhole();
  await engine.ask({ kind: 'recreate', meanwhile: [owned('meanwhile')] });
  live.before = live.version;
};

/** Cuts off what is done about damage of these files of the live generation. */
async function cutHealing(point: EnginePoint, damage: Readonly<Record<string, (file: string) => void>>): Promise<void> {
  const [generation] = (await look()).generations;
  await engine.stop();
  for (const [file, harm] of Object.entries(damage)) harm(path.join(folder, generation!.generation, file));
  await engine.crashAt(point, { kind: 'look' });
  await expect
    .poll(async () => {
      const [serving] = (await look()).generations;
      return serving?.health === 'good' && serving.generation !== generation?.generation;
    })
    .toBe(true);
  expect((await look()).problems).not.toEqual([]);
  await engine.stop();
}

const cases: Readonly<Record<EnginePoint, (point: EnginePoint) => Promise<unknown>>> = {
  'build:locked': cutBuild,
  'build:segmentsWritten': cutBuild,
  'build:itemsSynced': cutBuild,
  'build:manifestWritten': cutBuild,
  'merge:batchCarried': cutPublish(false),
  'publish:beforePointer': cutPublish(false),
  'publish:betweenPointers': cutPublish(true),
  'publish:afterPointer': cutPublish(true),
  'removal:unmarked': cutPublish(true),
  async 'changes:created'(point) {
    await publish(await build(live.version + 1), live.version + 1);
    await engine.ask({ kind: 'recreate', meanwhile: [] });
    live.before = live.version;
    await engine.crashAt(point, {
      kind: 'change',
      changes: [{ kind: 'put', item: { id: 'unlogged', fields: { name: 'lamp' } } }],
    });
    await expectWhole();
    await change(owned('first'));
  },
  'changes:logged': cutChange,
  'changes:journaled': cutChange,
  'rewrite:built': cutRecreate(() => []),
  'rewrite:carried': cutRecreate(() => [owned('meanwhile')]),
  'rebuild:built': (point) => cutHealing(point, { '0000.segment': flipByte }),
  async 'fallBack:carried'(point) {
    await publish(await build(live.version + 1), live.version + 1);
    await change(owned('later'));
    await cutHealing(point, { '0000.segment': flipByte, 'items.sqlite': (file) => truncateSync(file, 8_192) });
    live.version = live.before;
  },
  async 'drop:pointerRemoved'(point) {
    await engine.crashAt(point, { kind: 'drop' });
    expect(await look()).toMatchObject({ items: [], generations: [], problems: [] });
    await engine.ask({ kind: 'drop' });
    expect(existsSync(folder)).toBe(false);
    await publish(await build(1), 1);
    live.own.clear();
  },
};

const byDay: readonly EnginePoint[] = [
  'build:itemsSynced',
  'merge:batchCarried',
  'publish:betweenPointers',
  'changes:created',
  'changes:logged',
  'rewrite:carried',
  'fallBack:carried',
  'drop:pointerRemoved',
];
const points = process.env['AISLE_TEST_EVERYTHING'] === undefined ? byDay : enginePoints;

beforeAll(async () => {
  await publish(await build(1), 1);
  await change(owned('first'));
});
atEnd(() => engine.stop());

test.each(points)('an engine that is killed at %s serves what was acknowledged, whole, and goes on', async (point) => {
  await cases[point](point);
  await expectWhole();
  expectNoStrays();
});

test('after all of that, the live generation and the one before it are all there is', async () => {
  await publish(await build(live.version + 1), live.version + 1);
  await publish(await build(live.version + 1), live.version + 1);
  await expectWhole();
  const { generations } = await look();
  expect(
    readdirSync(folder)
      .filter((name) => !name.endsWith('.json'))
      .toSorted(),
  ).toEqual(generations.map(({ generation }) => generation).toSorted());
});

import { cpSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ItemChange, SearchEngine } from '#engine/port.ts';
import { GenerationDamagedError, GenerationStateError, SearchDownError } from '#engine/port-errors.ts';
import { catalogue, layout, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { flipByte, scratchFolder } from '#engine/testing/scratch.ts';
import { itemsFile } from '#engine/index/files/generation-files.ts';

const items = [...catalogue(60)];
const changes: readonly ItemChange[] = [
  { kind: 'put', item: { id: 'added', fields: { name: 'added lamp' } } },
  { kind: 'patch', id: 'item-1', fields: { price: 7 } },
  { kind: 'remove', id: 'item-2' },
];

const damages = {
  flip: flipByte,
  truncate: (file: string) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  empty: (file: string) => truncateSync(file),
  delete: (file: string) => rmSync(file),
};

const root = scratchFolder();
/** As a server leaves the folder that stops, and as one does that is killed. */
const left = { stopped: path.join(root, 'stopped'), killed: path.join(root, 'killed') };
let live = '';
let unpublished = '';
/** The live items, now and with the unpublished generation. */
let whole: ReadonlyMap<string, string>;
let wholeOfUnpublished: ReadonlyMap<string, string>;

const itemsIn = async (engine: SearchEngine): Promise<Map<string, string>> => {
  const { hits } = await engine.search('shop', planOf([], { size: 200 }));
  // By id, too: that is another way through the files.
  const byId = await engine.items(
    'shop',
    hits.map(({ id }) => id),
  );
  return new Map(byId.map(({ id, fields }) => [id, JSON.stringify(fields)]));
};

beforeAll(async () => {
  const directory = path.join(root, 'made');
  const engine = openEmbeddedEngine({ directory });
  await publishItems(engine, 'shop', items.slice(0, 50));
  live = await publishItems(engine, 'shop', items);
  await engine.change('shop', changes.slice(0, 1));
  const build = await engine.build('shop', layout, 1);
  unpublished = build.generation;
  await build.add([{ id: 'fed', fields: { name: 'fed lamp' } }]);
  await build.carryOver();
  await build.finish();
  await engine.change('shop', changes.slice(1));
  whole = await itemsIn(engine);
  cpSync(directory, left.killed, { recursive: true });
  await engine.close();
  cpSync(directory, left.stopped, { recursive: true });
  const publishing = openEmbeddedEngine({ directory });
  await publishing.publish('shop', unpublished);
  wholeOfUnpublished = await itemsIn(publishing);
  await publishing.close();
});
const ofLive = (name: string) => () => path.join('shop', live, name);
const ofUnpublished = (name: string) => () => path.join('shop', unpublished, name);
type Kind = readonly [kind: string, how: keyof typeof left, file: () => string];
const kinds: readonly Kind[] = [
  ...['live.json', 'live.copy.json'].map((name): Kind => [name, 'stopped', () => path.join('shop', name)]),
  ...[
    'manifest.json',
    'manifest.copy.json',
    '0000.segment',
    'order.ranks',
    'items.sqlite',
    'changes.sqlite',
    'changes.journal',
  ].map((name): Kind => [name, 'stopped', ofLive(name)]),
  ...['changes.sqlite', 'changes.sqlite-wal', 'changes.sqlite-shm', 'changes.journal', 'changes.lock'].map((name): Kind => [
    `${name} of a killed server`,
    'killed',
    ofLive(name),
  ]),
  ...[
    'manifest.json',
    '0000.segment',
    'order.ranks',
    'items.sqlite',
    'base.json',
    'base-items.sqlite',
    'base-changes.sqlite',
  ].map((name): Kind => [`${name} of an unpublished import`, 'stopped', ofUnpublished(name)]),
];
/** By day each file is damaged in one way, at night in all. */
const cases = kinds.flatMap(([kind, how, file], at) =>
  (Object.keys(damages) as (keyof typeof damages)[])
    .filter((_, way, all) => process.env['AISLE_TEST_EVERYTHING'] !== undefined || way === at % all.length)
    .map((damage) => ({ kind, how, file, damage })),
);

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([id, fields]) => other.get(id) === fields);

test.each(cases)('$kind, $damage: nothing is lost or wrong in silence, and the next import works', async (one) => {
  const { kind, how, damage } = one;
  const directory = path.join(root, `${kind} ${damage}`);
  cpSync(left[how], directory, { recursive: true });
  const file = path.join(directory, one.file());
  // Not every kind of file is there in every state.
  if (existsSync(file)) damages[damage](file);
  const problems: string[] = [];
  const engine = openEmbeddedEngine({ directory, onProblem: (message) => problems.push(message) });
  const refusals: unknown[] = [];
  const isUnpublished = one.file().includes(unpublished);
  if (isUnpublished) await engine.publish('shop', unpublished).catch((error: unknown) => refusals.push(error));
  const expected = isUnpublished && refusals.length === 0 ? wholeOfUnpublished : whole;
  const found = async (): Promise<Map<string, string> | null> =>
    itemsIn(engine).catch((error: unknown) => {
      refusals.push(error);
      return null;
    });
  let now = await found();
  // Whatever is wrong is told by then; what is told may still be mended.
  await expect
    .poll(async () => {
      now = await found();
      return (now !== null && isSame(now, expected)) || problems.length + refusals.length > 0;
    })
    .toBe(true);
  for (const refusal of refusals)
    expect(
      [SearchDownError, GenerationStateError, GenerationDamagedError].some((known) => refusal instanceof known),
      String(refusal),
    ).toBe(true);
  // Of stored items there is no second copy; all other files are mended, or built again.
  if (!one.file().endsWith(`/${itemsFile}`))
    await expect.poll(async () => (now = await found()) !== null && isSame(now, expected)).toBe(true);
  await publishItems(engine, 'shop', items);
  await expect.poll(async () => (await itemsIn(engine)).size).toBe(60);
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

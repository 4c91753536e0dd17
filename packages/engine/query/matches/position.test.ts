import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Plan } from '#engine/plan.ts';
import { type SearchEngine, inSession } from '#engine/port.ts';
import { positionOf } from './position.ts';
import { catalogue, group, planOf, publishItems } from '#engine/testing/catalogue.ts';

const collection = 'products';
const itemCount = 3_000;
const words = [group('red'), group('lamp'), group('chairs')];

let directory: string;
let engine: SearchEngine;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-position-'));
  engine = openEmbeddedEngine({ directory });
  await publishItems(engine, collection, [...catalogue(itemCount)]);
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const idsOf = async (plan: Plan) => (await engine.search(collection, { ...plan, size: itemCount })).hits.map(({ id }) => id);

async function place(plan: Plan, id: string): Promise<number | null> {
  return inSession(engine, collection, async (session) => {
    const explanation = await session.explain(plan, id);
    return explanation && positionOf(session, plan, explanation);
  });
}

it.each([
  ['the words', planOf(words)],
  ['variants as one', planOf(words, { collapse: true })],
  ['promoted items', planOf(words, { promoted: ['item-7', 'item-2900'] })],
  ['boosts', planOf(words, { boosts: [{ kind: 'value', field: 'brand', anyOf: ['Brand 2'], factor: 3 }] })],
])('the place of an item by %s is that of the whole list', async (_, plan) => {
  const ids = await idsOf(plan);
  expect(ids.length).toBeGreaterThan(700);
  for (const at of [0, 1, 99, 100, 101, 350, 511, ids.length - 1]) expect(await place(plan, ids[at]!), `${at}`).toBe(at + 1);
});

it('a variant that another one stands for has no place', async () => {
  const plan = planOf(words, { collapse: true });
  const shown = new Set(await idsOf(plan));
  const hidden = (await idsOf({ ...plan, collapse: false })).filter((id) => !shown.has(id));
  expect(hidden.length).toBeGreaterThan(10);
  for (const id of [hidden[0]!, hidden[7]!, hidden.at(-1)!]) expect(await place(plan, id)).toBeNull();
});

it('among very many equal scores a place is told near the beginning only', async () => {
  const plan = planOf([]);
  const ids = await idsOf(plan);
  expect(await place(plan, ids[900]!)).toBe(901);
  expect(await place(plan, ids[2_500]!)).toBeNull();
});

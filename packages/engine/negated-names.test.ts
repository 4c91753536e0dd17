import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Item } from '#contract/item.ts';
import { defaultRelevance } from './default-relevance.ts';
import { openEmbeddedEngine } from './embedded/embedded-engine.ts';
import type { SearchEngine } from './port.ts';
import type { CollectionRelevance } from './relevance.ts';
import { runSearch } from './search.ts';
import { inSession } from './search-session.ts';

const names = [
  'Listen Without Prejudice Vol. 1',
  'Listen to the Band',
  'Pride and Prejudice',
  'Without Remorse',
  'Years of Remorse',
  'Bike without lights',
  'Bike with lights',
  'Mountain bike',
];
const items = names.map((name, at): Item => ({ id: `i${at}`, fields: { name } }));
const relevance: CollectionRelevance = {
  layout: {
    language: 'en',
    fields: [{ name: 'name', type: 'text', searchable: true, stemmer: true, facet: false, path: false }],
    groupField: null,
  },
  fields: { name: defaultRelevance('name', 'text', names) },
  relevantRate: 70,
  forcesStopwords: false,
};

let directory: string;
let engine: SearchEngine;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-negated-'));
  engine = openEmbeddedEngine({ directory });
  const build = await engine.build('products', relevance.layout);
  await build.add(items);
  await engine.publish('products', (await build.finish()).generation);
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

async function ask(query: string): Promise<{ readonly found: string[]; readonly steps: string[] }> {
  const request = { query, filters: [], facets: [], sort: [], page: 1, perPage: 10, today: 0 };
  const { hits, trace } = await inSession(engine, 'products', (session) => runSearch(session, relevance, [], request));
  return { found: hits.map(({ item }) => String(item.fields['name'])), steps: trace.map(({ step }) => step) };
}

test.each([
  ['listen without prejudice', 'Listen Without Prejudice Vol. 1'],
  ['without remorse', 'Without Remorse'],
])('“%s” is the name of an item, which comes first', async (query, name) => {
  const { found, steps } = await ask(query);
  expect(found[0]).toBe(name);
  expect(steps).not.toContain('negation');
});

test('a negation that leaves items out is one, though an item has its words', async () => {
  const { found, steps } = await ask('bike without lights');
  expect(new Set(found)).toEqual(new Set(['Bike without lights', 'Mountain bike']));
  expect(steps).toContain('negation');
});

test('a negation that no item has as it stands is one, and so is a minus', async () => {
  expect((await ask('listen without band')).found).toEqual(['Listen Without Prejudice Vol. 1']);
  expect((await ask('listen -prejudice')).found).toEqual(['Listen to the Band']);
});

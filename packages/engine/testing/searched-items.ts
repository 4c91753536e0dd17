import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { FieldValue, Item } from '#contract/item.ts';
import { defaultRelevances } from '#engine/query/default-relevance.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { DatedRequest } from '#engine/query/pipeline.ts';
import { type SearchEngine, inSession } from '#engine/port.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { runSearch, type SearchAnswer } from '#engine/query/resolve/run-search.ts';

const collection = 'products';

/** Items of texts in English, searched by the default settings for as long as a file's tests run; answers how to ask for them. */
export function searchedItems(
  all: readonly Readonly<Record<string, string>>[],
  settings: Partial<Pick<CollectionRelevance, 'lowersUnwanted'>> = {},
) {
  const items = all.map((fields, at): Item => ({ id: `i${at}`, fields }));
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  const samplesOf = (name: string): FieldValue[] => all.flatMap((fields) => fields[name] ?? []);
  const fields = defaultRelevances(names.map((name) => ({ name, type: 'text', samples: samplesOf(name) })));
  const relevance: CollectionRelevance = {
    layout: {
      language: 'en',
      groupField: null,
      fields: names.map((name) => {
        const { searchable, stemmer } = fields.get(name)!;
        return { name, type: 'text', searchable, stemmer, facet: false, path: false };
      }),
    },
    fields: Object.fromEntries(fields),
    relevantRate: 70,
    forcesStopwords: false,
    lowersUnwanted: false,
    ...settings,
  };
  let directory: string;
  let engine: SearchEngine;
  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'aisle-searched-'));
    engine = openEmbeddedEngine({ directory });
    const build = await engine.build(collection, relevance.layout);
    await build.add(items);
    await engine.publish(collection, (await build.finish()).generation);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return (query: string, more: Partial<DatedRequest> = {}): Promise<SearchAnswer> => {
    const request = { query, filters: [], facets: [], sort: [], page: 1, perPage: 10, today: 0, ...more };
    return inSession(engine, collection, (session) => runSearch(session, relevance, [], request));
  };
}

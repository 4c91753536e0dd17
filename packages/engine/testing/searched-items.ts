import type { Awaitable } from '#process-kit/work.ts';
import { beforeAll } from 'vitest';
import type { FieldValue, Item } from '#contract/item.ts';
import { defaultRelevances } from '#engine/query/default-relevance.ts';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import { inSession, type SearchSession } from '#engine/port.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { explainItem, runSearch } from '#engine/query/resolve/run-search.ts';
import { scratchEngine } from './scratch.ts';

const collection = 'products';

interface Settings extends Partial<Omit<CollectionRelevance, 'layout' | 'fields'>> {
  readonly language?: string;
  /** Besides numbers. */
  readonly facets?: readonly string[];
}

export const requestOf = (query: string, more: Partial<DatedRequest> = {}): DatedRequest => ({
  query,
  filters: [],
  facets: [],
  sort: [],
  page: 1,
  perPage: 20,
  today: 0,
  ...more,
});

/** Items with the ids `i0`, `i1` …, searched by the default settings. */
export function searchedItems(
  all: readonly Readonly<Record<string, string | number>>[],
  { language = 'en', facets = [], ...settings }: Settings = {},
) {
  const items = all.map((fields, at): Item => ({ id: `i${at}`, fields }));
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  const sampled = names.map((name) => {
    const samples: FieldValue[] = all.flatMap((fields) => fields[name] ?? []);
    return { name, samples, type: typeof samples[0] === 'number' ? ('float' as const) : ('text' as const) };
  });
  const fields = defaultRelevances(sampled);
  const relevance: CollectionRelevance = {
    layout: {
      language,
      groupField: null,
      fields: sampled.map(({ name, type }) => {
        const { searchable, stemmer } = fields.get(name)!;
        return { name, type, searchable, stemmer, facet: type === 'float' || facets.includes(name), path: false };
      }),
    },
    fields: Object.fromEntries(fields),
    relevantRate: 70,
    forcesStopwords: false,
    lowersUnwanted: false,
    ...settings,
  };
  const engine = scratchEngine();
  beforeAll(async () => {
    const build = await engine.build(collection, relevance.layout);
    await build.add(items);
    await engine.publish(collection, (await build.finish()).generation);
  });
  const ask = <Answer>(work: (session: SearchSession) => Awaitable<Answer>) => inSession(engine, collection, work);
  return {
    relevance,
    ask,
    search: (query: string, more: Partial<DatedRequest> = {}, rules: readonly Rule[] = []) =>
      ask((session) => runSearch(session, relevance, rules, requestOf(query, more))),
    explain: (query: string, id: string, rules: readonly Rule[] = []) =>
      ask((session) => explainItem(session, relevance, rules, requestOf(query), id)),
  };
}

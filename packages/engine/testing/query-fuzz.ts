import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import type { DatedRequest } from '#engine/query/pipeline.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import { inSession } from '#engine/port.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { scratchEngine } from './scratch.ts';
import { catalogue, layout, publishItems, randomNumbers, words } from './catalogue.ts';

const collection = 'products';
/** What other engines take as operators, what databases take as commands, and letters that are hard to read. */
const oddities = [
  '"', "'", '\\', '-', '−', '--', '+', '*', '?', '~2', '^3', 'AND', 'OR', 'NOT', 'NEAR/3', '(', ')', '[', ']', '{', '}', ':', '/', '<b>',
  '&amp;', '&#0;', '\0', '\uD800', '\uDFFF', '\u202E', '\u200B', '\u00A0', '\u0301'.repeat(40), 'ﷺ', '👩‍👩‍👧‍👦', '💩', 'ß', 'İ', 'ǆ', '½', '①', '中文',
  'العربية', 'ไทย', "'; drop table items; --", '${7*7}', '%00', '../../etc/passwd', '1e999', '-0', '9'.repeat(60), 'without', 'bez', '-'.repeat(50),
]; // prettier-ignore

/** Asks random queries with random filters, facets, orders and pages: each is answered, and none with what it asks to be without. */
export function queriesAreHarmless(count: number): void {
  it(`${count} random queries are answered`, { timeout: 60_000 + count * 20 }, async () => {
    const engine = scratchEngine();
    await publishItems(engine, collection, [...catalogue(2_000)]);
    for (const request of randomRequests(count)) {
      const told = JSON.stringify(request);
      const answer = await inSession(engine, collection, (session) => runSearch(session, relevance, [], request));
      expect(answer.hits.length, told).toBeLessThanOrEqual(request.perPage);
      expect(answer.totalCount, told).toBeGreaterThanOrEqual(answer.hits.length);
      for (const { id, item, score } of answer.hits) {
        expect(Number.isFinite(score) && score >= 0, told).toBe(true);
        for (const [field, fragments] of Object.entries(answer.highlights?.get(id) ?? {}))
          for (const parts of fragments) {
            const shown = parts.map(({ text }) => text).join('');
            expect(String(item.fields[field]), told).toContain(shown.replaceAll('…', ''));
            expect(
              parts.map(({ isMatch }) => isMatch),
              told,
            ).toContain(true);
          }
      }
    }
  });
}

const relevance: CollectionRelevance = {
  layout,
  fields: {
    name: defaultRelevance('name', 'text', ['Lamp']),
    description: defaultRelevance('description', 'text', ['A lamp']),
    code: defaultRelevance('code', 'text', ['C1x']),
  },
  relevantRate: 70,
  forcesStopwords: false,
  lowersUnwanted: false,
};

function hostileStrings(): readonly string[] {
  const file = sharedData('hostile/strings/blns.json');
  return file === null ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);
}

function* randomRequests(count: number): Generator<DatedRequest> {
  const random = randomNumbers(2026);
  const hostile = hostileStrings();
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const word = (): string => {
    const kind = random();
    if (kind < 0.5) return oneOf(words);
    if (kind < 0.6) return `-${oneOf(words)}`;
    if (kind < 0.8) return oneOf(oddities);
    if (kind < 0.9 && hostile.length > 0) return oneOf(hostile);
    return String.fromCodePoint(...Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 0x2_0000)));
  };
  const fields = ['brand', 'category', 'price', 'inStock', 'sizes', 'name', 'nowhere', '__proto__', ''];
  for (let number = 0; number < count; number += 1) {
    const length = random() < 0.01 ? 2_000 : Math.floor(random() * 8);
    yield {
      query: Array.from({ length }, word).join(random() < 0.9 ? ' ' : ''),
      filters:
        random() < 0.7 ? [] : [{ field: oneOf(fields), ...oneOf([{ anyOf: [word(), 3, true] }, { from: -1e308 }, { to: NaN }]) }],
      facets: random() < 0.7 ? [] : [{ field: oneOf(fields), limit: Math.floor(random() * 60) }],
      sort: random() < 0.8 ? [] : [{ field: oneOf(fields), order: oneOf(['asc', 'desc']) }],
      today: 0,
      page: 1 + Math.floor(random() ** 4 * 90),
      perPage: 1 + Math.floor(random() * 100),
      wantsHighlights: random() < 0.03,
    };
  }
}

/**
 * Processor time of searches with a learned order ÷ without one, in turns: 200,000 items, 100,000 learned pairs, each query learned.
 * Run: node bench/learned-cost.bench.ts [items]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { learnedFor, learnedKey, type LearnedTable } from '#engine/query/learned.ts';
import type { LearnedQuery, Plan } from '#engine/plan.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { buildIndex, collection, drawn, middling, planOf, popular } from './engine-queries.ts';
import { percentile, report } from './figures.ts';
import { randomNumbers } from './products.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const [queryCount, pairsOfQuery] = [5_000, 20];
const turns = 20;
const queriesOfTurn = 250;
const askedCount = 1_000;
const language = 'en';
const analyser = createAnalyser(language);

const plainPlanOf = (words: readonly string[]): Plan =>
  planOf(
    words.map((word) => ({
      word,
      alternatives: [
        { kind: 'exact', terms: [word], weight: 1 },
        { kind: 'stem', terms: [analyser.stem(word)], weight: 0.8 },
      ],
    })),
    {},
  );

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
const engine = openEmbeddedEngine({ directory });
try {
  await buildIndex(engine, itemCount);
  const random = randomNumbers(7);
  for (const [name, ranks] of [
    ['two words', [popular, middling]],
    ['three popular words', [popular, popular, popular]],
  ] as const) {
    const queries = Array.from({ length: queryCount }, () => drawn(random, ranks));
    const known = new Map<string, LearnedQuery>();
    const lifts = new Map<string, ReadonlyMap<string, number>>();
    for (const words of queries) {
      const { hits } = await engine.search(collection, { ...plainPlanOf(words), size: pairsOfQuery });
      const ids = hits.map(({ id }) => id);
      known.set(learnedKey(language, words.join(' ')), { ids, logs: ids.map(() => random() - 0.5), chosen: ids.map(() => 3) });
      const category = String(hits[0]?.item.fields['category'] ?? '');
      for (const word of words) lifts.set(analyser.stem(word), new Map([[category, 0.2]]));
    }
    const table: LearnedTable = { queries: known, fields: [{ field: 'category', agreement: 0.3, lifts }] };
    const unseen: LearnedTable = { ...table, queries: new Map() };
    const plans: Readonly<Record<string, (words: readonly string[]) => Plan>> = {
      without: plainPlanOf,
      learned: (words) => withLearned(table, words),
      unseen: (words) => withLearned(unseen, words),
    };
    const spent = new Map(Object.keys(plans).map((kind) => [kind, [] as number[]]));
    for (let turn = -4; turn < turns; turn++) {
      const from = ((turn + 4) * queriesOfTurn) % askedCount;
      for (const kind of turn % 2 === 0 ? Object.keys(plans) : Object.keys(plans).toReversed()) {
        const begun = process.cpuUsage();
        for (const words of queries.slice(from, from + queriesOfTurn)) await engine.search(collection, plans[kind]!(words));
        const { user, system } = process.cpuUsage(begun);
        if (turn >= 0) spent.get(kind)!.push((user + system) / queriesOfTurn);
      }
    }
    const perSearch = (kind: string): string => `${Math.round(percentile(spent.get(kind)!, 0.5))} µs`;
    for (const kind of ['learned', 'unseen']) {
      const ratio = percentile(
        spent.get(kind)!.map((time, turn) => time / spent.get('without')![turn]!),
        0.5,
      );
      report({
        name: `${name}, ${kind === 'learned' ? 'queries with an order of their own' : 'queries that nobody asked'}`,
        value: `${perSearch(kind)} instead of ${perSearch('without')}: ${ratio.toFixed(2)} ×`,
        target: { text: '≤ 1.05 ×', isMet: ratio <= 1.05 },
      });
    }
  }
} finally {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
}

function withLearned(table: LearnedTable, words: readonly string[]): Plan {
  const plan = plainPlanOf(words);
  const learned = learnedFor(table, 'strong', { language, query: words.join(' '), last: null, isTyping: false });
  return learned === null ? plan : { ...plan, learned };
}

/**
 * Suggested words after other words, on the sample shop and the judged sets: how many have no item with all of them, and how long they take.
 * Run: `node bench/suggestions.bench.ts`. With `AISLE_OPENSEARCH_URL` set, OpenSearch is measured beside.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Item } from '#contract/item.ts';
import { completeWords } from '#features/front-api/autocomplete/server/suggested-words.service.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { textOf } from '#engine/query/analysis/column-values.ts';
import { inSession } from '#engine/port.ts';
import { type EngineSettings, openEngine } from '#engine/open-engine.ts';
import { run } from '#process-kit/work.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';
import { CollectionSearch } from '#server/search/project-search.ts';
import type { CollectionRelease } from '#server/rules/releases/live-release.ts';
import { report, timesOf } from './figures.ts';
import { draws, readJudgedSets } from './judged-collection.ts';
import { relevanceOf, sampledFields } from './variants.ts';

const wanted = 500;
const mostTyped = 5_000;
const mostLetters = 3;
const limit = 6;

interface Catalogue {
  readonly name: string;
  readonly language: string;
  readonly items: readonly Item[];
}

/** A word of an item's name, and the beginning of a word of another one's. */
function typedQueries({ items, language }: Catalogue): string[] {
  const draw = draws();
  const { tokens } = analyserOf(language);
  const names = items.map(({ fields }) =>
    tokens(textOf(fields['name'] ?? fields['title'] ?? '')).filter((word) => word.length > 3),
  );
  const wordOf = (): string => {
    const words = names[draw(names.length)]!;
    return words[draw(words.length)] ?? wordOf();
  };
  return Array.from({ length: mostTyped }, () => `${wordOf()} ${wordOf().slice(0, 1 + draw(mostLetters))}`);
}

/** Reads the items themselves, apart from the index. */
function finder({ items, language }: Catalogue): (text: string) => boolean {
  const { tokens, indexTokens, stem } = analyserOf(language);
  const words = items.map(({ fields }) => new Set(Object.values(fields).flatMap((value) => indexTokens(textOf(value)))));
  const stems = words.map((ofItem) => new Set([...ofItem].map(stem)));
  return (text) => {
    const asked = tokens(text);
    const isIn = (at: number, word: string): boolean => words[at]!.has(word) || stems[at]!.has(stem(word));
    // `50ft` may be written apart.
    return items.some((_, at) =>
      asked.every((word) => isIn(at, word) || (word.match(/[\d.]+|[^\d.]+/g) ?? []).every((part) => isIn(at, part))),
    );
  };
}

async function measure(catalogue: Catalogue, settings: EngineSettings): Promise<void> {
  const { name, language, items } = catalogue;
  const relevance = relevanceOf(sampledFields(items), []);
  const layout = { ...relevance.layout, language };
  const autocomplete = Object.keys(relevance.fields).filter((field) => relevance.fields[field]?.searchable === true);
  const release = { ...relevance, layout, front: { autocomplete } } as unknown as CollectionRelease;
  const engine = await openEngine(settings, { onProblem: console.warn });
  const build = await engine.build(name, layout);
  await build.add([...items]);
  await engine.publish(name, (await build.finish()).generation);
  const suggested = new Set<string>();
  const times: number[] = [];
  for (const typed of typedQueries(catalogue)) {
    if (suggested.size >= wanted) break;
    const start = performance.now();
    const found = await inSession(engine, name, (session) =>
      run(completeWords(new CollectionSearch(release, [], session, 0), typed, limit)),
    );
    times.push(performance.now() - start);
    for (const { text } of found) suggested.add(text);
  }
  const isFound = finder(catalogue);
  const none = [...suggested].filter((text) => !isFound(text));
  report({
    name: `${name}, ${settings.kind}: suggestions without an item`,
    value: `${none.length} of ${suggested.size} ${none.slice(0, 5).join(', ')}`.trim(),
    times: timesOf(times),
    target: { text: 'none', isMet: none.length === 0 },
  });
  await engine.drop(name);
  await engine.close();
}

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-suggestions-'));
const url = process.env['AISLE_OPENSEARCH_URL'];
try {
  const shops = (['en', 'cs'] as const).map((language): Catalogue => {
    return { name: `sample-${language}`, language, items: [...sampleShopItems(language)] };
  });
  const judged = readJudgedSets().map(({ name, items }): Catalogue => ({ name, language: 'en', items }));
  for (const catalogue of [...shops, ...judged]) {
    await measure(catalogue, { kind: 'embedded', directory });
    if (url) await measure(catalogue, { kind: 'opensearch', url, prefix: 'aisle-suggestions' });
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/**
 * How often the first proposal for a lost query is right, without evidence of visitors: about 200 misspelt, foreign, unsellable and
 * synonymous words per catalogue. Only a misspelt word has a right proposal: the word that was meant. Run: `node bench/proposals.bench.ts [list]`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Item } from '#contract/item.ts';
import { openEngine } from '#engine/open-engine.ts';
import { inSession } from '#engine/port.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { hasDigit } from '#engine/query/analysis/typos.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { askedQuery, ofWords, ranked, strictCounts } from '#features/analytics/fix-problem/server/candidates.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';
import { CollectionSearch } from '#server/search/project-search.ts';
import { draws, mistype, readJudgedSets } from './judged-collection.ts';
import { relevanceOf, sampledFields } from './variants.ts';

type Language = 'en' | 'cs';
type Kind = 'misspelt' | 'foreign' | 'unsellable' | 'synonyms';
const kinds = ['misspelt', 'foreign', 'unsellable', 'synonyms'] as const;
const fixed = JSON.parse(readFileSync(new URL('lost-queries.json', import.meta.url), 'utf8')) as Record<
  Language,
  Record<Exclude<Kind, 'misspelt'>, readonly string[]>
>;
const misspeltCount = 100;
const leastLength = 4;
const leastItems = 3;

interface Lost {
  readonly kind: Kind;
  readonly query: string;
  readonly meant: string | null;
}

/** Frequent words of names, mistyped. */
function misspelt(items: readonly Item[], nameField: string, language: Language): Lost[] {
  const analyser = analyserOf(language);
  const counts = new Map<string, number>();
  for (const { fields } of items)
    for (const word of new Set(analyser.surfaces(String(fields[nameField] ?? '')).map((surface) => surface.toLowerCase())))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].filter(
    ([word, count]) => count >= leastItems && word.length >= leastLength && !hasDigit(word) && /^\p{L}+$/u.test(word),
  );
  const draw = draws();
  return Array.from({ length: Math.min(4 * misspeltCount, words.length) }, () => {
    const [meant] = words[draw(words.length)]!;
    return { kind: 'misspelt', query: mistype(fold(meant), draw), meant };
  });
}

async function measure(name: string, items: readonly Item[], nameField: string, language: Language): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-proposals-'));
  const engine = await openEngine({ kind: 'embedded', directory }, { onProblem: console.warn });
  const usual = relevanceOf(sampledFields(items), []);
  const relevance = { ...usual, layout: { ...usual.layout, language } };
  const build = await engine.build(name, relevance.layout);
  await build.add([...items]);
  await engine.publish(name, (await build.finish()).generation);
  const analyser = analyserOf(language);
  const stemsOf = (text: string): string =>
    analyser
      .tokens(text)
      .map((token) => analyser.stem(token))
      .join(' ');
  const results = new Map<Kind, { lost: number; right: number; wrong: string[] }>(
    kinds.map((kind) => [kind, { lost: 0, right: 0, wrong: [] }]),
  );
  const others = kinds
    .slice(1)
    .flatMap((kind) => fixed[language][kind as Exclude<Kind, 'misspelt'>].map((query): Lost => ({ kind, query, meant: null })));
  await inSession(engine, name, async (session) => {
    const search = new CollectionSearch(relevance as never, [], session, 0);
    for (const { kind, query, meant } of [...misspelt(items, nameField, language), ...others]) {
      const result = results.get(kind)!;
      const asked = await askedQuery(search, query);
      if (asked.unknown.length === 0 || (kind === 'misspelt' && result.lost >= misspeltCount)) continue;
      result.lost += 1;
      const candidates = ranked(await ofWords(asked));
      const counts = await strictCounts(
        asked,
        candidates.map(({ fix }) => fix.to[0]!),
      );
      const first = candidates[counts.findIndex((count) => count > 0)];
      if (first === undefined) continue;
      if (meant !== null && stemsOf(first.fix.to[0]!) === stemsOf(meant)) result.right += 1;
      else result.wrong.push(`${query}${meant === null ? '' : ` (${meant})`} → ${first.fix.to[0]!}`);
    }
  });
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
  const all = [...results.values()];
  const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + of(one), 0);
  const [right, wrong] = [sum((one) => one.right), sum((one) => one.wrong.length)];
  const kindsText = [...results].map(([kind, one]) => `${kind} ${one.right} right, ${one.wrong.length} wrong of ${one.lost}`);
  console.log(
    `${name}: ${sum(({ lost }) => lost)} lost queries, ${right + wrong} proposals, precision ${((100 * right) / (right + wrong)).toFixed(1)} %`,
  );
  console.log(`  ${kindsText.join('; ')}`);
  if (process.argv.includes('list')) console.log(`  ${all.flatMap((one) => one.wrong).join('\n  ')}`);
}

for (const language of ['en', 'cs'] as const)
  await measure(`sample-${language}`, [...sampleShopItems(language)], 'name', language);
for (const { name, items } of readJudgedSets()) await measure(name, items, 'title', 'en');

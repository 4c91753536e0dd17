import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchResult } from '#engine/port.ts';
import { alternative, group, layout, planOf, randomNumbers, words } from './catalogue.ts';

const analyser = createAnalyser(layout.language);

/** What two engines, or two ways to the same items, must agree on. */
export function summary(result: SearchResult) {
  const hits = result.hits.map(({ id, score, variantCount, promoted }) => ({ id, score, variantCount, promoted }));
  return { hits, totalCount: result.totalCount, facets: result.facets, unknownGroups: result.unknownGroups };
}

/** Random plans over the words of the catalogue, the same in every run. */
export function* randomPlans(count: number, seed: number): Generator<Plan> {
  const random = randomNumbers(seed);
  for (let number = 0; number < count; number++) {
    const groups = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const word = words[Math.floor(random() ** 1.5 * words.length)] ?? '';
      const others = [alternative('stem', [analyser.stem(word)]), alternative('prefix', [word.slice(0, 3)], 0.5)];
      return group(word, ...others.filter(() => random() < 0.4));
    });
    yield planOf(groups, { minimumMatch: 1 + Math.floor(random() * groups.length), size: 50 });
  }
}

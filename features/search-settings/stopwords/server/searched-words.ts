import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import { stopwordForms } from '#engine/query/stopword-rule.ts';
import { recentTermsOfAll } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { StopwordInput } from '#features/search-settings/stopwords/stopwords.contract.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { inSlices } from '#server/base/slices.ts';

/** Lists are opened and sorted repeatedly. */
const keptSeconds = 30;

/** Searches of visitors by word. Words of queries without diacritics are counted apart from words as written. */
interface Counts {
  readonly total: number;
  readonly plain: ReadonlyMap<string, number>;
  readonly written: ReadonlyMap<string, number>;
  readonly byStem: ReadonlyMap<string, number>;
}

/** How many searches contained a word, recognised as ignored terms are; null if there were no searches at all. */
export async function searchesWith(
  app: App,
  project: ProjectScope,
  language: string,
): Promise<(row: StopwordInput) => number | null> {
  const analyser = analyserOf(language);
  const { total, plain, written, byStem } = await app.cache.value(
    `searched words of ${project.id} in ${language}`,
    keptSeconds,
    () => countWords(app, project, analyser),
  );
  if (total === 0) return () => null;
  return (row) => {
    const { token, surface, stem } = stopwordForms(analyser, row);
    return stem === null ? (plain.get(token ?? '') ?? 0) + (written.get(surface ?? '') ?? 0) : (byStem.get(stem) ?? 0);
  };
}

async function countWords(app: App, project: ProjectScope, analyser: Analyser): Promise<Counts> {
  const [plain, written, byStem] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const breathe = inSlices();
  let total = 0;
  for (const { term, searchCount } of await recentTermsOfAll(app, project)) {
    const [tokens, surfaces] = [analyser.tokens(term), analyser.surfaces(term)];
    const isPlain = tokens.every((token, at) => token === surfaces[at]);
    const stems = tokens.map((token) => analyser.stem(token));
    add(isPlain ? plain : written, isPlain ? tokens : surfaces, searchCount);
    add(byStem, stems, searchCount);
    total += searchCount;
    await breathe();
  }
  return { total, plain, written, byStem };
}

/** A word counts once for a query. */
function add(counts: Map<string, number>, words: readonly string[], count: number): void {
  for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + count);
}

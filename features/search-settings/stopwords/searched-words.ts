import type { Analyser } from '#engine/analysis/analyser.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import { recentTerms } from '#features/front-api/searched-terms/frequent-terms.service.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/row-scope.ts';
import { inSlices } from '#server-kit/slices.ts';

/** A list is opened and sorted again and again. */
const keptSeconds = 30;

/** Searches of visitors by the words in them: of queries without any diacritics by word, of others by the word as it is written. */
interface Counts {
  readonly total: number;
  readonly plain: ReadonlyMap<string, number>;
  readonly written: ReadonlyMap<string, number>;
}

/** How often visitors searched with a word, as ignored terms are recognised; null where nothing was searched at all. */
export async function searchesWith(app: App, project: ProjectScope, language: string): Promise<(value: string) => number | null> {
  const analyser = analyserOf(language);
  const { total, plain, written } = await app.cache.value(`searched words of ${project.id} in ${language}`, keptSeconds, () =>
    countWords(app, project, analyser),
  );
  if (total === 0) return () => null;
  return (value) => (plain.get(analyser.tokens(value)[0] ?? '') ?? 0) + (written.get(analyser.surfaces(value)[0] ?? '') ?? 0);
}

async function countWords(app: App, project: ProjectScope, analyser: Analyser): Promise<Counts> {
  const { relevance } = await app.releases.live(project);
  const [plain, written] = [new Map<string, number>(), new Map<string, number>()];
  const breathe = inSlices();
  let total = 0;
  for (const id of Object.keys(relevance).map(Number))
    for (const { term, searchCount } of await recentTerms(app, project, id)) {
      const [tokens, surfaces] = [analyser.tokens(term), analyser.surfaces(term)];
      const isPlain = tokens.every((token, at) => token === surfaces[at]);
      const counts = isPlain ? plain : written;
      for (const word of new Set(isPlain ? tokens : surfaces)) counts.set(word, (counts.get(word) ?? 0) + searchCount);
      total += searchCount;
      await breathe();
    }
  return { total, plain, written };
}

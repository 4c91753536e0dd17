import { createAnalyser } from '#engine/analysis/analyser.ts';
import { stemPhrase } from '#engine/rule-matching.ts';
import type { AskedStatistics } from '#features/analytics/statistics/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/terms.store.ts';
import type { App } from '#server-kit/app.ts';

/** Forms of a word begin alike, but for changes of letters that are rare so early. */
const sameLetters = 3;
/** Of those that begin so, the most frequent ones are looked through. */
const lookedThrough = 1_000;

/** Queries of the same words in other forms, most frequent first. */
export async function otherForms(
  app: App,
  statistic: AskedStatistics,
  term: string,
  limit: number,
): Promise<{ query: string; count: number }[]> {
  const analyser = createAnalyser(statistic.language === '' ? statistic.project.language : statistic.language);
  const stems = stemPhrase(analyser, term).join(' ');
  if (stems === '') return [];
  const alike = await termStore(app.db).beginningWith(statistic, Array.from(term).slice(0, sameLetters).join(''), lookedThrough);
  return alike
    .filter((one) => one.term !== term && one.count > 0 && stemPhrase(analyser, one.term).join(' ') === stems)
    .slice(0, limit)
    .map(({ term: query, count }) => ({ query, count }));
}

import { timedStateOf } from '#contract/rows/rule-state.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import { stopwordForms } from '#engine/stopword-rule.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { StopwordInput } from './stopwords.contract.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/row-scope.ts';
import { inSlices } from '#server-kit/slices.ts';

/** People look at one page after the other. The next release makes a new set. */
const keptSeconds = 60;

interface Needing {
  readonly id: number;
  readonly term: string;
}

/** Ignored terms leave a query before synonyms are recognised, so a synonym that contains one isn't recognised. */
export async function synonymsNeeding(
  app: App,
  project: ProjectScope,
  language: string,
): Promise<(row: StopwordInput) => Needing | null> {
  const analyser = analyserOf(language);
  const { number } = await app.releases.live(project);
  const read = async (): Promise<ReadonlyMap<string, Needing>> => {
    const breathe = inSlices();
    const byWord = new Map<string, Needing>();
    for (const { item } of await synonymRows(app.db).all(project)) {
      if (timedStateOf(item, Date.now()) !== 'on') continue;
      const typed = item.synonym_type_id === 1 ? [item.term, ...item.synonyms] : [item.term];
      for (const word of typed.flatMap((text) => analyser.tokens(text)))
        for (const key of [word, stemKey(analyser.stem(word))])
          if (!byWord.has(key)) byWord.set(key, { id: item.id, term: item.term });
      await breathe();
    }
    return byWord;
  };
  const byWord = await app.cache.value(`words of synonyms of ${project.id} in ${number}`, keptSeconds, read);
  return (row) => {
    const { token, stem } = stopwordForms(analyser, row);
    return byWord.get(stem === null ? (token ?? '') : stemKey(stem)) ?? null;
  };
}

/** No word has a space. */
const stemKey = (stem: string): string => ` ${stem}`;

import { timedStateOf } from '#contract/rule-state.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/row-scope.ts';
import { inSlices } from '#server-kit/slices.ts';

/** A page after the other is looked at; with the next release they are put together anew. */
const keptSeconds = 60;

interface Needing {
  readonly id: number;
  readonly term: string;
}

/** Synonyms are recognised after ignored terms have left the query, so one that has such a word is recognised no more. */
export async function synonymsNeeding(
  app: App,
  project: ProjectScope,
  language: string,
): Promise<(value: string) => Needing | null> {
  const analyser = analyserOf(language);
  const { number } = await app.releases.live(project);
  const read = async (): Promise<ReadonlyMap<string, Needing>> => {
    const breathe = inSlices();
    const byWord = new Map<string, Needing>();
    for (const { item } of await synonymRows(app.db).all(project)) {
      if (timedStateOf(item, Date.now()) !== 'on') continue;
      const typed = item.synonym_type_id === 1 ? [item.term, ...item.synonyms] : [item.term];
      for (const word of typed.flatMap((text) => analyser.tokens(text)))
        if (!byWord.has(word)) byWord.set(word, { id: item.id, term: item.term });
      await breathe();
    }
    return byWord;
  };
  const byWord = await app.cache.value(`words of synonyms of ${project.id} in ${number}`, keptSeconds, read);
  return (value) => byWord.get(analyser.tokens(value)[0] ?? '') ?? null;
}

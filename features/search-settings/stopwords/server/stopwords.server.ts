import { type StopwordLanguage, stopwordLanguages } from '#contract/texts/languages.ts';
import { stopwordSet, stopwordForms, stopwordRule } from '#engine/query/stopword-rule.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import {
  addStopwordSet,
  listStopwordSets,
  removeStopword,
  removeStopwordSet,
  type StopwordInput,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';
import { stopwordKey, stopwordRows, stopwordsKey } from './stopwords.store.ts';
import type { App } from '#server/app/app.ts';
import { serveRulesWith } from '#server/crud/serve-rows.ts';
import type { Complete } from '#server/rules/rows/row-import.ts';
import { toPage } from '#contract/page.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { failField, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';
import { timedStateOf } from '#contract/rows/rule-fields.ts';
import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import { inSlices } from '#server/base/slices.ts';
import { recentTermsOfAll } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';

const countedSeconds = 30;

/** Searches of visitors by word. Words of queries without diacritics are counted apart from words as written. */
interface Counts {
  readonly total: number;
  readonly plain: ReadonlyMap<string, number>;
  readonly written: ReadonlyMap<string, number>;
  readonly byStem: ReadonlyMap<string, number>;
}

async function searchesWith(app: App, project: ProjectScope, language: string): Promise<(row: StopwordInput) => number | null> {
  const analyser = analyserOf(language);
  const { total, plain, written, byStem } = await app.cache.value(
    `searched words of ${project.id} in ${language}`,
    countedSeconds,
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

function add(counts: Map<string, number>, words: readonly string[], count: number): void {
  for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + count);
}

const keptSeconds = 60;

interface Needing {
  readonly id: number;
  readonly term: string;
}

/** Ignored terms leave a query before synonyms are recognised, so a synonym that contains one isn't recognised. */
async function synonymsNeeding(
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

/** Changes go live at midnight, or when somebody regenerates. */
export function serveStopwords(app: App): void {
  const rows = stopwordRows(app.db);
  const collections = collectionStore(app.db);
  const rule = {
    key: stopwordsKey,
    table: 'stopword',
    nameOf: ({ value }: StopwordInput) => value,
    goesLive: 'atMidnight',
    ...stopwordRule,
  } as const;

  async function completing(scope: RowScope, db: Database): Promise<Complete<StopwordInput, StopwordInput>> {
    const analyser = await projectAnalyser(db, scope);
    return (input) => {
      const words = analyser.tokens(input.value);
      if (words.length === 0) throw failField('value', 'noWord');
      if (words.length > 1) throw failField('value', 'severalWords', { words: words.join(', ') });
      return input;
    };
  }
  const { write } = serveRulesWith(app, stopwords, stopwordRows, rule, {
    async shown(all, project) {
      const language = await collections.language(project);
      const countOf = await searchesWith(app, project, language);
      const neededBy = await synonymsNeeding(app, project, language);
      return all.map((row) => ({ ...row, search_count: countOf(row), needed_by: neededBy(row) }));
    },
    async listed(scope, query) {
      if (query.sort !== 'searches') return rows.list(scope, query);
      const { sort: _sort, page, per_page: perPage, order, ...filter } = query;
      // Twice the limit, as deleted rows that are still live are listed, too.
      const { items } = await rows.list(scope, { ...filter, order: 'asc', page: 1, per_page: 2 * stopwords.maximumRows });
      const countOf = await searchesWith(app, scope, await collections.language(scope));
      const counts = new Map(items.map((row) => [row.id, countOf(row) ?? 0]));
      const direction = order === 'desc' ? -1 : 1;
      const sorted = items.toSorted((one, other) => direction * ((counts.get(one.id) ?? 0) - (counts.get(other.id) ?? 0)));
      return toPage(sorted.slice((page - 1) * perPage, page * perPage), items.length, perPage);
    },
    completing,
  });

  serve(app, removeStopword, ({ value }, who) =>
    write(who, async (writer, within) => {
      const known = await within.idsByKey(who.project, [stopwordKey(value)]);
      await writer.remove(who.project, [foundIn([...known.values()][0], stopwords.name)]);
      return {};
    }),
  );

  serve(app, listStopwordSets, async (_input, { project }) => {
    const language = await collections.language(project);
    const all = await rows.all(project);
    const known = new Set(all.map(({ key }) => key));
    const sets = stopwordLanguages.map((set) => {
      const words = wordsOf(set);
      return {
        set,
        word_count: words.length,
        new_count: words.filter((word) => !known.has(stopwordKey(word))).length,
        own_count: all.filter(({ fields }) => fields.name === set).length,
      };
    });
    return sets.toSorted((one, other) => Number(other.set === language) - Number(one.set === language));
  });
  serve(app, addStopwordSet, ({ set: name }, who) =>
    write(who, async (writer, within) => {
      const words = wordsOf(name);
      const known = await within.idsByKey(who.project, words.map(stopwordKey));
      const added = words.filter((word) => !known.has(stopwordKey(word))).map((value) => ({ value, name }));
      await writer.write(who.project, { added, changed: [] });
      return { changed: added.length };
    }),
  );
  serve(app, removeStopwordSet, ({ set }, who) =>
    write(who, async (writer, within) => {
      const ofSet = (await within.all(who.project)).filter(({ fields }) => fields.name === set);
      const removed = await writer.remove(
        who.project,
        ofSet.map(({ item }) => item.id),
      );
      return { changed: removed.length };
    }),
  );
}

const sets = new Map<StopwordLanguage, readonly string[]>();

function wordsOf(language: StopwordLanguage): readonly string[] {
  const known = sets.get(language) ?? stopwordSet(language);
  sets.set(language, known);
  return known;
}

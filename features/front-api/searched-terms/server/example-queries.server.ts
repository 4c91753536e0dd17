import type { Item } from '#contract/item.ts';
import { type StopwordLanguage, stopwordLanguages } from '#contract/texts/languages.ts';
import { stopwordSet } from '#engine/query/stopword-rule.ts';
import { plainPlan } from '#engine/plan.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import { inCollection, itemName } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { stemPhrase } from '#engine/query/rule-matching.ts';
import { projectAnalyser } from '#features/data/collections/server/collections.service.ts';
import { exampleQueryCount, furtherQueryCount, readExampleQueries, readTrialQueries } from '#contract/preview.ts';
import { isPublic, recentTerms } from './frequent-terms.service.ts';
import { serve } from '#server/app/serve.ts';

export function serveExampleQueries(app: App): void {
  serve(app, readExampleQueries, async ({ c, containing }, { project }) => {
    await collectionOf(app.db, project, c);
    const isWanted = containing === '' ? () => true : await containingTest(app, project, containing);
    const terms = (await recentTerms(app, project, c)).filter((one) => isPublic(one) && isWanted(one.term));
    if (terms.length > 0) {
      const all = terms.slice(0, exampleQueryCount + furtherQueryCount).map(({ term }) => term);
      return { queries: all.slice(0, exampleQueryCount), further: all.slice(exampleQueryCount), is_tracked: true };
    }
    const queries =
      containing === '' ? await itemQueries(app, project, c) : (await namesFor(app, project, c, containing)).filter(isWanted);
    return { queries: queries.slice(0, exampleQueryCount), further: [], is_tracked: false };
  });

  serve(app, readTrialQueries, async ({ c }, { project }) => {
    await collectionOf(app.db, project, c);
    return itemQueries(app, project, c);
  });
}

/** Tests for texts with these words in any form, and others. */
async function containingTest(app: App, project: ProjectScope, containing: string): Promise<(text: string) => boolean> {
  const analyser = await projectAnalyser(app.db, project);
  const wanted = stemPhrase(analyser, containing).join(' ');
  return (text) => {
    const said = stemPhrase(analyser, text).join(' ');
    return wanted !== '' && said !== wanted && ` ${said} `.includes(` ${wanted} `);
  };
}

/** The beginnings of names of items that a text finds. */
const namesFor = (app: App, project: ProjectScope, collectionId: number, text: string): Promise<string[]> =>
  inCollection(app, project, collectionId, async (search) => {
    const { hits } = await search.find(plainRequest(text, namedHits));
    const names = hits.map(({ item }) =>
      String(item.fields[itemName] ?? '')
        .split(endOfQuery, 1)[0]!
        .trim(),
    );
    return [...new Set(names)];
  });

const proposedQueries = 3;
/** Items of one kind are neighbours. */
const lookedAt = 500;
/** Best hits whose names may be queries. */
const namedHits = 50;
const leastProducts = 3;
/** Share of items in one category; names of models are in several. */
const leastShareOfCategory = 0.9;
/** Visitors don't type what follows. */
const endOfQuery = /\s[–—|/-]\s|[,;:(]/;
const mostWords = 2;
/** Sizes and numbers, such as “2” and “XL”. */
const saysLittle = /\d|^.{1,2}$/;

const stopwordsOf = (language: string): ReadonlySet<string> =>
  new Set(stopwordLanguages.some((known) => known === language) ? stopwordSet(language as StopwordLanguage) : []);

interface Named {
  /** Runs of words that say what the item is, without its brand and size. */
  readonly runs: readonly (readonly string[])[];
  readonly category: string;
}

function named({ name, brand, category }: Item['fields'], stopwords: ReadonlySet<string>): Named | null {
  if (typeof name !== 'string') return null;
  const ownName = typeof brand === 'string' && brand !== '' ? name.replace(brand, ' ') : name;
  const runs: string[][] = [[]];
  for (const word of (ownName.trim().split(endOfQuery, 1)[0] ?? '').split(/\s+/))
    if (saysLittle.test(word) || stopwords.has(word.toLowerCase())) runs.push([]);
    else runs.at(-1)!.push(word);
  const telling = runs.filter(({ length }) => length > 0);
  return { runs: telling.length > 0 ? telling : [name.trim().split(/\s+/)], category: String(category ?? '') };
}

interface Phrase {
  readonly text: string;
  readonly words: number;
  products: number;
  readonly byCategory: Map<string, number>;
}

/** Words that several products of one category share, longest first. */
function commonPhrases(all: readonly Named[]): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const { runs, category } of all)
    for (const run of runs)
      for (let words = 1; words <= mostWords; words += 1)
        for (let at = 0; at + words <= run.length; at += 1) {
          const text = run.slice(at, at + words).join(' ');
          const phrase = phrases.get(text) ?? { text, words, products: 0, byCategory: new Map<string, number>() };
          phrases.set(text, phrase);
          phrase.products += 1;
          phrase.byCategory.set(category, (phrase.byCategory.get(category) ?? 0) + 1);
        }
  return [...phrases.values()]
    .filter(({ products, byCategory }) => {
      const most = Math.max(...byCategory.values());
      return products >= leastProducts && most >= leastShareOfCategory * products;
    })
    .toSorted((a, b) => b.words - a.words || b.products - a.products);
}

async function itemQueries(app: App, project: ProjectScope, collectionId: number): Promise<string[]> {
  const stopwords = stopwordsOf(await collectionStore(app.db).language(project));
  const { hits } = await inCollection(app, project, collectionId, ({ session }) =>
    session.search({ ...plainPlan, collapse: true, size: lookedAt }),
  );
  const all = hits.flatMap(({ item }) => named(item.fields, stopwords) ?? []);
  const ofCategories = Map.groupBy(commonPhrases(all), ({ byCategory }) =>
    [...byCategory.keys()][0]!.split(/[>|/]/, 1)[0]!.trim(),
  );
  const common = [...ofCategories.values()].flatMap(([first]) => first?.text ?? []);
  const own = all.map(({ runs: [first = []] }) => first.slice(0, mostWords).join(' '));
  return [...new Set([...common, ...own])].slice(0, proposedQueries);
}

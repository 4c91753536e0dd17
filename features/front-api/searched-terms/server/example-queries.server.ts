import type { Item } from '#contract/item.ts';
import { type StopwordLanguage, stopwordLanguages } from '#contract/texts/languages.ts';
import { stopwordSet } from '#engine/query/stopword-rule.ts';
import { plainPlan } from '#engine/plan.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import { inCollection } from '#server/search/project-search.ts';
import { exampleQueryCount, readExampleQueries, readTrialQueries } from '#contract/preview.ts';
import { isPublic, recentTerms } from './frequent-terms.service.ts';
import { serve } from '#server/app/serve.ts';

export function serveExampleQueries(app: App): void {
  serve(app, readExampleQueries, async ({ c }, { project }) => {
    await collectionOf(app.db, project, c);
    const terms = (await recentTerms(app, project, c)).filter(isPublic);
    if (terms.length > 0) return { queries: terms.slice(0, exampleQueryCount).map(({ term }) => term), is_tracked: true };
    return { queries: await itemQueries(app, project, c), is_tracked: false };
  });

  serve(app, readTrialQueries, async ({ c }, { project }) => {
    await collectionOf(app.db, project, c);
    return itemQueries(app, project, c);
  });
}

const proposedQueries = 3;
/** Neighbouring items are alike. */
const lookedAt = 60;
const itemsApart = 5;
/** Visitors don't type what follows. */
const endOfQuery = /\s[–—|/-]\s|[,;:(]/;
const wordsOfQuery = 2;
/** Sizes and numbers, such as “2” and “XL”. */
const saysLittle = /\d|^.{1,2}$/;

const stopwordsOf = (language: string): ReadonlySet<string> =>
  new Set(stopwordLanguages.some((known) => known === language) ? stopwordSet(language as StopwordLanguage) : []);

/** The product type, without brand and size. */
function queryOf({ name, brand }: Item['fields'], stopwords: ReadonlySet<string>): string {
  if (typeof name !== 'string') return '';
  const named = typeof brand === 'string' && brand !== '' ? name.replace(brand, ' ') : name;
  const words = (named.trim().split(endOfQuery, 1)[0] ?? '').split(/\s+/);
  const telling = words.filter((word) => !saysLittle.test(word) && !stopwords.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : name.trim().split(/\s+/)).slice(0, wordsOfQuery).join(' ');
}

async function itemQueries(app: App, project: ProjectScope, collectionId: number): Promise<string[]> {
  const stopwords = stopwordsOf(await collectionStore(app.db).language(project));
  const { hits } = await inCollection(app, project, collectionId, ({ session }) =>
    session.search({ ...plainPlan, size: lookedAt }),
  );
  const spread = Array.from({ length: itemsApart }, (_, from) => hits.filter((_hit, at) => at % itemsApart === from)).flat();
  const queries = spread.map(({ item }) => queryOf(item.fields, stopwords)).filter(Boolean);
  return [...new Set(queries)].slice(0, proposedQueries);
}

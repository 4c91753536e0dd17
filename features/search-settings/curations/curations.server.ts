import type * as z from 'zod/mini';
import type { Analyser } from '#engine/analysis/analyser.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import type { SearchAnswer } from '#engine/search.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { foundTerms, isTold, recentTerms } from '#features/front-api/searched-terms/frequent-terms.service.ts';
import { type CurationItem, curationList } from './curation-list.ts';
import { missingItems, withItems } from './curation-items.ts';
import {
  type Curation,
  type CurationQuery,
  curations,
  findOrganic,
  previewCuration,
  readCurationQueries,
  readFrequentQuery,
} from './curations.contract.ts';
import { lintCurations } from './curations.lint.ts';
import { Conditions, conditionOf, curationRule } from './curations.rule.ts';
import { type CurationRow, curationRows, curationsKey } from './curations.store.ts';
import { takenBy, type Taker } from './curation-takers.ts';
import { searchedQueries } from './searched-queries.ts';
import type { App } from '#server-kit/app.ts';
import { type Claiming, claimBook } from '#server-kit/crud/row-claims.ts';
import { ruleSource } from '#server-kit/crud/rule-source.ts';
import { type Complete, serveCompletedCrud } from '#server-kit/crud/serve-completed-crud.ts';
import { collectionOf, type ProjectScope, type RowScope } from '#server-kit/db/row-scope.ts';
import type { RowItem } from '#server-kit/db/row-table.ts';
import { failField } from '#server-kit/fail.ts';
import { foundIn } from '#server-kit/found-in.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { searchDataOf } from '#server-kit/search-data.ts';
import { serve } from '#server-kit/serve.ts';

type CurationInput = z.output<typeof curations.input>;

/** What is saved here goes live at midnight, or when somebody regenerates. */
export function serveCurations(app: App): void {
  const rows = curationRows(app.db);
  const released = { key: curationsKey, nameOf: ({ name }: Pick<CurationRow, 'name'>) => name };
  app.releases.add(
    ruleSource(curations, curationRows, {
      ...released,
      goesLive: 'atMidnight',
      silent: ['name'],
      table: 'curation',
      ...curationRule,
    }),
  );
  app.lints.set(curationsKey, lintCurations);
  const analyserFor = async (project: ProjectScope) => analyserOf(await collectionStore(app.db).language(project));

  async function completing(scope: RowScope): Promise<Complete<CurationRow, CurationInput>> {
    const analyser = await analyserFor(scope);
    return ({ name, queries, promoted, hidden }) => {
      const keys = queries.map((query) => conditionKey(analyser, query));
      const twice = keys.findIndex((key, at) => keys.indexOf(key) < at);
      if (twice >= 0) throw failField(`queries.${twice}.query`, 'queryTwice');
      const both = promoted.find(({ id }) => hidden.some((item) => item.id === id));
      if (both) throw failField('hidden', 'promotedAndHidden', { item: both.id });
      const collection_id = foundIn(scope.collectionId, 'collection');
      return { name, queries, promoted: once(promoted), hidden: once(hidden), collection_id };
    };
  }

  async function claiming(project: ProjectScope): Promise<Claiming<CurationRow>> {
    const analyser = await analyserFor(project);
    return {
      claimsOf: ({ queries }) =>
        queries.map((query, at) => ({
          key: conditionKey(analyser, query),
          field: `queries.${at}.query`,
          text: query.query,
        })),
      told: ({ name: curation }, { text: query }) => ({ name: 'query', query, curation }),
    };
  }

  async function shown(items: readonly RowItem<CurationRow>[], project: ProjectScope, isList: boolean): Promise<Curation[]> {
    const counted: CurationItem[] = [];
    for (const [collectionId, ofOne] of Map.groupBy(items, (item) => item.collection_id)) {
      const searched = await searchedQueries(app, { id: project.id, collectionId });
      counted.push(...ofOne.map((item) => ({ ...item, search_count: searched.countOf(item.queries) })));
    }
    return withItems(app, project, counted, isList);
  }

  serveCompletedCrud(app, curations, curationRows, {
    shown,
    async listed(scope, query) {
      const place = { id: scope.id, collectionId: foundIn(scope.collectionId, 'collection') };
      return curationList(app, place, await searchedQueries(app, place), query);
    },
    completing,
    claiming,
    missingItems: (from, copied, to) => missingItems(app, from, copied, to),
    released,
  });

  /** How a curation meets a query; null for one that is deleted and still live. */
  async function meeting(project: ProjectScope, { id, query }: Taker): Promise<CurationQuery['match'] | null> {
    const [row] = await rows.stored(project, [id]);
    if (!row) return null;
    const analyser = await analyserFor(project);
    const conditions = new Conditions(row.fields.queries.map((one) => [conditionOf(analyser, one), one.match] as const));
    const { key, stems } = conditionOf(analyser, { query, match: 'is' });
    return conditions.whole(key) ?? conditions.containedIn(stems) ?? null;
  }

  serve(app, findOrganic, async ({ c, ...asked }, { project }) =>
    inCollection(app, project, c, async (search) => {
      const rules = search.rules.filter(({ stage }) => stage !== 'curations');
      return foundData(await search.find(requestOf(asked), { rules }));
    }),
  );

  serve(app, previewCuration, async ({ c, curation: { id = 0, is_active: isActive, ...fields }, ...asked }, { project }) => {
    // One that isn't saved yet comes after all others, as it will.
    const row = { id, collection_id: c, ...fields, ...(id === 0 && { position: 1 }) };
    const tried = {
      from: 'draft' as const,
      sources: [curationsKey],
      ...(isActive ? { put: [{ source: curationsKey, row }] } : { without: [{ source: curationsKey, id }] }),
    };
    return inCollection(
      app,
      project,
      c,
      async (search) => {
        const answer = await search.find(requestOf(asked));
        const taker = takenBy(answer.trace, id);
        const acting = answer.trace.find(({ step }) => step === 'curations')?.ruleId;
        return {
          ...foundData(answer),
          is_acting: isActive && acting === id,
          taken_by: taker && { ...taker, match: taker.source === curationsKey ? await meeting(project, taker) : null },
        };
      },
      { tried },
    );
  });

  serve(app, readCurationQueries, async ({ c, id: ownId = null, queries }, { project }) => {
    const scope = await collectionOf(app.db, project, c);
    const analyser = await analyserFor(project);
    const searched = await searchedQueries(app, scope);
    const book = await claimBook(rows, scope, await claiming(project));
    const keys = queries.map((query) => conditionKey(analyser, query));
    return queries.map((query, at) => {
      const matched = searched.matching(query);
      const typed = query.query.trim().toLowerCase();
      const takenBy = (one: CurationQuery) => book.takenBy({ ...noCuration, queries: [one] }, ownId);
      const taken = query.query.trim() === '' ? null : takenBy(query);
      const same = keys.indexOf(keys[at]!);
      return {
        search_count: searched.countOf([query]),
        also: matched
          .filter((one) => one.term !== typed && isTold(one) && !takenBy({ query: one.term, match: 'is' }))
          .map(({ term }) => term)
          .slice(0, toldQueries),
        same_as: typed !== '' && same < at ? same : null,
        taken_by: taken && { id: taken.id, name: taken.owner.name },
      };
    });
  });

  serve(app, readFrequentQuery, async ({ c }, { project }) => {
    const scope = await collectionOf(app.db, project, c);
    const analyser = await analyserFor(project);
    const all = (await rows.all(scope)).flatMap(({ fields }) => fields.queries);
    const known = new Conditions(all.map((query) => [conditionOf(analyser, query), true]));
    const open = foundTerms(await recentTerms(app, scope, scope.collectionId)).find((one) => {
      const { key, stems } = conditionOf(analyser, { query: one.term, match: 'is' });
      return isTold(one) && !known.whole(key) && !known.containedIn(stems);
    });
    return { query: open?.term ?? null };
  });
}

const toldQueries = 3;
const noCuration: CurationRow = { name: '', queries: [], promoted: [], hidden: [], collection_id: 0 };

/** The same for two queries of curations that match the same. */
function conditionKey(analyser: Analyser, query: CurationQuery): string {
  const { match, key } = conditionOf(analyser, query);
  return `${match} ${key}`;
}

const once = (items: CurationRow['promoted']): CurationRow['promoted'] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

const requestOf = ({ q, page, per_page: perPage }: { q: string; page: number; per_page: number }) => ({
  query: q,
  page,
  perPage,
  filters: [],
  facets: [],
  sort: [],
});

function foundData(answer: SearchAnswer) {
  const { items, total_count, took, corrected_query, redirect } = searchDataOf(answer);
  return { items, total_count, took, corrected_query, redirect };
}

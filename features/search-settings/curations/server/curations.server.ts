import type * as z from 'zod/mini';
import { analyserOf } from '#engine/analysis/analysers.ts';
import type { SearchAnswer } from '#engine/search.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { foundTerms, isTold, recentTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { type CurationItem, curationList } from './curation-list.ts';
import { checkItems, missingItems, withItems } from './curation-items.ts';
import {
  type Curation,
  type CurationQuery,
  curations,
  findOrganic,
  previewCuration,
  readCurationQueries,
  readFrequentQuery,
} from '#features/search-settings/curations/curations.contract.ts';
import { lintCurations } from './curations.lint.ts';
import { Conditions, conditionOf, curationRule } from './curations.rule.ts';
import { type CurationRow, curationRows, curationsKey } from './curations.store.ts';
import { takenBy, type Taker } from './curation-takers.ts';
import { conditionKey, type KnownCuration, knownCurations } from './known-curations.ts';
import { metBy } from './met-curations.ts';
import { searchedQueries } from './searched-queries.ts';
import type { App } from '#server/app.ts';
import { ClaimBook, type Claiming } from '#server/rules/rows/row-claims.ts';
import { serveRulesWith } from '#server/crud/serve-rules.ts';
import type { Complete } from '#server/rules/rows/completion.ts';
import { collectionOf, type ProjectScope, type RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { RowItem, Rows } from '#server/rules/rows/row-table.ts';
import { failField } from '#server/fail.ts';
import { foundIn } from '#server/found-in.ts';
import { inCollection } from '#server/search/project-search.ts';
import { searchDataOf } from '#server/search/search-data.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/serve.ts';

type CurationInput = z.output<typeof curations.input>;

/** Changes go live at midnight, or when somebody regenerates. */
export function serveCurations(app: App): void {
  const rows = curationRows(app.db);
  const rule = {
    key: curationsKey,
    table: 'curation',
    nameOf: ({ name }: Pick<CurationRow, 'name'>) => name,
    goesLive: 'atMidnight',
    silent: ['name'],
    lint: lintCurations(app),
    ...curationRule,
  } as const;
  const languageOf = (project: ProjectScope, db = app.db) => collectionStore(db).language(project);
  const analyserFor = async (project: ProjectScope, db = app.db) => analyserOf(await languageOf(project, db));
  const known = knownCurations();

  async function completing(scope: RowScope, db: Database): Promise<Complete<CurationRow, CurationInput>> {
    const analyser = await analyserFor(scope, db);
    return ({ name, queries, promoted, hidden }) => {
      const keys = queries.map((query) => conditionKey(conditionOf(analyser, query)));
      const twice = keys.findIndex((key, at) => keys.indexOf(key) < at);
      if (twice >= 0) throw failField(`queries.${twice}.query`, 'queryTwice');
      const both = promoted.find(({ id }) => hidden.some((item) => item.id === id));
      if (both) throw failField('hidden', 'promotedAndHidden', { item: both.id });
      const collection_id = foundIn(scope.collectionId, 'collection');
      return { name, queries, promoted: once(promoted), hidden: once(hidden), collection_id };
    };
  }

  async function standing(within: Rows<CurationRow>, scope: RowScope, language: string) {
    const all = await known.of(within, scope, language, await within.marks(scope));
    const sound = new Map<number, KnownCuration>();
    for (const [id, { made }] of all) if (made !== null) sound.set(id, made);
    return sound;
  }

  async function claiming(project: ProjectScope, db = app.db): Promise<Claiming<CurationRow>> {
    const language = await languageOf(project, db);
    const analyser = analyserOf(language);
    return {
      claimsOf: ({ queries }) =>
        queries.map((query, at) => ({
          key: conditionKey(conditionOf(analyser, query)),
          field: `queries.${at}.query`,
          text: query.query,
        })),
      nameOf: ({ name }) => name,
      told: (curation, { text: query }) => ({ name: 'query', query, curation }),
      standing: (rows, scope) => standing(rows, scope, language),
    };
  }

  async function shown(items: readonly RowItem<CurationRow>[], project: ProjectScope, isList: boolean): Promise<Curation[]> {
    const analyser = await analyserFor(project);
    const counted: CurationItem[] = [];
    for (const [collectionId, ofOne] of Map.groupBy(items, (item) => item.collection_id)) {
      const searched = await searchedQueries(app, { id: project.id, collectionId });
      const countOf = ({ queries }: CurationRow) => searched.countOf(queries.map((query) => conditionOf(analyser, query)));
      counted.push(...ofOne.map((item) => ({ ...item, search_count: countOf(item) })));
    }
    return withItems(app, project, counted, isList);
  }

  serveRulesWith(app, curations, curationRows, rule, {
    shown,
    async listed(scope, query) {
      const place = { id: scope.id, collectionId: foundIn(scope.collectionId, 'collection') };
      const [searched, language] = [await searchedQueries(app, place), await languageOf(scope)];
      return curationList({ app, known, searched, language }, place, query);
    },
    completing,
    claiming,
    checkSent: (scope, sent, known) => checkItems(app, scope, sent, known),
    missingItems: (from, copied, to) => missingItems(app, from, copied, to),
    inFile: { isOrdered: ({ queries }) => queries.some(({ match }) => match === 'contains') },
  });

  /** How a curation matches a query; null for one that is deleted but still live. */
  async function meeting(project: ProjectScope, { id, query }: Taker): Promise<CurationQuery['match'] | null> {
    const [row] = await rows.stored(project, [id]);
    if (!row) return null;
    const analyser = await analyserFor(project);
    const conditions = new Conditions<CurationQuery['match']>();
    for (const one of row.fields.queries) conditions.add(conditionOf(analyser, one), one.match);
    const { key, stems } = conditionOf(analyser, { query, match: 'is' });
    return conditions.whole(key) ?? conditions.containedIn(stems) ?? null;
  }

  serve(app, findOrganic, async ({ c, q, page, per_page: perPage }, { project }) =>
    inCollection(app, project, c, async (search) => {
      const rules = search.rules.filter(({ stage }) => stage !== 'curations');
      return foundData(await search.find(plainRequest(q, perPage, page), { rules }));
    }),
  );

  serve(app, previewCuration, async ({ c, curation, q, page, per_page: perPage }, { project }) => {
    const { id = 0, is_active: isActive, ...fields } = curation;
    // A new one comes after all others, as it will once it is saved.
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
        const answer = await search.find(plainRequest(q, perPage, page));
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
    const others = await standing(rows, scope, await languageOf(project));
    const book = new ClaimBook(await claiming(project), others);
    const conditions = queries.map((query) => conditionOf(analyser, query));
    const keys = conditions.map(conditionKey);
    return queries.map((query, at) => {
      const condition = conditions[at]!;
      const matched = searched.matching(condition);
      const typed = query.query.trim().toLowerCase();
      const takenBy = (one: CurationQuery) => book.takenBy({ ...noCuration, queries: [one] }, ownId);
      const taken = query.query.trim() === '' ? null : takenBy(query);
      const same = keys.indexOf(keys[at]!);
      return {
        search_count: searched.countOf([condition]),
        also: matched
          .filter((one) => one.term !== typed && isTold(one) && !takenBy({ query: one.term, match: 'is' }))
          .map(({ term }) => term)
          .slice(0, toldQueries),
        same_as: typed !== '' && same < at ? same : null,
        taken_by: taken && { id: taken.id, name: taken.name },
        met_by: taken ? null : metBy(condition, ownId, others),
      };
    });
  });

  serve(app, readFrequentQuery, async ({ c }, { project }) => {
    const scope = await collectionOf(app.db, project, c);
    const language = await languageOf(project);
    const analyser = analyserOf(language);
    const taken = new Conditions<true>();
    for (const { conditions } of (await standing(rows, scope, language)).values())
      for (const condition of conditions) taken.add(condition, true);
    const open = foundTerms(await recentTerms(app, scope, scope.collectionId)).find((one) => {
      const { key, stems } = conditionOf(analyser, { query: one.term, match: 'is' });
      return isTold(one) && !taken.whole(key) && !taken.containedIn(stems);
    });
    return { query: open?.term ?? null };
  });
}

const toldQueries = 3;
const noCuration: CurationRow = { name: '', queries: [], promoted: [], hidden: [], collection_id: 0 };

const once = (items: CurationRow['promoted']): CurationRow['promoted'] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

function foundData(answer: SearchAnswer) {
  const { items, total_count, took, corrected_query, redirect } = searchDataOf(answer);
  return { items, total_count, took, corrected_query, redirect };
}

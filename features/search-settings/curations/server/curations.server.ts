import type * as z from 'zod/mini';
import { conditionKey } from '#engine/query/conditions.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { checkItems, knownCondition, shownCurations, variantCounts } from './shown-curations.ts';
import {
  compareCuration,
  curations,
  findCategories,
  findOrganic,
  previewCuration,
  findCatalogueItems,
} from '#features/search-settings/curations/curations.contract.ts';
import { lintCurations } from './curations.lint.ts';
import { curationRule } from './curations.rule.ts';
import { type CurationRow, curationRows, curationsKey } from './curations.store.ts';
import type { App } from '#server/app/app.ts';
import type { Claiming } from '#server/rules/rows/row-claims.ts';
import { serveRules } from '#server/crud/serve-rows.ts';
import type { Complete, InputWay } from '#server/rules/rows/row-import.ts';
import { type ProjectScope, type RowScope, sameText, searchText } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { failField, foundIn } from '#server/base/fail.ts';
import { categoryCounts, inCategory } from '#server/search/categories.ts';
import { inCollection, catalogueItems } from '#server/search/project-search.ts';
import { searchDataOf } from '#server/search/shown-answer.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';
import { previewOfRules, shownItem } from '#server/search/preview.ts';

type CurationInput = z.output<typeof curations.input>;

const offeredCategories = 50;

/** Changes go live at midnight, or when somebody regenerates. */
export function serveCurations(app: App): void {
  const rule = {
    key: curationsKey,
    table: 'curation',
    nameOf: ({ name }: Pick<CurationRow, 'name'>) => name,
    goesLive: 'atMidnight',
    unseen: ['name'],
    lint: lintCurations(app),
    ...curationRule,
  } as const;
  const languageOf = (project: ProjectScope, db = app.db) => collectionStore(db).language(project);

  async function completing(scope: RowScope, db: Database, way: InputWay): Promise<Complete<CurationRow, CurationInput>> {
    const language = await languageOf(scope, db);
    return async ({ name, queries, category = '', promoted, hidden }, storedAs) => {
      if (queries.length === 0 && category === '') throw failField('queries', 'requiredField');
      if (queries.length > 0 && category !== '') throw failField('category', 'queriesOrCategory');
      const keys = queries.map((query) => conditionKey(knownCondition(query, language)));
      const twice = keys.findIndex((key, at) => keys.indexOf(key) < at);
      if (twice >= 0) throw failField(`queries.${twice}.query`, 'queryTwice');
      const both = promoted.find(({ id }) => hidden.some((item) => item.id === id));
      if (both) throw failField('hidden', 'promotedAndHidden', { item: both.id });
      const collection_id = foundIn(scope.collectionId, 'collection');
      const curation = {
        name,
        queries,
        ...(category !== '' && { category }),
        promoted: once(promoted),
        hidden: once(hidden),
        collection_id,
      };
      if (way === 'form') await checkItems(app, scope, curation, storedAs(sameText(name)));
      return curation;
    };
  }

  async function claiming(project: ProjectScope, db = app.db): Promise<Claiming<CurationRow>> {
    const language = await languageOf(project, db);
    return {
      claimsOf: ({ queries, category }) => [
        ...queries.map((query, at) => ({
          key: conditionKey(knownCondition(query, language)),
          field: `queries.${at}.query`,
          text: query.query,
        })),
        ...(category === undefined ? [] : [{ key: `in ${category}`, field: 'category', text: category }]),
      ],
      nameOf: ({ name }) => name,
      parametersOf: (curation, { text: query }) => ({ name: 'query', query, curation }),
    };
  }

  serveRules(app, curations, curationRows, rule, {
    shown: (items, project, isList) => shownCurations(app, project, items, isList),
    completing,
    claiming,
  });

  serve(app, findCategories, async ({ c, q }, { project }) => {
    const typed = searchText([q]);
    const all = [...((await categoryCounts(app, project, c)) ?? [])].map(([path, count]) => ({ path, count }));
    return { categories: all.filter(({ path }) => searchText([path]).includes(typed)).slice(0, offeredCategories) };
  });

  serve(app, findOrganic, async ({ c, q, page, per_page: perPage }, { project }) =>
    inCollection(app, project, c, async (search) => {
      const rules = search.rules.filter(({ stage }) => stage !== 'curations');
      return foundData(await search.find(plainRequest(q, perPage, page), { rules }));
    }),
  );

  serve(app, compareCuration, ({ c: collectionId, q, rows: sent }, { project }, _upload, signal) => {
    const rows = sent.map((row) => ({ ...row, collection_id: collectionId, ...(row.id === undefined && { position: 1 }) }));
    return previewOfRules(app, project, { collectionId, q, rows, source: curationsKey, signal });
  });

  serve(app, previewCuration, async ({ c, curation, q, category, page, per_page: perPage }, { project }) => {
    const { id = 0, is_active: isActive, ...fields } = curation;
    // A new curation has the last position.
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
        const asked = category === '' ? plainRequest(q, perPage, page) : inCategory(search, category, perPage, page);
        const answer = await search.find(asked);
        const acting = answer.trace.find(({ step }) => step === 'curations')?.ruleId;
        const counts = await variantCounts(
          search,
          [...fields.promoted, ...fields.hidden].map((item) => item.id),
        );
        return { ...foundData(answer), is_acting: isActive && acting === id, variant_counts: counts };
      },
      { tried },
    );
  });
}

const once = <One extends { readonly id: string }>(items: readonly One[]): One[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

function foundData(answer: SearchAnswer) {
  const { items, total_count, all_words_count, took, corrected_query, redirect } = searchDataOf(answer);
  return { items, total_count, ...(all_words_count !== undefined && { all_words_count }), took, corrected_query, redirect };
}

export function serveCatalogueItems(app: App): void {
  serve(app, findCatalogueItems, ({ c, q, ids, limit }, { project }) =>
    inCollection(app, project, c, async (search) => {
      if (ids.length > 0) {
        const wanted = [...new Set(ids)];
        const known = new Map((await search.items(wanted)).map((item) => [item.id, item]));
        return {
          items: wanted.flatMap((id) => known.get(id) ?? []).map(shownItem),
          unknown_ids: wanted.filter((id) => !known.has(id)),
        };
      }
      return { items: (await catalogueItems(search, q, limit)).map(shownItem), unknown_ids: [] };
    }),
  );
}

import { type Item, pathSeparator } from '#contract/item.ts';
import { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { shopItemOf } from '#features/front-api/items/shop-item.service.ts';
import { foundIn } from '#server/base/fail.ts';
import { type CollectionSearch, itemName } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { type Boost, type Plan, plainPlan } from '#engine/plan.ts';
import { groupsOf } from '#engine/query/query-draft.ts';
import { searchFields, tellingFields } from '#engine/query/query-plan.ts';

export function serveSimilar({ app, answerItems }: FrontApi): void {
  serve(app, frontSimilar, ({ id, collection, limit }, caller, _upload, signal) =>
    answerItems({ endpoint: 'similar', caller, signal, collection, asked: [id, limit] }, async (search) => {
      const [item] = await search.session.items([id]);
      const items = search.named(await similarItems(search, foundIn(item, 'item'), limit));
      return { items: items.map((one) => shopItemOf(one, search.relevance)) };
    }),
  );
}

/** Boost per shared level of the category. */
const levelFactor = 1.6;
const mostLevels = 4;
/** One shared word of a long name is chance. */
const longNameWords = 5;
const sharedWordsOfLongName = 2;
/** Variants are dropped later. */
const candidatesPerItem = 2;

const textsOf = (value: Item['fields'][string] | undefined): string[] =>
  value === undefined || value === '' ? [] : (Array.isArray(value) ? [...value] : [value]).map(String);

function levelsOf(categories: readonly string[]): string[][] {
  const parts = categories.map((path) => path.split(pathSeparator).slice(0, mostLevels));
  const depth = Math.max(0, ...parts.map(({ length }) => length));
  return Array.from({ length: depth }, (_, at) => [
    ...new Set(parts.filter(({ length }) => length > at).map((path) => path.slice(0, at + 1).join(pathSeparator))),
  ]);
}

/** By rare words of the name and by category. No rules: nobody typed the name. */
async function similarItems({ session, relevance, today }: CollectionSearch, item: Item, limit: number): Promise<Item[]> {
  const { layout } = session;
  if (layout === null) return [];
  const { hidden } = relevance.front;
  const categoryField = layout.fields.find(({ name, path, facet }) => path && facet && !hidden.includes(name))?.name ?? null;
  const levels = categoryField === null ? [] : levelsOf(textsOf(item.fields[categoryField]));
  const within = levels.map((anyOf) => ({ field: categoryField ?? '', anyOf }));
  const asked: Plan = {
    ...plainPlan,
    today,
    boosts: within.map((one): Boost => ({ kind: 'value', factor: levelFactor, ...one })),
    collapse: layout.groupField !== null,
    size: limit * candidatesPerItem,
  };
  const group = layout.groupField === null ? undefined : item.fields[layout.groupField];
  const isOther = ({ fields }: Item): boolean => group === undefined || fields[layout.groupField ?? ''] !== group;
  const found: Item[] = [];
  const add = async (plan: Plan): Promise<void> => {
    const { hits } = await session.search({ ...plan, hidden: [item.id, ...found.map(({ id }) => id)] });
    found.push(...hits.map((hit) => hit.item).filter(isOther));
  };

  const fields = searchFields(relevance);
  const name = textsOf(item.fields[relevance.front.nameField ?? itemName]).join(' ');
  const groups = fields.length === 0 ? [] : groupsOf(analyserOf(layout.language), name);
  const minimumMatch = groups.length < longNameWords ? 1 : sharedWordsOfLongName;
  if (groups.length > 0) await add({ ...asked, groups, minimumMatch, fields: tellingFields(fields) });
  for (const filter of within.toReversed()) if (found.length < limit) await add({ ...asked, filters: [filter] });
  return found.slice(0, limit);
}

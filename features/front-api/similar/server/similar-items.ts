import { type Item, pathSeparator } from '#contract/item.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { type Boost, type Plan, plainPlan } from '#engine/plan.ts';
import { groupsOf } from '#engine/query/query-draft.ts';
import { searchFields, tellingFields } from '#engine/query/query-plan.ts';
import { type CollectionSearch, itemName } from '#server/search/project-search.ts';

/** How much more an item counts for each level of the category that it shares. */
const levelFactor = 1.6;
/** Deeper ones tell little more. */
const mostLevels = 4;
/** One shared word of a long name is chance. */
const longNameWords = 5;
const sharedWordsOfLongName = 2;
/** Variants of the item are left out of what was asked for. */
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

/** By rare words of the name, and by category and those above. No variants, and no rules, as nobody typed the name. */
export async function similarItems({ session, relevance, today }: CollectionSearch, item: Item, limit: number): Promise<Item[]> {
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

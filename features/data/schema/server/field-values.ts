import type { FieldValue } from '#contract/item.ts';
import { plainPlan } from '#engine/plan.ts';
import type { FieldValues } from '#features/data/schema/schema.contract.ts';
import type { CollectionSearch } from '#server-kit/project-search.ts';
import { searchText } from '#server-kit/search/search-text.ts';

/** So many different values are counted; more say that there are more. */
const maximumValues = 10_000;
/** A field whose values aren't counted is looked at in so many items. */
const sampledItems = 1_000;
const shownValues = 20;

type Value = FieldValues['values'][number]['value'];
type Counted = Pick<FieldValues, 'values' | 'is_part' | 'looked_at_count'>;

/** The values of a field that contain a text, the most frequent first. */
export async function fieldValues(search: CollectionSearch, name: string, q: string): Promise<FieldValues> {
  const { layout } = search.session;
  if (layout === null) return { values: [], distinct_count: 0, is_part: false, looked_at_count: 0, item_count: 0 };
  const [itemCount = 0] = await search.session.counts([plainPlan]);
  const isCounted = layout.fields.some((field) => field.name === name && field.facet);
  const { values, ...others } = isCounted ? await countedValues(search, name, itemCount) : await sampledValues(search, name);
  const wanted = searchText([q]);
  const found = values.filter(({ value }) => searchText([String(value)]).includes(wanted));
  return { values: found.slice(0, shownValues), distinct_count: found.length, ...others, item_count: itemCount };
}

async function countedValues(search: CollectionSearch, name: string, itemCount: number): Promise<Counted> {
  const values = [...((await search.valuesOf(name, maximumValues))?.values ?? [])];
  return { values, is_part: values.length >= maximumValues, looked_at_count: itemCount };
}

async function sampledValues({ session }: CollectionSearch, name: string): Promise<Counted> {
  const { hits, totalCount } = await session.search({ ...plainPlan, size: sampledItems });
  const counts = new Map<Value, number>();
  for (const { id, item } of hits)
    for (const value of valuesOf(name === 'id' ? id : item.fields[name])) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count);
  return { values, is_part: totalCount > hits.length, looked_at_count: hits.length };
}

const valuesOf = (value: FieldValue | undefined): readonly Value[] =>
  value === undefined ? [] : typeof value === 'object' ? value : [value];

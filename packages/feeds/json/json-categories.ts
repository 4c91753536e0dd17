import { type FeedRecord, type RecordBatches, withFields } from '#feeds/feed-record.ts';
import { readLimits } from '#feeds/limits.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { placeOf } from '#feeds/mapping/known-names.ts';
import { type Category, pathOf } from '#feeds/xml/xml-head.ts';
import type { JsonLayout } from './json-layout.ts';
import { JsonArrayReader } from './json-values.ts';

type Categories = ReadonlyMap<string, Category>;

const keys = ['id', '_id', 'slug', 'key', 'code'];
const names = ['name', 'title', 'label'];
const parents = ['parent_id', 'parentId', 'parent'];

/** The list `categories` beside the items, by the ids and slugs that items name. @param head may be cut anywhere */
export function listedCategories(head: string, layout: JsonLayout): Categories {
  const found = new Map<string, Category>();
  if (layout.kind === 'lines' || layout.path.length === 0 || layout.path.at(-1) === 'categories') return found;
  const reader = new JsonArrayReader({ path: [...layout.path.slice(0, -1), 'categories'], kind: 'array' }, readLimits);
  for (const value of reader.write(head)) {
    const category = 'text' in value && value.text.startsWith('{') ? (JSON.parse(value.text) as Record<string, unknown>) : {};
    const textOf = (some: readonly string[]): string[] =>
      some.flatMap((key) =>
        typeof category[key] === 'string' || typeof category[key] === 'number' ? String(category[key]) : [],
      );
    const [name, parent = null] = [textOf(names)[0], textOf(parents)[0]];
    if (name !== undefined) for (const key of textOf(keys)) found.set(key, { name, parent });
  }
  return found;
}

export async function* withListedCategories(batches: RecordBatches, categories: Categories): RecordBatches {
  for await (const batch of batches) yield categories.size === 0 ? batch : batch.map((record) => withNames(record, categories));
}

function withNames(record: FeedRecord, categories: Categories): FeedRecord {
  const field = Object.keys(record.fields).find((name) => {
    const isCategory = placeOf('category', normalName(name).replace(/_ids?$/, '')) !== -1;
    return isCategory && [record.fields[name]!].flat().every((id) => categories.has(String(id)));
  });
  if (field === undefined) return record;
  const paths = [record.fields[field]!].flat().map((id) => pathOf(String(id), categories));
  return withFields(record, { [/_?ids?$/i.test(field) ? 'category' : field]: paths.length === 1 ? paths[0]! : paths });
}

import { type FeedRecord, type RecordBatches, withFields } from '#feeds/feed-record.ts';
import { readLimits } from '#feeds/limits.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { placeOf } from '#feeds/mapping/known-names.ts';
import { type Category, pathOf } from '#feeds/xml/xml-head.ts';
import type { JsonLayout } from './json-layout.ts';
import { JsonArrayReader, parsed } from './json-values.ts';

type Categories = ReadonlyMap<string, Category>;

const keys = ['id', '_id', 'slug', 'key', 'code'];
const listNames =
  'categories categorias categorie kategorien kategorie kategorije kategoriler categorieen rubriques категории категорії'.split(
    ' ',
  );
const parents = ['parent_id', 'parentId', 'parent'];

/** The list `categories` beside the items, by the ids and slugs that items name. @param head may be cut anywhere */
export function listedCategories(head: string, layout: JsonLayout): Categories {
  const found = new Map<string, Category>();
  if (layout.kind === 'lines' || layout.path.length === 0 || listNames.includes(layout.path.at(-1)!)) return found;
  const path = [...layout.path.slice(0, -1), 'categories'];
  const reader = new JsonArrayReader({ path, kind: 'array', lists: listNames }, readLimits);
  for (const value of reader.write(head)) {
    const category = ('text' in value && value.text.startsWith('{') ? parsed(value.text) : null) as Record<
      string,
      unknown
    > | null;
    if (!category) continue;
    const textOf = (some: readonly string[]): string[] =>
      some.flatMap((key) =>
        typeof category[key] === 'string' || typeof category[key] === 'number' ? String(category[key]) : [],
      );
    const [name, parent = null] = [textOf(Object.keys(category).filter(isName))[0], textOf(parents)[0]];
    if (name !== undefined) for (const key of textOf(keys)) found.set(key, { name, parent });
  }
  return found;
}

export async function* withListedCategories(batches: RecordBatches, categories: Categories): RecordBatches {
  for await (const batch of batches) yield categories.size === 0 ? batch : batch.map((record) => withNames(record, categories));
}

const isName = (key: string): boolean => placeOf('name', normalName(key)) !== -1;
const reference = /_?(?:ids?|slug)$/i;

function withNames(record: FeedRecord, categories: Categories): FeedRecord {
  const field = Object.keys(record.fields).find((name) => {
    const isCategory = placeOf('category', normalName(name).replace(/_(?:ids?|slug)$/, '')) !== -1;
    return isCategory && [record.fields[name]!].flat().every((id) => categories.has(String(id)));
  });
  if (field === undefined) return record;
  const paths = [record.fields[field]!].flat().map((id) => pathOf(String(id), categories));
  return withFields(record, { [reference.test(field) ? 'category' : field]: paths.length === 1 ? paths[0]! : paths });
}

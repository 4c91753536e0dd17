import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields, withFields } from '#feeds/feed-record.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { localName } from './xml-node.ts';
import { XmlTokenizer, type XmlHandler } from './xml-tokens.ts';

interface Category {
  parent: string | null;
  name: string;
}

export type CategoryTree = ReadonlyMap<string, Category>;

interface OpenCategory extends Category {
  id: string;
  part: 'id' | 'name' | 'parent' | null;
}

const maxLevels = 20;
/** Yandex, Hotline, 1C and BMEcat. */
const categoryNames = new Set(['category', 'группа', 'catalog_structure']);
const parts: Readonly<Record<string, OpenCategory['part']>> = {
  id: 'id',
  ид: 'id',
  group_id: 'id',
  name: 'name',
  title: 'name',
  наименование: 'name',
  group_name: 'name',
  parentid: 'parent',
  parent_id: 'parent',
};
const categoryIdNames = new Set(['category_id', 'categoryid', 'categories_category_id', 'группы_ид']);

/**
 * Categories that Yandex, 1C and others list above their items, by attributes, elements or nesting. `head` may be cut anywhere.
 */
export function categoriesAbove(head: string, itemTag: string): CategoryTree {
  const item = localName(itemTag);
  const reader = new CategoryReader(item);
  if (!categoryNames.has(item.toLowerCase())) new XmlTokenizer(reader, head.length + 1).write(head);
  return reader.categories;
}

class CategoryReader implements XmlHandler {
  readonly categories = new Map<string, Category>();
  readonly #open: OpenCategory[] = [];
  readonly #itemTag: string;
  #isDone = false;

  constructor(itemTag: string) {
    this.#itemTag = itemTag;
  }

  open(fullName: string, attributes: Readonly<Record<string, string>> | null): void {
    const tag = localName(fullName);
    this.#isDone ||= tag === this.#itemTag;
    if (this.#isDone) return;
    const parent = this.#open.at(-1);
    if (!categoryNames.has(tag.toLowerCase())) {
      if (parent) parent.part = parts[tag.toLowerCase()] ?? null;
      return;
    }
    const parentId = attributes?.['parentId'] ?? attributes?.['parent_id'] ?? parent?.id ?? null;
    const id = attributes?.['id'] ?? '';
    this.#open.push({ id, parent: parentId, name: '', part: id === '' ? null : 'name' });
  }

  close(fullName: string): void {
    const open = this.#open.at(-1);
    if (!open) return;
    open.part = null;
    if (!categoryNames.has(localName(fullName).toLowerCase())) return;
    this.#open.pop();
    if (open.id !== '' && open.name.trim() !== '')
      this.categories.set(open.id, { name: open.name.trim(), parent: open.parent === open.id ? null : open.parent });
  }

  text(text: string): void {
    const open = this.#open.at(-1);
    if (open?.part === 'name') open.name += text;
    else if (open?.part === 'id') open.id += text.trim();
    else if (open?.part === 'parent') open.parent = (open.parent ?? '') + text.trim();
  }

  flaw(): void {}
}

/** Replaces category ids by paths, and joins names that are split into type, vendor and model. */
export async function* withCategories(batches: RecordBatches, categories: CategoryTree): RecordBatches {
  for await (const batch of batches) yield batch.map((record) => whole(record, categories));
}

function whole(record: FeedRecord, categories: CategoryTree): FeedRecord {
  const { name, vendor, model, typePrefix } = record.fields;
  const paths = categoryIdsOf(record, categories).map((id) => pathOf(String(id), categories));
  const known = paths.filter((path) => path !== '');
  const isNamed = name !== undefined || model === undefined;
  if (known.length === 0 && isNamed) return record;
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  if (known.length > 0 && fields['category'] === undefined) fields['category'] = known.length === 1 ? (known[0] ?? '') : known;
  if (!isNamed) fields['name'] = [typePrefix, vendor, model].filter((part) => part !== undefined).join(' ');
  return { ...record, fields };
}

function categoryIdsOf({ fields }: FeedRecord, categories: CategoryTree): (string | number | boolean)[] {
  if (categories.size === 0) return [];
  const named = Object.keys(fields).find((field) => categoryIdNames.has(normalName(field)));
  return named === undefined ? [] : [fields[named] ?? []].flat();
}

function pathOf(id: string, categories: CategoryTree): string {
  const names: string[] = [];
  let next: string | null = id;
  for (let level = 0; next !== null && level < maxLevels; level += 1) {
    const category = categories.get(next);
    if (!category) break;
    names.unshift(category.name);
    next = category.parent;
  }
  return names.join(' > ');
}

/** Mapped by this name: categories that are no levels of one path. */
export const eachCategory = '@categories_each';

export function isArticleFeed(head: string, tagName: string): boolean {
  return tagName === 'item' && /<rss[\s>]/i.test(head) && !/<g:|base\.google\.com/.test(head);
}

export async function* withArticleCategories(batches: RecordBatches): RecordBatches {
  for await (const batch of batches) {
    yield batch.map((record) => {
      const { category, ...others } = record.fields;
      return Array.isArray(category) ? withFields({ ...record, fields: others }, { [eachCategory]: category }) : record;
    });
  }
}

import type { FeedRecord, RecordBatches, RecordValue } from './feed-record.ts';
import { emptyFields } from './field-bag.ts';
import { XmlTokenizer, type XmlHandler } from './xml-tokens.ts';

interface Category {
  readonly parent: string | null;
  name: string;
}

/** A tree of categories may be wrong and end in itself. */
const maxLevels = 20;

/**
 * The categories that Yandex feeds list above their offers, in the beginning of the document, which may be cut anywhere. Empty
 * for other feeds.
 */
export function ymlCategories(head: string): ReadonlyMap<string, Category> {
  const reader = new CategoryReader();
  if (/<yml_catalog|<categories>/i.test(head)) new XmlTokenizer(reader, head.length + 1).write(head);
  return reader.categories;
}

class CategoryReader implements XmlHandler {
  readonly categories = new Map<string, Category>();
  #open: Category | null = null;

  open(name: string, attributes: Readonly<Record<string, string>> | null): void {
    if (name !== 'category' || attributes?.['id'] === undefined) return;
    this.#open = { parent: attributes['parentId'] ?? attributes['parent_id'] ?? null, name: '' };
    this.categories.set(attributes['id'], this.#open);
  }

  close(): void {
    this.#open = null;
  }

  text(text: string): void {
    if (this.#open) this.#open.name += text;
  }

  flaw(): void {}
}

/** Offers with the path of their category instead of its number, and with a name where it is split into kind, vendor and model. */
export async function* ymlOffers(batches: RecordBatches, categories: ReadonlyMap<string, Category>): RecordBatches {
  for await (const batch of batches) yield batch.map((record) => whole(record, categories));
}

function whole(record: FeedRecord, categories: ReadonlyMap<string, Category>): FeedRecord {
  const { categoryId, name, vendor, model, typePrefix } = record.fields;
  const paths = [categoryId ?? []].flat().map((id) => pathOf(String(id), categories));
  const known = paths.filter((path) => path !== '');
  const parts = [typePrefix, vendor, model].filter((part) => part !== undefined);
  const isNamed = name !== undefined || model === undefined;
  if (known.length === 0 && isNamed) return record;
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  if (known.length > 0 && fields['category'] === undefined) fields['category'] = known.length === 1 ? (known[0] ?? '') : known;
  if (!isNamed) fields['name'] = parts.join(' ');
  return { ...record, fields };
}

function pathOf(id: string, categories: ReadonlyMap<string, Category>): string {
  const names: string[] = [];
  let next: string | null = id;
  for (let level = 0; next !== null && level < maxLevels; level += 1) {
    const category = categories.get(next);
    if (!category) break;
    names.unshift(category.name.trim());
    next = category.parent;
  }
  return names.join(' > ');
}

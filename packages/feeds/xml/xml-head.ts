import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields, withFields } from '#feeds/feed-record.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { localName, newNode, type XmlNode } from './xml-node.ts';
import { XmlTokenizer, type XmlHandler } from './xml-tokens.ts';

export interface Category {
  readonly parent: string | null;
  readonly name: string;
}

/** Lists above the items, by the ids that items name. */
export interface XmlHead {
  readonly categories: ReadonlyMap<string, Category>;
  /** CommerceML: names of properties and of their values. */
  readonly properties: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
}

const maxLevels = 20;
/** Yandex, Hotline, 1C and BMEcat. */
const categoryNames = /^(?:category|группа|catalog_structure)$/i;
const ids = /^(?:id|ид|group_id|идзначения)$/i;
const names = /^(?:name|title|наименование|group_name|значение)$/i;
const parents = /^parent_?id$/i;
const propertyNames = /^Свойство(?:Номенклатуры)?$/;
const valueName = 'Справочник';
const categoryIdNames = new Set(['category_id', 'categoryid', 'categories_category_id', 'группы_ид']);

/** `head` may be cut anywhere. */
export function headAbove(head: string, itemTag: string): XmlHead {
  const [categories, properties, values] = [new Map<string, Category>(), new Map<string, string>(), new Map<string, string>()];
  const hasCategories = !categoryNames.test(localName(itemTag));
  const textOf = ({ children }: XmlNode, wanted: RegExp) => children?.find(({ name }) => wanted.test(name))?.text.trim() ?? '';
  const open: [node: XmlNode, above: string | null][] = [[nodesAbove(head, localName(itemTag)), null]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, above] = next;
    const isCategory = hasCategories && categoryNames.test(node.name);
    const id = node.attributes?.['id'] ?? textOf(node, ids);
    const name = node.text.trim() || textOf(node, names);
    if (id !== '' && name !== '') {
      const parent = node.attributes?.['parentId'] ?? node.attributes?.['parent_id'] ?? (textOf(node, parents) || above);
      if (isCategory) categories.set(id, { name, parent: parent === id ? null : parent });
      else if (propertyNames.test(node.name)) properties.set(id, name);
      else if (node.name === valueName) values.set(id, name);
    }
    for (const child of node.children?.toReversed() ?? []) open.push([child, isCategory ? id : above]);
  }
  return { categories, properties, values };
}

function nodesAbove(head: string, itemTag: string): XmlNode {
  const reader = new HeadReader(itemTag);
  new XmlTokenizer(reader, head.length + 1).write(head);
  return reader.root;
}

class HeadReader implements XmlHandler {
  readonly root = newNode('', null);
  readonly #open = [this.root];
  readonly #itemTag: string;
  #isDone = false;

  constructor(itemTag: string) {
    this.#itemTag = itemTag;
  }

  open(fullName: string, attributes: Readonly<Record<string, string>> | null): void {
    const node = newNode(fullName, attributes);
    this.#isDone ||= node.name === this.#itemTag;
    if (this.#isDone) return;
    (this.#open.at(-1)!.children ??= []).push(node);
    this.#open.push(node);
  }

  close(fullName: string): void {
    const at = this.#open.findLastIndex(({ name }) => name === localName(fullName));
    if (at > 0) this.#open.length = at;
  }

  text(text: string): void {
    if (!this.#isDone) this.#open.at(-1)!.text += text;
  }

  flaw(): void {}
}

/** Replaces ids of categories by paths, and joins names that are split into type, vendor and model. */
export async function* withCategories(batches: RecordBatches, { categories }: XmlHead): RecordBatches {
  for await (const batch of batches) yield batch.map((record) => withCategory(record, categories));
}

function withCategory(record: FeedRecord, categories: XmlHead['categories']): FeedRecord {
  const { name, vendor, model, typePrefix, category } = record.fields;
  const known = categoryIdsOf(record, categories).flatMap((id) => pathOf(String(id), categories) || []);
  const isNamed = name !== undefined || model === undefined;
  if (known.length === 0 && isNamed) return record;
  const whole = { name: [typePrefix, vendor, model].filter((part) => part !== undefined).join(' ') };
  const path = known.length === 0 || category !== undefined ? {} : { category: known.length === 1 ? known[0]! : known };
  return withFields(record, { ...path, ...(isNamed ? {} : whole) });
}

function categoryIdsOf({ fields }: FeedRecord, categories: XmlHead['categories']): (string | number | boolean)[] {
  if (categories.size === 0) return [];
  const named = Object.keys(fields).find((field) => categoryIdNames.has(normalName(field)));
  return named === undefined ? [] : [fields[named] ?? []].flat();
}

export function pathOf(id: string, categories: XmlHead['categories']): string {
  const path: string[] = [];
  let next = categories.get(id);
  for (let level = 0; next !== undefined && level < maxLevels; level += 1) {
    path.unshift(next.name);
    next = categories.get(next.parent ?? '');
  }
  return path.join(' > ');
}

/** `param.<id>` with the id of a value becomes `param.Colour` with the value. */
export async function* withProperties(batches: RecordBatches, { properties, values }: XmlHead): RecordBatches {
  const valueOf = (value: RecordValue): RecordValue =>
    Array.isArray(value) ? value.map((each) => values.get(String(each)) ?? String(each)) : (values.get(String(value)) ?? value);
  const named = (record: FeedRecord): FeedRecord => {
    const fields = emptyFields();
    for (const field in record.fields) {
      const name = field.startsWith('param.') ? properties.get(field.slice('param.'.length)) : undefined;
      const value = record.fields[field]!;
      fields[name === undefined ? field : `param.${name}`] = name === undefined ? value : valueOf(value);
    }
    return { ...record, fields };
  };
  for await (const batch of batches) yield batch.map(named);
}

/** Mapped by this name: categories that are no levels of one path. */
export const eachCategory = '@categories_each';

export const isArticleFeed = (head: string, tagName: string): boolean =>
  tagName === 'item' && /<rss[\s>]/i.test(head) && !/<g:|base\.google\.com/.test(head);

export async function* withArticleCategories(batches: RecordBatches): RecordBatches {
  for await (const batch of batches)
    yield batch.map((record) => {
      const { category, ...others } = record.fields;
      return Array.isArray(category) ? withFields({ ...record, fields: others }, { [eachCategory]: category }) : record;
    });
}

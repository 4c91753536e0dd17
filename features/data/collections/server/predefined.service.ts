import type { FieldType } from '#contract/item.ts';
import { idField, newField } from './collection-fields.service.ts';
import type { PredefinedId } from '#features/data/collections/collections.contract.ts';
import type { CollectionField } from './collections.store.ts';
import { acceptedLanguage } from '#contract/texts/languages.ts';
import type { App } from '#server/app/app.ts';

interface Predefined {
  readonly id: PredefinedId;
  readonly name: string;
  readonly description: string;
  readonly schema: readonly { readonly name: string; readonly type: FieldType }[];
}

const text = (...names: readonly string[]) => names.map((name) => ({ name, type: 'text' as const }));

export const predefinedCollections: readonly Predefined[] = [
  {
    id: 'products',
    name: 'Products',
    description: 'What the shop sells, with prices, stock and variants.',
    schema: [
      ...text('id', 'name', 'description', 'brand', 'category', 'url', 'image', 'ean', 'product_code', 'item_group'),
      { name: 'price', type: 'float' },
      { name: 'price_before', type: 'float' },
      { name: 'in_stock', type: 'boolean' },
    ],
  },
  {
    id: 'categories',
    name: 'Categories',
    description: 'Departments of the shop, found by name.',
    schema: [...text('id', 'name', 'description', 'category', 'url', 'image'), { name: 'item_count', type: 'integer' }],
  },
  {
    id: 'articles',
    name: 'Articles',
    description: 'Guides, news and questions that the shop answers.',
    schema: [
      ...text('id', 'name', 'description', 'content', 'author', 'tags', 'url', 'image'),
      { name: 'published_at', type: 'date' },
    ],
  },
  {
    id: 'brands',
    name: 'Brands',
    description: 'Brands the shop sells, each with its own page.',
    schema: [...text('id', 'name', 'description', 'url', 'image'), { name: 'item_count', type: 'integer' }],
  },
];

const countedFields = new Set(['brand', 'category', 'author', 'tags']);

export function predefinedFields(id: PredefinedId): CollectionField[] {
  const { schema = [] } = predefinedCollections.find((one) => one.id === id) ?? {};
  return schema.map(({ name, type }) => {
    if (name === 'id') return idField();
    const field = newField(name, type, []);
    const counted = type === 'text' ? countedFields.has(name) : field.isFacet;
    return { ...field, isFacet: counted, relevance: { ...field.relevance, boostable: counted } };
  });
}

/** In English for languages without a translation. */
export function predefinedName({ translate }: Pick<App, 'translate'>, id: PredefinedId, language: string): string {
  const { name = id } = predefinedCollections.find((one) => one.id === id) ?? {};
  return translate(acceptedLanguage(language))(name);
}

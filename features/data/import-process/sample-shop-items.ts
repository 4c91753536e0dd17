import type { Item } from '#contract/item.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';
import type { ReadBatch, ReadItems } from './read-items.ts';
import type { ProgressReporter } from './report-progress.ts';
import { identifiedBy } from './unique-field.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';

/** The sample shop's items need no reading. */
export function readSampleShop(language: 'cs' | 'en', uniqueField: string, progress: ProgressReporter): ReadItems {
  const items: Item[] = [...sampleShopItems(language)].flatMap((item) => identifiedBy(uniqueField, item) ?? []);
  async function* batches(): AsyncGenerator<ReadBatch> {
    progress.add('read_count', items.length);
    yield items.map((item, index) => ({ item, record: { position: index + 1, fields: item.fields } }));
  }
  return {
    sample: items,
    types: inferFieldTypes(items),
    batches: batches(),
    about: () => ({ mapping: [], warnings: [], tagName: '', type: 'json', feedSource: 'custom', feedFields: [] }),
  };
}

import type { RecordBatches } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';

/** Mapped by this name: categories that are no levels of one path. */
export const eachCategory = '@categories_each';

export function isArticleFeed(head: string, tagName: string): boolean {
  return tagName === 'item' && /<rss[\s>]/i.test(head) && !/<g:|base\.google\.com/.test(head);
}

export async function* withArticleCategories(batches: RecordBatches): RecordBatches {
  for await (const batch of batches) {
    yield batch.map((record) => {
      const { category, ...others } = record.fields;
      return Array.isArray(category)
        ? { ...record, fields: Object.assign(emptyFields(), others, { [eachCategory]: category }) }
        : record;
    });
  }
}

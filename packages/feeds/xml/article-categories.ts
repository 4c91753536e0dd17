import type { RecordBatches } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';

/** Under this name the mapping finds categories that are no levels of one path. */
export const eachCategory = '@categories_each';

/** Whether a document is RSS of articles, whose categories are many and equal. */
export function isArticleFeed(head: string, tagName: string): boolean {
  return tagName === 'item' && /<rss[\s>]/i.test(head) && !/<g:|base\.google\.com/.test(head);
}

/** Sets the repeated `category` of an article apart from elements that are the levels of a path. */
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

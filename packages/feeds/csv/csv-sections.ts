import { type FeedRecord, type RecordBatches, withFields } from '#feeds/feed-record.ts';
import { placeOf } from '#feeds/mapping/known-names.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';

const leastSections = 2;
const mostSections = 0.4;
const categoryField = 'category';

/** Price lists have headings such as `SPICES` above their rows, which are the categories of those. */
export function withSections(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const [field] = head.filter(isLonely).flatMap(({ fields }) => Object.keys(fields));
    const lonely = head.filter(isLonely);
    const isWanted = field !== undefined && lonely.length >= leastSections && lonely.length <= head.length * mostSections;
    if (!isWanted || !lonely.every((record) => isHeading(record, field))) return null;
    if (head.filter((record) => isHeading(record, field)).length > lonely.length) return null;
    if (head.some(({ fields }) => Object.keys(fields).some((name) => placeOf('category', plainName(name)) !== -1))) return null;
    let section: string | null = null;
    const read = (record: FeedRecord): FeedRecord[] => {
      if (!isLonely(record) || !isHeading(record, field))
        return [section === null ? record : withFields(record, { [categoryField]: section })];
      section = String(record.fields[field]);
      return [];
    };
    return { read: (records) => records.flatMap(read) };
  });
}

const isLonely = ({ fields }: FeedRecord): boolean => Object.keys(fields).length === 1;

function isHeading({ fields }: FeedRecord, field: string): boolean {
  const text = String(fields[field] ?? '');
  return /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
}

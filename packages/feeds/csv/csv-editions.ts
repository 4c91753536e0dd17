import type { FeedWarning } from '#feeds/feed-texts.ts';
import { type FeedRecord, type RecordBatches, textIn } from '#feeds/feed-record.ts';
import { knownNames, namePatterns, otherNames } from '#feeds/mapping/known-names.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';

const editionNames = new Set([
  ...knownNames.currency,
  ...'store_view_code store store_code store_id language language_code lang id_lang locale jazyk sprache'.split(' '),
]);
const leastDistinctness = 0.9;
const maxRemembered = 100_000;

/**
 * Exports of Spree, Magento and PrestaShop repeat rows per currency, language or store. Those of the first row's edition stay;
 * the others are skipped and counted.
 */
export function mainEdition(
  batches: RecordBatches,
  header: readonly string[],
  tell: (warning: FeedWarning) => void,
): RecordBatches {
  const editions = header.filter((column) => editionNames.has(plainName(column)));
  if (editions.length === 0) return batches;
  return withSampledWork(batches, (head) => {
    const [first] = head;
    const main = editions.map((field) => first && textIn(first, field));
    const editionOf = (record: FeedRecord) => editions.find((field, at) => textIn(record, field) !== main[at]);
    const key = keyOf(
      head.filter((record) => editionOf(record) === undefined),
      header,
    );
    return key === null ? null : otherEditions(key, editionOf, tell);
  });
}

function keyOf(rows: readonly FeedRecord[], header: readonly string[]): string | null {
  const isDistinct = (column: string) => {
    const keyed = rows.filter(({ fields }) => fields[column] !== undefined);
    const distinct = new Set(keyed.map((record) => textIn(record, column)));
    return keyed.length * 2 > rows.length && distinct.size >= keyed.length * leastDistinctness;
  };
  const rankOf = (column: string) => [...knownNames.id, plainName(column)].indexOf(plainName(column));
  const isNamed = (name: string) => knownNames.id.includes(name) || namePatterns.id?.test(name) === true;
  const keys = header.filter((column) => isNamed(plainName(column)) && otherNames.id?.test(plainName(column)) !== true);
  return keys.toSorted((a, b) => rankOf(a) - rankOf(b)).find(isDistinct) ?? null;
}

function otherEditions(
  key: string,
  editionOf: (record: FeedRecord) => string | undefined,
  tell: (warning: FeedWarning) => void,
): RecordWork {
  const remembered = new Set<string>();
  const skipped = { count: 0, field: '' };
  const stays = (record: FeedRecord): boolean => {
    const edition = editionOf(record);
    const own = textIn(record, key);
    // Copied, because a slice would keep a part of the feed in memory.
    if (edition === undefined && remembered.size < maxRemembered) remembered.add(Buffer.from(own).toString());
    if (own === '' || edition === undefined || !remembered.has(own)) return true;
    skipped.count += 1;
    skipped.field ||= edition;
    return false;
  };
  return {
    read: (records) => records.filter(stays),
    end() {
      if (skipped.count > 0) tell({ code: 'otherEditions', details: skipped });
      return [];
    },
  };
}

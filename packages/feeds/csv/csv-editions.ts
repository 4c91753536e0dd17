import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { FeedRecord, RecordBatches } from '#feeds/feed-record.ts';
import { knownNames, namePatterns, otherNames } from '#feeds/mapping/known-names.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';

const editionNames = new Set([
  ...knownNames.currency,
  ...'store_view_code store store_code store_id language language_code lang id_lang locale jazyk sprache'.split(' '),
]);
const leastDistinctness = 0.9;
const maxRemembered = 100_000;

interface Plan {
  readonly editions: readonly string[];
  readonly key: string;
  readonly main: readonly string[];
}

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
    const plan = planOf(head, header, editions);
    return plan && new EditionFilter(plan, tell);
  });
}

function planOf(head: readonly FeedRecord[], header: readonly string[], editions: readonly string[]): Plan | null {
  const [first] = head;
  if (!first) return null;
  const main = editions.map((field) => valueIn(first, field));
  const rows = head.filter((record) => editions.every((field, index) => valueIn(record, field) === main[index]));
  const isKey = (column: string) => {
    const keyed = rows.filter((record) => record.fields[column] !== undefined);
    const distinct = new Set(keyed.map((record) => valueIn(record, column)));
    return keyed.length * 2 > rows.length && distinct.size >= keyed.length * leastDistinctness;
  };
  const key = header
    .filter(mayBeKey)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .find(isKey);
  return key === undefined ? null : { editions, key, main };
}

function mayBeKey(column: string): boolean {
  const name = plainName(column);
  const isNamed = knownNames.id.includes(name) || namePatterns.id?.test(name) === true;
  return isNamed && otherNames.id?.test(name) !== true;
}

function rankOf(column: string): number {
  const index = knownNames.id.indexOf(plainName(column));
  return index === -1 ? knownNames.id.length : index;
}

const valueIn = ({ fields }: FeedRecord, field: string): string => String(fields[field] ?? '');

class EditionFilter implements RecordWork {
  #skippedCount = 0;
  #editionField = '';
  readonly #remembered = new Set<string>();
  readonly #plan: Plan;
  readonly #tell: (warning: FeedWarning) => void;

  constructor(plan: Plan, tell: (warning: FeedWarning) => void) {
    this.#plan = plan;
    this.#tell = tell;
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    return records.filter((record) => this.#stays(record));
  }

  end(): readonly FeedRecord[] {
    if (this.#skippedCount > 0) {
      this.#tell({ code: 'otherEditions', details: { count: this.#skippedCount, field: this.#editionField } });
    }
    return [];
  }

  #stays(record: FeedRecord): boolean {
    const { editions, main, key } = this.#plan;
    const other = editions.findIndex((field, index) => valueIn(record, field) !== main[index]);
    const own = valueIn(record, key);
    if (own === '') return true;
    if (other === -1) {
      // Copied, because a slice would keep a part of the feed in memory.
      if (this.#remembered.size < maxRemembered) this.#remembered.add(Buffer.from(own).toString());
      return true;
    }
    if (!this.#remembered.has(own)) return true;
    this.#skippedCount += 1;
    this.#editionField ||= editions[other] ?? '';
    return false;
  }
}

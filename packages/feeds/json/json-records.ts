import { wholeNumbers } from '#contract/values/typed-number.ts';
import { FeedError } from '#feeds/feed-error.ts';
import { type FeedRecord, type RecordBatches, emptyFields, problemOf, withFields } from '#feeds/feed-record.ts';
import { flattenJson, jsonVariants } from './json-flatten.ts';
import type { JsonLayout } from './json-layout.ts';
import { JsonArrayReader, type JsonValue, parsed } from './json-values.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';
import { readLimits, type ReadLimits } from '#feeds/limits.ts';
import type { ProblemReason } from '#feeds/feed-texts.ts';

/**
 * Invalid elements and lines are records with a problem.
 * @throws FeedError `truncated`, `noListedItem`, `malformedJson`, `tooDeep`, `lineTooLong`, `textTooLong`
 */
export async function* jsonRecords(
  text: AsyncIterable<string>,
  layout: JsonLayout,
  limits: ReadLimits = readLimits,
): RecordBatches {
  let count = 0;
  for await (const batch of layout.kind === 'lines' ? lineRecords(text, limits) : arrayRecords(text, layout, limits)) {
    count += batch.length;
    if (batch.length > 0) yield batch;
  }
  if (count === 0) throw new FeedError('noListedItem');
}

/** Variants that are numbered within their product, as in `25`, `50`, get its key before their own. */
export function withDistinctIds(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const groups = new Map<unknown, unknown>();
    const isRepeated = ({ fields: { id, [groupField]: group } }: FeedRecord): boolean => {
      if (id === undefined || group === undefined) return false;
      if (!groups.has(id)) groups.set(id, group);
      return groups.get(id) !== group;
    };
    return head.some(isRepeated) ? { read: (records) => records.map(distinct) } : null;
  });
}

const groupField = '@item_group';

function distinct(record: FeedRecord): FeedRecord {
  const { id, [groupField]: group } = record.fields;
  const isDistinct = id === undefined || group === undefined || String(id).startsWith(`${String(group)}-`);
  return isDistinct ? record : withFields(record, { id: `${String(group)}-${String(id)}` });
}

type ListLayout = Exclude<JsonLayout, { readonly kind: 'lines' }>;

async function* arrayRecords(text: AsyncIterable<string>, layout: ListLayout, limits: ReadLimits): RecordBatches {
  const reader = new JsonArrayReader(layout, limits);
  let position = 0;
  for await (const piece of text) {
    yield reader.write(piece).flatMap((value) => {
      position += 1;
      return recordsOf(value, { position }, limits);
    });
  }
  if (!reader.isComplete) throw new FeedError('truncated', { count: position });
  if (reader.wasFound && position === 0) throw new FeedError('noItem');
}

async function* lineRecords(text: AsyncIterable<string>, limits: ReadLimits): RecordBatches {
  const place = { position: 0, line: 0 };
  let rest = '';
  let action: { readonly key?: string } = {};
  const read = (line: string): FeedRecord[] => {
    place.line += 1;
    if (line.trim() === '') return [];
    const next = bulkAction(line);
    if (next) {
      action = next;
      return [];
    }
    place.position += 1;
    const value: JsonValue = line.length > limits.maxRecordChars ? { problem: 'recordTooLarge' } : { text: line, ...action };
    action = {};
    return recordsOf(value, { ...place }, limits);
  };
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield lines.flatMap(read);
    if (rest.length > limits.maxTokenChars) {
      throw new FeedError('lineTooLong', { line: place.line + 1, maxChars: limits.maxTokenChars });
    }
  }
  yield read(rest);
}

/** Elasticsearch bulk files have an action line with the id above each item. */
function bulkAction(line: string): { readonly key?: string } | null {
  if (!/^\s*\{\s*"(?:index|create|update)"\s*:\s*\{[^{}]*\}\s*\}\s*$/.test(line)) return null;
  const key = /"_id"\s*:\s*"?([^",}]+)/.exec(line)?.[1];
  return key === undefined ? {} : { key };
}

const listField = 'category';

const writtenPrice =
  /(?<!\\)("[^"\\]*(?:price|preis|prix|precio|preco|prezzo|cena|harga|fiyat|valor)[^"\\]*"\s*:\s*)(\d{1,3}\.\d\d0)(?=\s*[,}])/gi;

/** `60.000` is written by hand, and may be 60000: as a text, it is read like those of tables. */
const withWrittenPrices = (text: string): string =>
  /\.\d\d0\s*[,}]/.test(text) ? text.replaceAll(writtenPrice, '$1"$2"') : text;

type Place = Pick<FeedRecord, 'position' | 'line'>;

function recordsOf(value: JsonValue, place: Place, limits: ReadLimits, isExact = false): FeedRecord[] {
  if ('problem' in value) return [bad(place, value.problem, '')];
  const read = parsed(withWrittenPrices(isExact ? wholeNumbers(value.text) : value.text));
  if (read === undefined) return [bad(place, 'malformedRecord', value.text)];
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return [bad(place, 'notAnObject', value.text)];
  const listed = value.list === undefined ? read : { [listField]: value.list, ...read };
  const keyed = value.key === undefined ? listed : { ...listed, '@key': value.key };
  const items = jsonVariants(keyed as Record<string, unknown>).map((item) => flattenJson(item, limits));
  // Rare; reading some texts twice is cheaper than checking all.
  if (!isExact && items.some(({ hasLongNumber }) => hasLongNumber)) return recordsOf(value, place, limits, true);
  return items.map(({ fields, problems }) => {
    if (problems.some(({ severity }) => severity === 'error')) return { ...place, fields: emptyFields(), problems };
    return problems.length > 0 ? { ...place, fields, problems } : { ...place, fields };
  });
}

function bad(place: Place, reason: ProblemReason, value: string): FeedRecord {
  return { ...place, fields: emptyFields(), problems: [problemOf(reason, 'error', null, value)] };
}

import { FeedError } from './feed-error.ts';
import type { FeedRecord, RecordBatches } from './feed-record.ts';
import { emptyFields, problemOf } from './field-bag.ts';
import { flattenJson } from './json-flatten.ts';
import type { JsonLayout } from './json-layout.ts';
import { jsonVariants } from './json-variants.ts';
import { JsonArrayReader, type JsonValue } from './json-values.ts';
import { readLimits, type ReadLimits } from './limits.ts';
import type { ProblemReason } from './problem-texts.ts';

/**
 * Reads the items of a JSON document or of one object per line as they stream in. An element or line that is no valid
 * object is a record with a problem.
 * @throws FeedError `truncated`, `noListedItem`, `malformedJson`, `tooDeep`, `lineTooLong`, `textTooLong`.
 */
export async function* jsonRecords(
  text: AsyncIterable<string>,
  layout: JsonLayout,
  limits: ReadLimits = readLimits,
): RecordBatches {
  let count = 0;
  for await (const batch of layout.kind === 'lines' ? lineRecords(text, limits) : arrayRecords(text, layout.path, limits)) {
    count += batch.length;
    if (batch.length > 0) yield batch;
  }
  if (count === 0) throw new FeedError('noListedItem');
}

async function* arrayRecords(text: AsyncIterable<string>, path: readonly string[], limits: ReadLimits): RecordBatches {
  const reader = new JsonArrayReader(path, limits);
  let position = 0;
  for await (const piece of text) {
    yield reader.write(piece).flatMap((value) => {
      position += 1;
      return recordsOf(value, { position }, limits);
    });
  }
  if (!reader.isComplete) throw new FeedError('truncated', { count: position });
}

async function* lineRecords(text: AsyncIterable<string>, limits: ReadLimits): RecordBatches {
  const place = { position: 0, line: 0 };
  let rest = '';
  const read = (line: string): FeedRecord[] => {
    place.line += 1;
    if (line.trim() === '') return [];
    place.position += 1;
    const value: JsonValue = line.length > limits.maxRecordChars ? { problem: 'recordTooLarge' } : { text: line };
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

type Place = Pick<FeedRecord, 'position' | 'line'>;

function recordsOf(value: JsonValue, place: Place, limits: ReadLimits): FeedRecord[] {
  if ('problem' in value) return [bad(place, value.problem, '')];
  const parsed = parse(value.text);
  if (parsed === undefined) return [bad(place, 'malformedRecord', value.text)];
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [bad(place, 'notAnObject', value.text)];
  return jsonVariants(parsed as Record<string, unknown>).map((item) => {
    const { fields, problems } = flattenJson(item, limits);
    if (problems.some(({ severity }) => severity === 'error')) return { ...place, fields: emptyFields(), problems };
    return problems.length > 0 ? { ...place, fields, problems } : { ...place, fields };
  });
}

function bad(place: Place, reason: ProblemReason, value: string): FeedRecord {
  return { ...place, fields: emptyFields(), problems: [problemOf(reason, 'error', null, value)] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

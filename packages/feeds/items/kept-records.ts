import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { keptRecordLimits } from '#feeds/limits.ts';

export function keptRecords(records: readonly FeedRecord[], limits = keptRecordLimits): FeedRecord[] {
  const kept: FeedRecord[] = [];
  let bytes = 0;
  for (const { position, fields, problems } of records) {
    if (problems?.some(({ severity }) => severity === 'error')) continue;
    const entries = Object.entries(fields).map(([name, value]) => [withoutNul(name), cut(value, limits)]);
    const record = { position, fields: Object.fromEntries(entries) as FeedRecord['fields'] };
    bytes += Buffer.byteLength(JSON.stringify(record));
    if (kept.length === limits.maxRecords || bytes > limits.maxBytes) break;
    kept.push(record);
  }
  return kept;
}

const maxListed = 20;

function cut(value: RecordValue, { maxValueChars }: typeof keptRecordLimits): RecordValue {
  if (typeof value === 'string') return withoutNul(value.slice(0, maxValueChars));
  if (!Array.isArray(value)) return value;
  const listed = value.slice(0, maxListed) as (string | number)[];
  return listed.every((each) => typeof each === 'number')
    ? listed
    : listed.map((each) => withoutNul(String(each).slice(0, maxValueChars)));
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { type FieldSamples, sampleFields, shareOf } from '#feeds/mapping/mapping-values.ts';
import { knownNames, unwrapped } from '#feeds/mapping/known-names.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';

const longestMark = 14;
const dash = /^\s*(?:[-–—―−‒_]{1,3}|\.{2,3}|…)\s*$/u;
const word =
  /^\s*[([<]?(?:none|nan|nil|empty|n\.? ?a\.?|n\/d|not (?:set|available|applicable|specified)|no value|unknown)[)\]>]?\s*$/i;
const leastShare = 0.8;

type Marks = RegExp | null;
const both = new RegExp(`${dash.source}|${word.source}`, 'iu');

/** Words that mean nothing elsewhere are values here. */
const literal: ReadonlySet<string> = new Set([...knownNames.name, ...knownNames.id]);
const availability: ReadonlySet<string> = new Set(knownNames.availability);
const filled: ReadonlySet<string> = new Set(
  Object.values({ ...knownNames, name: [], id: [], availability: [], popularity: [] }).flat(),
);

/**
 * Leaves out dashes and words that mean that a field is empty. A dash beside a plus is a no; a word counts in standard fields,
 * and where the other values are numbers or addresses.
 */
export function withoutEmptyMarks(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const marks = new Map(sampleFields(head).map((field) => [field.from, marksOf(field.from, field)] as const));
    const marksIn = (name: string): Marks => {
      let found = marks.get(name);
      if (found === undefined) marks.set(name, (found = marksOf(name, null)));
      return found;
    };
    return { read: (records) => records.map((record) => withoutMarks(record, marksIn)) };
  });
}

function marksOf(name: string, samples: FieldSamples | null): Marks {
  const plain = plainName(name);
  const forms = [plain, ...unwrapped(plain)];
  if (forms.some((form) => availability.has(form)) || samples?.texts.includes('+')) return null;
  if (forms.some((form) => literal.has(form))) return dash;
  return forms.some((form) => filled.has(form)) || (samples !== null && isMeasured(samples)) ? both : dash;
}

function isMeasured(samples: FieldSamples): boolean {
  const texts = samples.texts.filter((text) => !both.test(text));
  return texts.length > 0 && shareOf({ ...samples, texts }, (text) => /\d|^https?:/.test(text)) >= leastShare;
}

function withoutMarks(record: FeedRecord, marksIn: (name: string) => Marks): FeedRecord {
  const isMark = (name: string): boolean => {
    const value = record.fields[name];
    return typeof value === 'string' && value.length <= longestMark && both.test(value) && marksIn(name)?.test(value) === true;
  };
  for (const name in record.fields) if (isMark(name)) return { ...record, fields: others(record.fields, isMark) };
  return record;
}

/** Deleting fields of a copy would make all further work on it slow. */
function others(fields: FeedRecord['fields'], isMark: (name: string) => boolean): Record<string, RecordValue> {
  const kept = emptyFields();
  for (const name in fields) if (!isMark(name)) kept[name] = fields[name]!;
  return kept;
}

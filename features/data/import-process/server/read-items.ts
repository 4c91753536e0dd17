import type { FeedWarning } from '#contract/texts/import-texts.ts';
import type { OwnMapping } from '#contract/values/field-rule.ts';
import type { FieldType, Item } from '#contract/item.ts';
import type { ProgressReporter } from './report-progress.ts';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import type { FieldMapping } from '#feeds/mapping/field-mapping.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { openFeed } from '#feeds/open-feed.ts';
import type { ItemProblem } from '#feeds/problem-texts.ts';
import { MissingEverywhere } from '#feeds/items/missing-everywhere.ts';
import { keptRecords } from '#feeds/items/kept-records.ts';
import { GeneratedIds } from '#feeds/items/generated-ids.ts';
import { GrowingMapping } from '#feeds/mapping/growing-mapping.ts';
import { languageWarnings } from '#feeds/items/other-language.ts';
import { leftOutFields, mappingWarnings } from '#feeds/mapping/mapping.ts';
import { decideMapping } from '#feeds/mapping/own-mapping.ts';
import type { BroughtItem } from './repeated-items.ts';
import { withUniqueField } from './unique-field.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

type FieldTypes = Readonly<Record<string, FieldType>>;

export type ReadBatch = readonly BroughtItem[];

export interface ReadItems {
  /** The first items, as they were before types were known. */
  readonly sample: readonly Item[];
  readonly types: FieldTypes;
  readonly batches: AsyncIterable<ReadBatch>;
  /** What was found out about the feed; complete once the batches are. */
  about(): {
    readonly mapping: readonly { readonly from: string; readonly to: string | null }[];
    readonly warnings: readonly FeedWarning[];
    readonly tagName: string;
    readonly type: 'xml' | 'csv' | 'json';
    readonly feedSource: string;
    readonly feedFields: readonly string[];
  };
}

/** Fields and types are decided from about this many records at the head of the feed, and the mapping begins with them. */
const sampledRecords = 1000;

interface Decided {
  readonly knownTypes: FieldTypes;
  readonly ownMapping: OwnMapping;
}

/** Reads a feed into items, telling what was wrong on the way. Types that the collection has already hold. */
export async function readItems(
  bytes: Bytes,
  { uniqueField, ...settings }: FeedSettings & { readonly uniqueField: string },
  { knownTypes, ownMapping }: Decided,
  progress: ProgressReporter,
): Promise<ReadItems> {
  const feed = await openFeed(bytes, settings);
  progress.set({ step: 'read' });
  const iterator = feed.records[Symbol.asyncIterator]();
  const head = await takeHead(iterator);
  progress.samples(keptRecords(head));
  const growing = new GrowingMapping(head, settings.language);
  let decided = decideMapping(growing.proposed, ownMapping);
  const sample = sampleItems(head.map(decided.prepare), decided.mapping);
  const types = { ...inferFieldTypes(sample), ...knownTypes };
  const generated = new GeneratedIds();
  const missing = new MissingEverywhere();
  let ofLanguage: readonly FeedWarning[] = [];

  function making(): Making {
    const { mapping, prepare } = decided;
    const make = itemMaker(mapping, types, generated);
    return {
      toItem: (record) => withUniqueField(uniqueField, make(prepare(record))),
      nameFields: mapping.filter(({ to }) => to === 'name').map(({ from }) => from),
    };
  }

  async function* batches(): AsyncGenerator<ReadBatch> {
    const brought = (records: readonly FeedRecord[], now: Making): ReadBatch => {
      const batch = itemsOf(records, now, progress);
      for (const { item } of batch) missing.look(item);
      return batch;
    };
    let now = making();
    if (head.length > 0) yield brought(head, now);
    for await (const records of { [Symbol.asyncIterator]: () => iterator }) {
      if (growing.learn(records)) {
        decided = decideMapping(growing.proposed, ownMapping);
        now = making();
      }
      yield brought(records, now);
    }
    // Whoever looks at the mapping should see what came late, too.
    if (growing.late.length > 0) progress.samples(keptRecords([...growing.late, ...head]));
    ofLanguage = await languageWarnings(sample, settings.language);
  }

  return {
    sample,
    types,
    batches: batches(),
    about: () => ({
      mapping: decided.shown,
      feedFields: growing.names,
      warnings: [
        ...feed.warnings,
        ...mappingWarnings(decided.mapping),
        ...leftOutFields(head, decided.mapping),
        ...missing.warnings(),
        ...ofLanguage,
      ],
      tagName: feed.tagName ?? '',
      type: feed.type,
      feedSource: feed.source,
    }),
  };
}

interface Making {
  readonly toItem: ReturnType<typeof itemMaker>;
  readonly nameFields: readonly string[];
}

async function takeHead(iterator: AsyncIterator<readonly FeedRecord[]>): Promise<FeedRecord[]> {
  const head: FeedRecord[] = [];
  while (head.length < sampledRecords) {
    const next = await iterator.next();
    if (next.done) break;
    head.push(...next.value);
  }
  return head;
}

function sampleItems(records: readonly FeedRecord[], mapping: readonly FieldMapping[]): Item[] {
  const toItem = itemMaker(mapping);
  return records.flatMap((record) => toItem(record).item ?? []);
}

function itemsOf(records: readonly FeedRecord[], { toItem, nameFields }: Making, progress: ProgressReporter): ReadBatch {
  progress.add('read_count', records.length);
  const brought: BroughtItem[] = [];
  for (const record of records) {
    const { item, problems } = toItem(record);
    if (item) brought.push({ item, record });
    if (problems.length === 0) continue;
    const name = item ? String(item.fields.name ?? item.id) : textOf(record, nameFields);
    for (const problem of problems) report(problem, name, record, progress);
  }
  return brought;
}

function report(
  { field, value, reason, severity }: ItemProblem,
  name: string,
  record: FeedRecord,
  progress: ProgressReporter,
): void {
  progress.problem({ severity, position: record.position, item: name, field: field ?? '', value, reason });
}

const shownTextLength = 100;

/** What an item that was left out is called by: its name, otherwise its first text. */
const textOf = ({ fields }: FeedRecord, nameFields: readonly string[]): string => {
  const texts = [...nameFields.map((field) => fields[field]), ...Object.values(fields)];
  const text = texts.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.slice(0, shownTextLength) : '';
};

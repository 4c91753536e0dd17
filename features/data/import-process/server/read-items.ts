import type { FieldType, Item } from '#contract/item.ts';
import type { FieldRule } from '#contract/values/field-kind.ts';
import type { BuiltImport } from '#features/data/imports/server/imports.task.ts';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { GeneratedIds, itemMaker } from '#feeds/items/to-item.ts';
import { keptRecords, GrowingMapping, type KnownMapping } from '#feeds/mapping/growing-mapping.ts';
import { ImportChecks } from '#feeds/items/import-checks.ts';
import { languageWarnings } from '#feeds/items/other-language.ts';
import { unmappedFields, mappingWarnings } from '#feeds/mapping/mapping.ts';
import { decideMapping } from '#feeds/mapping/own-mapping.ts';
import { openFeed } from '#feeds/open-feed.ts';
import { inCurrency, withUniqueField } from './made-items.service.ts';
import type { ProgressReporter } from './report-progress.ts';

type FieldTypes = Readonly<Record<string, FieldType>>;

export interface BroughtItem {
  readonly item: Item;
  readonly record: FeedRecord;
}

export type ReadBatch = readonly BroughtItem[];

type AboutFeed = Pick<BuiltImport, 'mapping' | 'proposedMapping' | 'tagName' | 'type' | 'feedSource' | 'feedFields'> & {
  readonly warnings: readonly FeedWarning[];
};

export interface ReadItems {
  /** The first items, before types were known. */
  readonly sample: readonly Item[];
  readonly types: FieldTypes;
  readonly batches: AsyncIterable<ReadBatch>;
  /** Checks what was added of a batch, before the next one. */
  look(added: ReadBatch): void;
  /** Complete once the batches are read. @param repeatedIds items that were skipped for them */
  about(repeatedIds?: number): AboutFeed;
}

/** Fields and types are decided from about this many records. */
const sampledRecords = 1000;

interface Decided {
  readonly knownTypes: FieldTypes;
  readonly ownMapping: readonly FieldRule[];
  readonly knownMapping: KnownMapping;
}

/** Reads a feed into items and reports what is wrong with them. `knownTypes` of the collection win over inferred ones. */
export async function readItems(
  bytes: Bytes,
  { uniqueField, ...settings }: FeedSettings & { readonly uniqueField: string },
  { knownTypes, ownMapping, knownMapping }: Decided,
  progress: ProgressReporter,
): Promise<ReadItems> {
  const feed = await openFeed(bytes, settings);
  progress.set({ step: 'read' });
  const iterator = feed.records[Symbol.asyncIterator]();
  const head = await takeHead(iterator);
  progress.samples(keptRecords(head));
  const growing = new GrowingMapping(head, settings.language, knownMapping);
  let decided = decideMapping(growing.proposed, ownMapping);
  const currency = settings.currency ?? null;
  const toSample = itemMaker(decided.mapping);
  const sample = head.flatMap((record) => inCurrency(currency, toSample(decided.prepare(record))).item ?? []);
  const types = { ...inferFieldTypes(sample), ...knownTypes };
  const generated = new GeneratedIds();
  const checks = new ImportChecks(currency);
  let ofLanguage: readonly FeedWarning[] = [];

  function readerOfRecords(): (records: readonly FeedRecord[]) => ReadBatch {
    const { mapping, prepare } = decided;
    const make = itemMaker(mapping, types, generated);
    const nameFields = mapping.filter(({ to }) => to === 'name').map(({ from }) => from);
    return (records) => {
      progress.add('read_count', records.length);
      const brought: BroughtItem[] = [];
      for (const record of records) {
        const { item, problems } = withUniqueField(uniqueField, inCurrency(currency, make(prepare(record))));
        if (item) brought.push({ item, record });
        if (problems.length === 0) continue;
        const name = item ? String(item.fields.name ?? item.id) : textOf(record, nameFields);
        for (const problem of problems) {
          const { field, value, reason, severity } = problem;
          checks.problem(problem);
          progress.problem({ severity, position: record.position, item: name, field: field ?? '', value, reason });
        }
      }
      return brought;
    };
  }

  async function* batches(): AsyncGenerator<ReadBatch> {
    let read = readerOfRecords();
    if (head.length > 0) yield read(head);
    for await (const records of { [Symbol.asyncIterator]: () => iterator }) {
      if (growing.learn(records)) {
        decided = decideMapping(growing.proposed, ownMapping);
        read = readerOfRecords();
      }
      yield read(records);
    }
    // The mapping screen shows fields that came late, too.
    if (growing.late.length > 0) progress.samples(keptRecords([...growing.late, ...head]));
    ofLanguage = await languageWarnings(sample, settings.language);
  }

  return {
    sample,
    types,
    batches: batches(),
    look(added) {
      const priceFields = decided.mapping.filter(({ to }) => to === 'price').map(({ from }) => from);
      for (const { item, record } of added) checks.look(item, record, priceFields);
    },
    about(repeatedIds = 0) {
      const unmapped = unmappedFields(head, decided.mapping);
      return {
        mapping: decided.shown,
        proposedMapping: growing.proposed,
        feedFields: growing.names,
        warnings: [
          ...feed.warnings,
          ...mappingWarnings(head, decided.mapping),
          ...growing.warnings(),
          ...unmapped,
          ...checks.warnings(repeatedIds).filter((warning) => !isSaidBy(unmapped, warning)),
          ...ofLanguage,
        ],
        tagName: feed.tagName ?? '',
        type: feed.type,
        feedSource: feed.source,
      };
    },
  };
}

/** Links without a host are no field to choose in the mapping. */
const isSaidBy = (others: readonly FeedWarning[], { code, details }: FeedWarning): boolean =>
  code === 'noneHas' && details.field === 'url' && others.some((other) => other.code === 'relativeLinks');

async function takeHead(iterator: AsyncIterator<readonly FeedRecord[]>): Promise<FeedRecord[]> {
  const head: FeedRecord[] = [];
  while (head.length < sampledRecords) {
    const next = await iterator.next();
    if (next.done) break;
    head.push(...next.value);
  }
  return head;
}

const shownTextLength = 100;

/** The name of a skipped item, otherwise its first text. */
const textOf = ({ fields }: FeedRecord, nameFields: readonly string[]): string => {
  const texts = [...nameFields.map((field) => fields[field]), ...Object.values(fields)];
  const text = texts.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.slice(0, shownTextLength) : '';
};

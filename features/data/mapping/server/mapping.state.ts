import type { FieldRule, OwnMapping } from '#contract/values/field-rule.ts';
import type { FeedField, FeedMapping, MappedField, MappingPreview } from '#features/data/mapping/mapping.contract.ts';
import type { FeedSamples } from './samples.store.ts';
import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { type FieldMapping, isItemField, itemFields } from '#feeds/mapping/item-fields.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { decideMapping } from '#feeds/mapping/own-mapping.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

const shownSamples = 3;
const shownSampleChars = 120;

export function mappingState(samples: FeedSamples | null, { rules, left_out }: OwnMapping, language: string): FeedMapping {
  const records = samples?.records ?? [];
  return {
    sampled_at: samples?.sampledAt ?? null,
    sample_count: records.length,
    feed_fields: feedFields(records),
    fields: mappedFields(records.length === 0 ? [] : proposeMapping(records, language), rules),
    left_out,
  };
}

function feedFields(records: readonly FeedRecord[]): FeedField[] {
  const found = new Map<string, { count: number; readonly samples: Set<string> }>();
  for (const { fields } of records) {
    for (const [name, value] of Object.entries(fields)) {
      const field = found.get(name) ?? { count: 0, samples: new Set<string>() };
      found.set(name, field);
      field.count += 1;
      if (field.samples.size < shownSamples) field.samples.add(shown(value));
    }
  }
  return [...found].map(([name, { count, samples }]) => ({ name, count, samples: [...samples] }));
}

function shown(value: RecordValue): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.length > shownSampleChars ? `${text.slice(0, shownSampleChars)}…` : text;
}

/** Proposals are listed despite rules, so that rules can be reverted. */
function mappedFields(proposals: readonly FieldMapping[], rules: readonly FieldRule[]): MappedField[] {
  const decided = new Map(rules.map((rule) => [rule.to, rule]));
  const all = [...rules.map(({ to }) => to), ...proposals.flatMap(({ to }) => to ?? [])];
  const own = new Set(all.filter((name) => !isStandard(name)));
  return ['id', ...Object.keys(itemFields), ...own].map((name) => {
    const proposed = proposals.filter(({ to }) => to === name);
    return {
      name,
      is_standard: isStandard(name),
      proposed: proposed.map(({ from }) => from),
      reason: proposed[0]?.reason ?? '',
      rule: decided.get(name) ?? null,
    };
  });
}

const isStandard = (name: string): boolean => name === 'id' || isItemField(name);

const shownItems = 3;
const shownFields = 60;
const shownTextChars = 300;
const shownProblems = 20;

export function previewOf(
  records: readonly FeedRecord[],
  own: OwnMapping,
  types: Readonly<Record<string, FieldType>>,
  language: string,
): MappingPreview {
  const { mapping, prepare } = decideMapping(proposeMapping(records, language), own);
  const make = itemMaker(mapping, types);
  const results = records.map((record) => make(prepare(record)));
  const items = results.flatMap(({ item }) => item ?? []);
  const counts = new Map<string, { field: string; reason: string; count: number }>();
  for (const { field, reason } of results.flatMap(({ problems }) => problems)) {
    const key = `${field} ${reason}`;
    const known = counts.get(key) ?? { field: field ?? '', reason, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return {
    items: spread(items).map(({ id, fields }) => ({ id, fields: shortened(fields) })),
    bad_count: records.length - items.length,
    sample_count: records.length,
    problems: [...counts.values()].sort((a, b) => b.count - a.count).slice(0, shownProblems),
  };
}

function spread(items: readonly Item[]): Item[] {
  if (items.length <= shownItems) return [...items];
  return Array.from(
    { length: shownItems },
    (_, index) => items[Math.round((index * (items.length - 1)) / (shownItems - 1))],
  ).filter((item) => item !== undefined);
}

type ShownFields = MappingPreview['items'][number]['fields'];

function shortened(fields: Readonly<Record<string, FieldValue>>): ShownFields {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, shownFields)
      .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, shownTextChars) : value]),
  ) as ShownFields;
}

import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import type { OwnMapping } from '#contract/values/field-rule.ts';
import type { MappingPreview } from '#features/data/mapping/mapping.contract.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { decideMapping } from '#feeds/mapping/own-mapping.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

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

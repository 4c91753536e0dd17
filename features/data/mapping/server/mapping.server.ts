import type { FieldValue, Item } from '#contract/item.ts';
import { type FieldRule, maximumRules } from '#contract/values/field-kind.ts';
import { inCurrency, uniqueFieldOf, withUniqueField } from '#features/data/import-process/server/made-items.service.ts';
import { type CollectionField, collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedStore, type FeedRow, rulesOf, sampleStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { knownMappingOf } from '#features/data/feed-settings/server/feeds.service.ts';
import { feedSampled } from '#features/data/imports/server/imports.events.ts';
import {
  type FeedMapping,
  type MappedField,
  type MappingPreview,
  previewMapping,
  readMapping,
  saveMapping,
} from '#features/data/mapping/mapping.contract.ts';
import { type FeedRecord, problemOf, type RecordValue } from '#feeds/feed-record.ts';
import { itemMaker, type ItemResult } from '#feeds/items/to-item.ts';
import { isItemField, itemFields } from '#feeds/mapping/item-fields.ts';
import { GrowingMapping } from '#feeds/mapping/growing-mapping.ts';
import { type DecidedMapping, decideMapping } from '#feeds/mapping/own-mapping.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { fail } from '#server/base/fail.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';

const shownSamples = 3;
const shownSampleChars = 120;

function feedFields(records: readonly FeedRecord[]): FeedMapping['feed_fields'] {
  const found = new Map<string, Set<string>>();
  for (const { fields } of records) {
    for (const [name, value] of Object.entries(fields)) {
      const samples = found.get(name) ?? new Set();
      found.set(name, samples);
      if (samples.size < shownSamples) samples.add(shown(value));
    }
  }
  return [...found].map(([name, samples]) => ({ name, samples: [...samples] }));
}

function shown(value: RecordValue): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.length > shownSampleChars ? `${text.slice(0, shownSampleChars)}…` : text;
}

function mappedFields({ mapping, shown: sources }: DecidedMapping, rules: readonly FieldRule[]): MappedField[] {
  const decided = new Set(rules.map(({ to }) => to));
  const own = [...decided, ...sources.flatMap(({ to }) => to ?? [])].filter((name) => !isStandard(name));
  return ['id', ...Object.keys(itemFields), ...new Set(own)].map((name) => ({
    name,
    sources: sources.filter(({ to }) => to === name).map(({ from }) => from),
    reason: decided.has(name) ? 'owner' : (mapping.find(({ to }) => to === name)?.reason ?? ''),
  }));
}

const isStandard = (name: string): boolean => name === 'id' || isItemField(name);

const shownItems = 3;
const shownFields = 60;
const shownTextChars = 300;
const shownProblems = 20;

interface Previewed {
  readonly records: readonly FeedRecord[];
  readonly rules: readonly FieldRule[];
  readonly fields: readonly CollectionField[];
  readonly currency: string | null;
  readonly growing: GrowingMapping;
}

/** As an import makes them, the first item of an id. */
function previewOf({ records, rules, fields, currency, growing }: Previewed): MappingPreview {
  const decided = decideMapping(growing.proposed, rules);
  const make = itemMaker(decided.mapping, Object.fromEntries(fields.map(({ name, type }) => [name, type])));
  const uniqueField = uniqueFieldOf(fields);
  const ids = new Set<string>();
  const results = records.map((record): ItemResult => {
    const result = withUniqueField(uniqueField, inCurrency(currency, make(decided.prepare(record))));
    const id = result.item?.id;
    if (id === undefined || !ids.has(id)) {
      if (id !== undefined) ids.add(id);
      return result;
    }
    return { item: null, problems: [problemOf('duplicateItem', 'error', uniqueField, id)] };
  });
  const items = results.flatMap(({ item }) => item ?? []);
  const counts = new Map<string, { field: string; reason: string; count: number }>();
  for (const { field, reason } of results.flatMap(({ problems }) => problems)) {
    const key = `${field} ${reason}`;
    const known = counts.get(key) ?? { field: field ?? '', reason, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return {
    fields: mappedFields(decided, rules),
    items: spread(items).map(({ id, fields }) => ({ id, fields: shortened(fields) })),
    bad_count: records.length - items.length,
    sample_count: records.length,
    problems: [...counts.values()].sort((a, b) => b.count - a.count).slice(0, shownProblems),
  };
}

function spread(items: readonly Item[]): Item[] {
  if (items.length <= shownItems) return [...items];
  const places = Array.from({ length: shownItems }, (_, index) => Math.round((index * (items.length - 1)) / (shownItems - 1)));
  return places.flatMap((place) => items[place] ?? []);
}

function shortened(fields: Readonly<Record<string, FieldValue>>): MappingPreview['items'][number]['fields'] {
  const some = Object.entries(fields).slice(0, shownFields);
  return Object.fromEntries(
    some.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, shownTextChars) : value]),
  ) as MappingPreview['items'][number]['fields'];
}

export function serveMapping(app: App): void {
  const feeds = feedStore(app.db);
  const samples = sampleStore(app.db);
  const collections = collectionStore(app.db);

  const stateOf = async (project: ProjectScope, feed: FeedRow): Promise<FeedMapping> => {
    const records = await samples.find(project, feed.id);
    return {
      sample_count: records.length,
      feed_fields: feedFields(records),
      rules: rulesOf(feed),
    };
  };

  app.events.on(feedSampled, ({ project, feed, records }) => samples.keep(project, feed.id, records));

  serve(app, readMapping, async ({ id }, { project }) => stateOf(project, await feeds.known(project, id)));

  serve(app, previewMapping, async ({ id, rules }, { project }) => {
    const feed = await feeds.known(project, id);
    const fields = await collections.fields(project, feed.collection_id);
    const language = feed.feed_language || (await collections.language(project));
    const records = await samples.find(project, id);
    const currency = await collections.currency(project);
    return previewOf({ records, rules, fields, currency, growing: new GrowingMapping(records, language, knownMappingOf(feed)) });
  });

  serve(app, saveMapping, async ({ id, rules, removed }, { project }) => {
    const replaced = new Set([...removed, ...rules.map(({ to }) => to)]);
    const feed = await feeds.changeRules(project, id, (known) => {
      const next = [...known.filter(({ to }) => !replaced.has(to)), ...new Map(rules.map((rule) => [rule.to, rule])).values()];
      if (next.length > maximumRules) throw fail('tooMany', { max: maximumRules });
      return next;
    });
    return stateOf(project, feed);
  });
}

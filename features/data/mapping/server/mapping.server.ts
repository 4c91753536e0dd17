import { nothingDecided, type OwnMapping, type FieldRule } from '#contract/values/field-kind.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedSampled } from '#features/data/imports/server/imports.events.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import {
  previewMapping,
  readMapping,
  resetMapping,
  saveMapping,
  type FeedField,
  type FeedMapping,
  type MappedField,
  type MappingPreview,
} from '#features/data/mapping/mapping.contract.ts';
import { sampleStore, type FeedSamples } from './samples.store.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { failField } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';
import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { type FieldMapping, isItemField, itemFields } from '#feeds/mapping/item-fields.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { decideMapping } from '#feeds/mapping/own-mapping.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

const shownSamples = 3;
const shownSampleChars = 120;

function mappingState(samples: FeedSamples | null, { rules, left_out }: OwnMapping, language: string): FeedMapping {
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

function previewOf(
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

export function serveMapping(app: App): void {
  const feeds = feedStore(app.db);
  const samples = sampleStore(app.db);
  const collections = collectionStore(app.db);

  const languageOf = async (project: ProjectScope, feed: { readonly feed_language: string }) =>
    feed.feed_language || (await collections.language(project));

  const state = async (project: ProjectScope, id: number, own: OwnMapping) =>
    mappingState(await samples.find(project, id), own, await languageOf(project, await feeds.known(project, id)));

  const decide = async (project: ProjectScope, id: number, own: OwnMapping) => {
    const feed = await feeds.known(project, id);
    const written = JSON.stringify(own);
    if (written !== feed.own_mapping) await feeds.save(project, id, { own_mapping: written });
    return state(project, id, own);
  };

  app.events.on(feedSampled, ({ project, feed, records }) => samples.keep(project, feed.id, records));

  serve(app, readMapping, async ({ id }, { project }) => {
    const feed = await feeds.known(project, id);
    return state(project, id, jsonOf<OwnMapping>(feed.own_mapping, nothingDecided, 'feed.own_mapping', id));
  });

  serve(app, previewMapping, async ({ id, ...own }, { project }) => {
    const feed = await feeds.known(project, id);
    const kept = await samples.find(project, id);
    const fields = await collections.fields(project, feed.collection_id);
    const types = Object.fromEntries(fields.map(({ name, type }) => [name, type]));
    return previewOf(kept?.records ?? [], own, types, await languageOf(project, feed));
  });

  serve(app, saveMapping, ({ id, ...own }, { project }) => {
    const names = own.rules.map(({ to }) => to);
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
    if (twice !== -1) throw failField(`rules.${twice}.to`, 'notValid', { name: names[twice] ?? '' });
    return decide(project, id, own);
  });

  serve(app, resetMapping, ({ id }, { project }) => decide(project, id, nothingDecided));
}

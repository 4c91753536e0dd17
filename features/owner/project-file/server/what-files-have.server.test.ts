import { expect, test } from 'vitest';
import type { Schema } from '#server/db/schema.ts';
import type { ChecksTables } from '#server/db/tables/checks.ts';
import type { CollectionsTables } from '#server/db/tables/collections.ts';
import type { FeedsTables } from '#server/db/tables/feeds.ts';
import type { RulesTables } from '#server/db/tables/rules.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { kindsOfFile } from './file-sections.ts';

const server = await sharedServer();

/** `true` for what the file of a project has. A new column or table belongs into the file, or says here that it doesn't. */
type Columns<Table extends keyof Schema> = Readonly<Record<keyof Schema[Table], boolean>>;

/** Ids, moments and people are of one server; tokens are secrets. */
const ofServer = { id: false, project_id: false, created_at: false } as const;

export const columns: {
  readonly project: Columns<'project'>;
  readonly collection: Columns<'collection'>;
  readonly field: Columns<'field'>;
  readonly feed: Columns<'feed'>;
  readonly feed_schedule: Columns<'feed_schedule'>;
} = {
  project: {
    id: false,
    created_at: false,
    name: true,
    url: true,
    language: true,
    time_zone: true,
    data_source: true,
    type: true,
    visitor_calls_per_second: true,
    project_calls_per_second: true,
    // Switches of one server, and who used them.
    is_active: false,
    is_live: false,
    updated_at: false,
    updated_by: false,
    deleted_by: false,
    token: false,
    secret_hash: false,
    old_secret_hash: false,
    old_secret_until: false,
    deleted_at: false,
    front_called_at: false,
    release_number: false,
    midnight_day: false,
    made_up_visitors_at: false,
  },
  collection: {
    ...ofServer,
    name: true,
    relevant_rate: true,
    force_stopwords: true,
    lower_unwanted: true,
    relevance_updated_at: false,
    relevance_updated_by: false,
  },
  field: {
    id: false,
    project_id: false,
    collection_id: true,
    name: true,
    type: true,
    // The type that a build is going to give is what people want.
    temp_type: true,
    unique_field: true,
    one_key: true,
    archive: true,
    // Shown by the file although its name is private.
    archive_decided: false,
    front_name: true,
    autocomplete: true,
    custom_data: true,
    is_facet: true,
    is_path: true,
    relevance: true,
    found_count: false,
  },
  feed: {
    ...ofServer,
    collection_id: true,
    name: true,
    data_source: true,
    feed_url: true,
    file_name: true,
    feed_type: true,
    feed_language: true,
    feed_encoding: true,
    feed_separator: true,
    feed_headers: true,
    tag_name: true,
    activated: true,
    own_mapping: true,
    guard: true,
    // What imports find out.
    tag_candidates: false,
    need_tag_name: false,
    source: false,
    mapping: false,
    need_import: false,
    fields: false,
    dropped_content: false,
    etag: false,
    last_modified: false,
    item_count: false,
  },
  feed_schedule: {
    id: false,
    project_id: false,
    feed_id: true,
    schedule: true,
    schedule_time: true,
    availability_url: true,
    availability_minutes: true,
    // What follows from them.
    next_at: false,
    retry_count: false,
    availability_next_at: false,
    availability_etag: false,
    availability_last_modified: false,
    availability_failure_count: false,
    availability_result: false,
  },
};

/** Of every table of collections, feeds, rules and check items. */
export const tables: Readonly<Record<keyof (CollectionsTables & FeedsTables & RulesTables & ChecksTables), boolean>> = {
  collection: true,
  field: true,
  feed: true,
  feed_schedule: true,
  synonym: true,
  char_filter: true,
  stopword: true,
  fixit: true,
  curation: true,
  phrase: true,
  boost: true,
  boost_setting: true,
  result_setting: true,
  autocomplete_panel: true,
  check_item: true,
  // Where they were.
  check_place: false,
  check_mark: false,
  // Items, and how they came.
  own_item: false,
  api_request: false,
  feed_sample: false,
  upload: false,
  import: false,
  import_problem: false,
  recreation: false,
  // What was live, and what is on its way.
  release: false,
  released_row: false,
  waiting_row: false,
  rule_use: false,
};

test('every kind of row that releases hold stands in the file', () => {
  const { releases } = server.app;
  const held = (['atOnce', 'onPublish', 'onUpdate', 'atMidnight'] as const).flatMap((moment) => releases.keysOf(moment));
  const { project, settings, collections, named, rules, collectionRules } = kindsOfFile(server.app);
  const inFile = [project, ...settings, collections, ...named, ...rules, ...collectionRules].map(({ key }) => key);
  expect(inFile).toEqual(expect.arrayContaining(held));
  expect(inFile.toSorted()).toEqual([...held, 'feeds', 'endpoints', 'check-items'].toSorted());
});

test('all that a table has for the file is a kind of it', () => {
  const wanted = Object.entries(tables).flatMap(([table, isInFile]) => (isInFile ? [table] : []));
  // A schedule stands with its feed.
  const { collections, named, rules, collectionRules } = kindsOfFile(server.app);
  expect(wanted).toHaveLength([collections, ...named, ...rules, ...collectionRules].length + 1);
});

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { collections } from './baseline/collections.ts';
import { feeds } from './baseline/feeds.ts';
import { people } from './baseline/people.ts';
import { rules } from './baseline/rules.ts';
import { server } from './baseline/server.ts';
import { shop } from './baseline/shop.ts';
import { statistics } from './baseline/statistics.ts';
import type { ColumnTypes } from '#server/db/dialects.ts';

export const firstMigration = '001-version-0.1';

/** In order of release. Never change or remove a released one: every database since 0.1.0 can be upgraded. */
export const migrations = (types: ColumnTypes): Record<string, Migration> => ({
  [firstMigration]: {
    async up(db: Kysely<unknown>) {
      // In the order of references.
      for (const subject of [people, collections, feeds, rules, server, shop, statistics]) await run(db, subject(types));
    },
  },
  '002-corrected-searches': { up: (db) => run(db, correctedSearches) },
  '003-member-blocked-by': { up: (db) => run(db, memberBlockedBy) },
  '004-keys': { up: (db) => run(db, keys(types)) },
  '005-planned-releases': { up: (db) => run(db, plannedReleases(types)) },
  '006-merchandising': { up: (db) => run(db, merchandising(types)) },
  '007-turnover': { up: (db) => run(db, turnover(types)) },
  '008-in-stock-first': { up: (db) => run(db, inStockFirst) },
  '009-proposed-mapping': { up: (db) => run(db, proposedMapping) },
  '010-mail-languages': { up: (db) => run(db, mailLanguages) },
  '011-carts-after-searches': { up: (db) => run(db, cartsAfterSearches) },
  '012-release-effects': { up: (db) => run(db, releaseEffects(types)) },
  '013-learned-order': { up: (db) => run(db, learnedOrder(types)) },
  '014-release-checks': { up: (db) => run(db, releaseChecks) },
  '015-announcement-languages': { up: (db) => run(db, announcementLanguages) },
  '016-experiments': { up: (db) => run(db, experiments(types)) },
  '017-proposed-synonyms': { up: (db) => run(db, proposedSynonyms(types)) },
  '018-viewed-items': { up: (db) => run(db, viewedItems) },
  '019-embeddings': { up: (db) => run(db, embeddings(types)) },
  '020-fused-meaning': { up: (db) => run(db, fusedMeaning) },
});

const correctedSearches = `
alter table shop_query add column found_as text;
alter table term_day add column corrected_count integer not null default 0;
alter table term_day add column found_as_id bigint not null default 0;
`;

const memberBlockedBy = 'alter table member add column blocked_by bigint references "user" (id) on delete set null';

/** Off for collections that were ranked without it. */
const inStockFirst = 'alter table collection add column in_stock_first integer not null default 0';

const fusedMeaning = 'alter table collection add column fuses_meaning integer not null default 0';

/** Feeds imported before propose their mapping once more. */
const proposedMapping = "alter table feed add column proposed_mapping text not null default '[]'";

/** Mails were in English or Czech before. */
const mailLanguages = 'update "user" set language = console_language where console_language is not null';

const cartsAfterSearches = 'alter table click_day add column cart_count integer not null default 0';

/** Releases from before don't have what their check expected. */
const releaseChecks = `
alter table release add column expected text;
alter table planned_release add column expected text;
`;

const announcementLanguages = ['ch', 'es', 'jp', 'de', 'fr']
  .map((language) => `alter table announcement add column text_${language} text not null default '';`)
  .join('\n');

const releaseEffects = ({ id, ofProject }: ColumnTypes): string => `
create table release_effect (
  ${id}, ${ofProject}, number integer not null, days integer not null, content text not null,
  constraint release_effect_once unique (project_id, number)
);
`;

/** Off for collections that were ranked without it. */
const learnedOrder = ({ id, ofProject, sorted }: ColumnTypes): string => `
alter table collection add column learning text not null default 'off';
alter table shop_query add column list_hash text;
alter table shop_query add column network text;
create table shown_list (
  ${id}, ${ofProject}, hash ${sorted} not null, ids text not null, day ${sorted} not null,
  constraint shown_list_once unique (project_id, hash)
);
create index shown_list_day on shown_list (day);
create table look_count (
  ${id}, ${ofProject}, collection_id bigint not null references collection (id) on delete cascade,
  day ${sorted} not null, counts text not null,
  constraint look_count_once unique (collection_id)
);
create table learned_query (
  ${id}, ${ofProject}, collection_id bigint not null references collection (id) on delete cascade,
  query_key ${sorted} not null, query text not null, content text not null, state text not null,
  constraint learned_query_once unique (collection_id, query_key)
);
create index learned_query_project_id on learned_query (project_id);
`;

const experiments = ({ id, ofProject }: ColumnTypes): string => `
create table experiment (
  ${id}, ${ofProject}, collection_id bigint not null, name text not null, kind text not null, release_number integer,
  share integer not null, goal text not null, pairs text not null, live_number integer not null,
  started_at bigint not null, started_by bigint, ended_at bigint, ending text, figures text
);
create index experiment_project_id on experiment (project_id);
create unique index experiment_running on experiment (project_id, collection_id) where ended_at is null;
alter table shop_query add column cart_count integer not null default 0;
alter table shop_query add column amount bigint not null default 0;
alter table shop_query add column experiment_id bigint;
alter table shop_query add column experiment_group text;
create index shop_query_experiment on shop_query (experiment_id, visitor) where experiment_id is not null;
`;

const proposedSynonyms = ({ id, ofProject, sorted }: ColumnTypes): string => `
alter table look_count add column next_searches text not null default '';
create table proposed_synonym (
  ${id}, ${ofProject}, collection_id bigint not null references collection (id) on delete cascade,
  term_key ${sorted} not null, synonym_key ${sorted} not null, content text not null, state text not null,
  constraint proposed_synonym_once unique (collection_id, term_key, synonym_key)
);
create index proposed_synonym_project_id on proposed_synonym (project_id);
`;

/** Days whose events are stored are counted again. */
const viewedItems = `
alter table bought_day add column viewed_count integer not null default 0;
update event_day set is_paired = 0;
`;

/** Vectors are base64, as the databases' types of bytes differ. */
const embeddings = ({ id, ofProject, sorted }: ColumnTypes): string => `
create table embedding (
  ${id}, ${ofProject}, collection_id bigint not null references collection (id) on delete cascade,
  model text not null, dimensions integer not null, run integer not null, seen text not null, state text not null,
  failure text, item_count integer not null, embedded_count integer not null, updated_at bigint not null,
  constraint embedding_once unique (collection_id)
);
create index embedding_project_id on embedding (project_id);
create table item_vector (
  ${id}, ${ofProject}, collection_id bigint not null references collection (id) on delete cascade,
  item_id ${sorted} not null, text_hash text not null, vector text not null, run integer not null,
  constraint item_vector_once unique (collection_id, item_id)
);
create index item_vector_project_id on item_vector (project_id);
create index item_vector_run on item_vector (collection_id, run);
`;

const keys = ({ id, ofProject }: ColumnTypes): string => `
create table api_key (
  ${id}, ${ofProject}, name text not null, secret_hash text not null, beginning text not null,
  rights text not null, origins text not null, created_at bigint not null, expires_at bigint, last_used_at bigint,
  old_secret_hash text, old_secret_until bigint,
  constraint api_key_secret unique (secret_hash)
);
create index api_key_project_id on api_key (project_id);
create index api_key_old_secret on api_key (old_secret_hash);
`;

const plannedReleases = ({ id, ofProject }: ColumnTypes): string => `
alter table release add column name text not null default '';
alter table release add column comment text not null default '';
create table planned_release (
  ${id}, ${ofProject}, name text not null, comment text not null, user_id bigint, publish_at bigint not null
);
create index planned_release_publish_at on planned_release (publish_at);
create table planned_row (
  ${id}, ${ofProject}, planned_id bigint not null references planned_release (id) on delete cascade,
  source text not null, row_id bigint not null, changed_at bigint not null, content text, content_version integer not null,
  constraint planned_row_once unique (project_id, source, row_id)
);
create index planned_row_planned_id on planned_row (planned_id);
`;

const merchandising = ({ id, ofProject, sorted }: ColumnTypes): string => `
alter table curation add column category text not null default '';
create table banner (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  name text not null, queries text not null, "match" text not null, category text not null, image text not null,
  alt text not null, headline text not null, "text" text not null, link text not null, place text not null,
  item_position integer not null,
  search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint, valid_from bigint,
  valid_to bigint,
  constraint banner_once unique (collection_id, unique_key)
);
create index banner_project on banner (project_id);
create index banner_deleted_at on banner (deleted_at) where deleted_at is not null;
`;

const turnover = ({ clustered }: ColumnTypes): string => `
alter table project add column currency text;
alter table shop_event add column amount bigint;
alter table shop_query add column purchase_count integer not null default 0;
alter table search_day add column purchase_count integer not null default 0;
alter table search_day add column amount bigint not null default 0;
alter table term_day add column purchase_count integer not null default 0;
alter table term_day add column amount bigint not null default 0;
alter table click_day add column purchase_count integer not null default 0;
alter table click_day add column amount bigint not null default 0;
alter table event_day add column amount bigint not null default 0;
alter table event_day add column is_paired integer not null default 0;
alter table item_day add column amount bigint not null default 0;
create table bought_day (
  day_id bigint not null references event_day (id) on delete cascade,
  item_id bigint not null, with_id bigint not null, visitor_count integer not null,
  primary key (day_id, item_id, with_id)
)${clustered};
create index event_day_unpaired on event_day (day) where is_paired = 0;
`;

async function run(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(';\n')) if (statement.trim() !== '') await sql.raw(statement).execute(db);
}

import type { ColumnTypes } from '#server/db/dialects.ts';

export const rules = ({ id, ofProject, sorted }: ColumnTypes): string => `
create table synonym (
  ${id}, ${ofProject}, term text not null, synonyms text not null, synonym_type_id integer not null,
  search_text ${sorted} not null, is_active integer not null default 1, created_at bigint not null default 0,
  updated_at bigint not null default 0, updated_by bigint, deleted_at bigint,
  unique_key ${sorted} not null default '', valid_from bigint, valid_to bigint
);
create index synonym_project_id on synonym (project_id);
create index synonym_deleted_at on synonym (deleted_at) where deleted_at is not null;
create unique index synonym_once on synonym (project_id, unique_key);

create table char_filter (
  ${id}, ${ofProject}, from_text text not null, to_text text not null, search_text ${sorted} not null,
  is_active integer not null default 1, created_at bigint not null default 0, updated_at bigint not null default 0,
  updated_by bigint, deleted_at bigint, unique_key ${sorted} not null default ''
);
create index char_filter_project_id on char_filter (project_id);
create index char_filter_deleted_at on char_filter (deleted_at) where deleted_at is not null;
create unique index char_filter_once on char_filter (project_id, unique_key);

create table phrase (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  unique_key ${sorted} not null, phrase text not null, search_text ${sorted} not null, source text not null,
  item_count integer not null, is_visible integer not null, boost double precision not null,
  search_count integer not null default 0, is_active integer not null default 1, created_at bigint not null default 0,
  updated_at bigint not null default 0, updated_by bigint, deleted_at bigint, is_decided integer not null default 0,
  constraint phrase_once unique (collection_id, unique_key)
);
create index phrase_deleted_at on phrase (deleted_at) where deleted_at is not null;

create table release (
  ${id}, ${ofProject}, number integer not null, user_id bigint, reason text not null, changes text not null,
  is_kept integer not null, created_at bigint not null, restored_number integer,
  constraint release_number unique (project_id, number)
);

create table released_row (
  ${id}, ${ofProject}, source text not null, row_id bigint not null, from_number integer not null, to_number integer,
  content text not null, content_version integer not null, is_in_force integer not null default 1, changes_at bigint
);
create unique index released_row_live on released_row (project_id, source, row_id) where to_number is null;
create index released_row_ended on released_row (project_id, to_number) where to_number is not null;
create index released_row_begun on released_row (project_id, from_number);
create index released_row_changes_at on released_row (changes_at) where to_number is null and changes_at is not null;

create table waiting_row (
  ${id}, ${ofProject}, source text not null, row_id bigint not null, collection_id bigint, kind text not null,
  name text not null, user_id bigint, changed_at bigint not null,
  constraint waiting_row_once unique (project_id, source, row_id)
);

create table stopword (
  ${id}, ${ofProject}, value text not null, name text not null, search_text ${sorted} not null,
  unique_key ${sorted} not null, is_active integer not null, created_at bigint not null, updated_at bigint not null,
  updated_by bigint, deleted_at bigint,
  constraint stopword_once unique (project_id, unique_key)
);
create index stopword_deleted_at on stopword (deleted_at) where deleted_at is not null;

create table fixit (
  ${id}, ${ofProject}, term text not null, is_regexp integer not null, catalog_term text not null,
  search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint, valid_from bigint,
  valid_to bigint
);
create unique index fixit_once on fixit (project_id, unique_key);
create index fixit_deleted_at on fixit (deleted_at) where deleted_at is not null;

create table rule_use (
  ${id}, ${ofProject}, stage text not null, row_id bigint not null, day ${sorted} not null, visitor text not null,
  use_count integer not null,
  constraint rule_use_once unique (stage, row_id, day, visitor)
);
create index rule_use_day on rule_use (day);
create index rule_use_project on rule_use (project_id);

create table curation (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  name text not null, queries text not null, promoted text not null, hidden text not null,
  search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint, valid_from bigint,
  valid_to bigint,
  constraint curation_once unique (collection_id, unique_key)
);
create index curation_project on curation (project_id);
create index curation_deleted_at on curation (deleted_at) where deleted_at is not null;

create table boost (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint, field text not null,
  type text not null, value text not null, based text not null, function text not null, operation text not null,
  boost double precision not null, valid_from bigint, valid_to bigint, direction text not null default 'rising',
  full_until double precision
);
create index boost_project on boost (project_id);
create index boost_collection on boost (collection_id);
create index boost_deleted_at on boost (deleted_at) where deleted_at is not null;

create table boost_setting (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint,
  overrides_relevance integer not null
);
create index boost_setting_project on boost_setting (project_id);
create index boost_setting_collection on boost_setting (collection_id);
create index boost_setting_deleted_at on boost_setting (deleted_at) where deleted_at is not null;

create table result_setting (
  ${id}, ${ofProject}, search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint,
  collection_id bigint not null references collection (id) on delete cascade,
  kind text not null, results text not null, per_page integer, sort text not null, facets text not null,
  path_field text, path_sorts text not null,
  constraint result_setting_once unique (collection_id, unique_key)
);
create index result_setting_project on result_setting (project_id);
create index result_setting_deleted_at on result_setting (deleted_at) where deleted_at is not null;

create table autocomplete_panel (
  ${id}, ${ofProject}, search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint, columns text not null,
  constraint autocomplete_panel_once unique (project_id, unique_key)
);
create index autocomplete_panel_deleted_at on autocomplete_panel (deleted_at) where deleted_at is not null;
`;

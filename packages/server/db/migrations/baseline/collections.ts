import type { ColumnTypes } from '#server/db/dialects.ts';

export const collections = ({ id, ofProject, sorted }: ColumnTypes): string => `
create table collection (
  ${id}, ${ofProject}, name text not null, relevant_rate integer not null, force_stopwords integer not null,
  created_at bigint not null, relevance_updated_at bigint, relevance_updated_by bigint,
  lower_unwanted integer not null default 0
);
create index collection_project_id on collection (project_id);

create table field (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  name text not null, type text not null, relevance text not null, unique_field integer not null,
  one_key integer not null, archive integer not null, front_name integer not null, is_facet integer not null,
  is_path integer not null, autocomplete integer not null default 1, custom_data integer not null default 0,
  temp_type text, found_count integer,
  constraint field_once unique (collection_id, name)
);
create index field_collection_id on field (collection_id);

create table recreation (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  state text not null, built_count integer not null, total_count integer not null, failure text,
  created_at bigint not null, started_at bigint, finished_at bigint
);
create unique index recreation_once on recreation (collection_id) where finished_at is null;
create index recreation_collection_id on recreation (collection_id);

create table own_item (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  item_id ${sorted} not null, search_text ${sorted} not null, added_by text not null, run text, kind text not null,
  changed_by text not null, user_id bigint, changed_at bigint not null,
  constraint own_item_once unique (collection_id, item_id)
);
create index own_item_changed_at on own_item (collection_id, changed_at);

create table api_request (
  ${id}, ${ofProject}, request_key text not null, body_hash text not null, answer text, created_at bigint not null,
  constraint api_request_once unique (project_id, request_key)
);
create index api_request_created_at on api_request (created_at);
`;

import type { ColumnTypes } from '#server/db/dialects.ts';

export const shop = ({ id, ofProject, sorted }: ColumnTypes): string => `
create table plugin (
  ${id},
  project_id bigint not null unique references project (id) on delete cascade,
  settings text not null, updated_at bigint, updated_by bigint, preview_round bigint not null default 0,
  preview_until bigint, seen_host text, seen_at bigint
);

create table check_item (
  ${id}, ${ofProject}, search_text ${sorted} not null, unique_key ${sorted} not null, is_active integer not null,
  created_at bigint not null, updated_at bigint not null, updated_by bigint, deleted_at bigint,
  collection_id bigint not null references collection (id) on delete cascade,
  elastic_item_id text not null, term text not null, alert_above integer not null, asked_at bigint,
  constraint check_item_once unique (collection_id, unique_key)
);
create index check_item_project on check_item (project_id);
create index check_item_deleted_at on check_item (deleted_at) where deleted_at is not null;

create table check_place (
  ${id}, ${ofProject},
  check_item_id bigint not null references check_item (id) on delete cascade,
  watched_key ${sorted} not null, checked_at bigint not null, outcome text not null, position integer,
  total_count integer not null, cause text not null, release integer not null
);
create index check_place_item on check_place (check_item_id, id);
create index check_place_project on check_place (project_id);

create table check_mark (
  ${id}, ${ofProject},
  collection_id bigint not null unique references collection (id) on delete cascade,
  checked_at bigint not null, release integer not null, imported_at bigint not null, day text not null
);
create index check_mark_project on check_mark (project_id);

create table query_fix (
  ${id}, ${ofProject}, term ${sorted} not null, state text not null, source text, row_id bigint,
  counts_from bigint not null, changed_at bigint not null, changed_by bigint,
  constraint query_fix_once unique (project_id, term)
);
`;

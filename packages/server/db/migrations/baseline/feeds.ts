import type { ColumnTypes } from '#server/db/dialects.ts';

export const feeds = ({ id, ofProject, sorted }: ColumnTypes): string => `
create table feed (
  ${id}, ${ofProject},
  collection_id bigint not null references collection (id) on delete cascade,
  name text not null, data_source text not null, feed_url text not null, file_name text, feed_type text not null,
  feed_encoding text not null, feed_separator text not null, feed_headers text not null, tag_name text not null,
  tag_candidates text not null, source text not null, mapping text not null, fields text not null,
  need_tag_name integer not null, activated integer not null, need_import integer not null,
  created_at bigint not null, guard text not null default '{}', item_count integer not null default 0,
  own_mapping text not null default '[]', feed_language text not null default '',
  etag text, last_modified text
);
create index feed_project_id on feed (project_id);

create table import (
  ${id}, ${ofProject},
  feed_id bigint not null references feed (id) on delete cascade,
  state text not null, step text not null, failure text, warnings text not null, read_count integer not null,
  imported_count integer not null, error_count integer not null, warning_count integer not null,
  received_bytes bigint not null, total_bytes bigint, created_at bigint not null, started_at bigint,
  finished_at bigint, counts text, examples text, built text
);
create unique index import_once on import (feed_id) where finished_at is null;
create index import_feed_id on import (feed_id);

create table import_problem (
  ${id}, ${ofProject},
  import_id bigint not null references import (id) on delete cascade,
  severity text not null, item text not null, field text not null, value text not null, reason text not null,
  position integer not null, search_text ${sorted} not null
);
create index import_problem_import_id on import_problem (import_id);

create table feed_schedule (
  ${id}, ${ofProject},
  feed_id bigint not null unique references feed (id) on delete cascade,
  schedule text not null, schedule_time text not null, next_at bigint, retry_count integer not null,
  availability_url text not null, availability_minutes integer not null, availability_next_at bigint,
  availability_etag text, availability_last_modified text, availability_failure_count integer not null,
  availability_result text
);
create index feed_schedule_next_at on feed_schedule (next_at);
create index feed_schedule_availability_next_at on feed_schedule (availability_next_at);
create index feed_schedule_project_id on feed_schedule (project_id);

create table feed_sample (
  ${id}, ${ofProject},
  feed_id bigint not null references feed (id) on delete cascade,
  records text not null
);
create unique index feed_sample_feed on feed_sample (feed_id);

create table upload (
  ${id}, user_id bigint, project_id bigint, name text not null unique, size_bytes bigint not null,
  created_at bigint not null
);
create index upload_user_id on upload (user_id);
create index upload_project_id on upload (project_id);
`;

import type { ColumnTypes } from '#server/db/dialects.ts';

export const server = ({ id, ofProject, sorted }: ColumnTypes): string => `
create table job (
  ${id}, kind text not null, key text not null, payload text not null, state text not null, claimed_by text,
  failure text, attempts integer not null, run_at bigint not null, heartbeat_at bigint, created_at bigint not null,
  finished_at bigint
);
create unique index job_once on job (kind, key) where finished_at is null;

create table message (
  ${id}, ${ofProject}, kind text not null, about text not null, details text not null, failure text,
  address text not null, created_at bigint not null, mailed_at bigint,
  constraint message_once unique (project_id, kind, about)
);

create table message_dismissal (
  ${id},
  message_id bigint not null references message (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  constraint message_dismissal_once unique (message_id, user_id)
);

create table attempt (
  ${id}, key_hash text not null unique, restored_at bigint not null
);
create index attempt_restored_at on attempt (restored_at);

create table index_holder (
  ${id}, holder text not null, beat bigint not null
);

create table announcement (
  ${id}, is_current integer not null unique, text_en text not null, text_cs text not null, until bigint not null,
  created_by bigint not null references "user" (id) on delete cascade,
  created_at bigint not null
);

create table announcement_dismissal (
  ${id},
  announcement_id bigint not null references announcement (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  constraint announcement_dismissal_once unique (announcement_id, user_id)
);

create table server_setting (
  ${id}, name text not null unique, value text not null
);

create table endpoint_caching (
  ${id}, ${ofProject}, endpoint text not null, is_cached integer not null, ttl_seconds bigint not null,
  grace_seconds bigint not null, updated_at bigint not null, updated_by bigint,
  constraint endpoint_caching_endpoint unique (project_id, endpoint)
);

create table api_call (
  ${id}, answered_at bigint not null, method text not null, path ${sorted} not null, status integer not null,
  took_milliseconds integer not null, project_id bigint, user_id bigint, address text not null, agent text not null,
  request_id text not null, failure_code text, parameters text not null
);
create index api_call_time on api_call (answered_at);
create index api_call_project_id on api_call (project_id, id);
create index api_call_user_id on api_call (user_id, id);
create index api_call_path on api_call (path, id);
create index api_call_failed on api_call (id, status) where status >= 400;
create index api_call_slow on api_call (id, took_milliseconds) where took_milliseconds >= 500;
`;

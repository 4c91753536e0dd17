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

create table shop_event (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, type ${sorted} not null,
  item_id ${sorted} not null, event_id ${sorted} not null, happened_at bigint not null, query_id text,
  position integer, quantity integer, price double precision, currency text, visitor text not null,
  looks_left integer not null default 0,
  constraint shop_event_once unique (project_id, event_id)
);
create index shop_event_unattributed on shop_event (id) where looks_left > 0;
create index shop_event_day on shop_event (day, project_id, id);

create table item_event (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, type ${sorted} not null,
  item_id ${sorted} not null, event_count integer not null,
  constraint item_event_once unique (project_id, collection_id, day, type, item_id)
);
create index item_event_day on item_event (day);

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

create table shop_query (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, result_object ${sorted} not null,
  language ${sorted} not null, query_id ${sorted} not null, search_id ${sorted} not null, happened_at bigint not null,
  term ${sorted} not null, item_count integer not null, took_ms double precision not null, visitor ${sorted} not null,
  is_counted integer not null, click_count integer not null default 0,
  constraint shop_query_once unique (project_id, query_id)
);
create index shop_query_visitor
  on shop_query (project_id, day, result_object, visitor, language, item_count) where is_counted = 1;
create index shop_query_term
  on shop_query (project_id, term, day, result_object, language, item_count, visitor) where is_counted = 1;
create index shop_query_day on shop_query (day, project_id, id);

create table search_day (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, result_object ${sorted} not null,
  language ${sorted} not null, search_count integer not null, unfound_count integer not null,
  click_count integer not null, timed_count integer not null, took_ms double precision not null, ended_count integer,
  constraint search_day_once unique (project_id, collection_id, day, result_object, language)
);

create table took_day (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, result_object ${sorted} not null,
  language ${sorted} not null, bucket integer not null, search_count integer not null,
  constraint took_day_once unique (project_id, collection_id, day, result_object, language, bucket)
);

create table searched_term (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, result_object ${sorted} not null,
  language ${sorted} not null, term ${sorted} not null, search_count integer not null, unfound_count integer not null,
  click_count integer not null, item_count integer not null, last_at bigint
);
create unique index searched_term_once
  on searched_term (project_id, collection_id, day, result_object, language, term);
create index searched_term_term on searched_term (project_id, term, day);
create index searched_term_day on searched_term (day);

create table sum_pack (
  ${id}, ${ofProject}, cube ${sorted} not null, span ${sorted} not null, period ${sorted} not null,
  part integer not null, collection_id bigint not null, result_object ${sorted} not null, language ${sorted} not null,
  version integer not null, data text not null,
  constraint sum_pack_once unique (project_id, cube, span, period, part, collection_id, result_object, language)
);

create table sum_name (
  ${id}, ${ofProject}, cube ${sorted} not null, number integer not null, name ${sorted} not null,
  constraint sum_name_number unique (project_id, cube, number),
  constraint sum_name_name unique (project_id, cube, name)
);

create table clicked_item (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, result_object ${sorted} not null,
  language ${sorted} not null, term ${sorted} not null, item_id ${sorted} not null, click_count integer not null,
  position_sum bigint not null, position_count integer not null,
  constraint clicked_item_once unique (project_id, collection_id, day, result_object, language, term, item_id)
);

create table search_quality (
  ${id}, ${ofProject}, collection_id bigint not null, language ${sorted} not null, week ${sorted} not null,
  judged_at bigint not null, clicked_count integer not null, queries integer not null, w double precision not null,
  wx double precision not null, ww double precision not null, wwx double precision not null,
  wwxx double precision not null,
  constraint search_quality_once unique (project_id, week, collection_id, language)
);
`;

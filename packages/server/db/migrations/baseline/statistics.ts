import type { ColumnTypes } from '#server/db/dialects.ts';

const dayId = 'day_id bigint not null references search_day (id) on delete cascade';
const counts = 'impression integer not null, click integer not null, cart integer not null, purchase integer not null';

export const statistics = ({ id, ofProject, sorted, clustered }: ColumnTypes): string => `
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
  visitors text, unfound_visitors text,
  constraint search_day_once unique (project_id, collection_id, day, result_object, language)
);

create table took_day (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, result_object ${sorted} not null,
  language ${sorted} not null, bucket integer not null, search_count integer not null,
  constraint took_day_once unique (project_id, collection_id, day, result_object, language, bucket)
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

create table counted_name (
  ${id}, ${ofProject}, name ${sorted} not null,
  constraint counted_name_once unique (project_id, name)
);

create table term_day (
  ${dayId}, term_id bigint not null, search_count integer not null, unfound_count integer not null,
  click_count integer not null, item_count integer not null, last_at bigint not null,
  visitors text, unfound_visitors text,
  primary key (day_id, term_id)
)${clustered};

create table click_day (
  ${dayId}, term_id bigint not null, item_id bigint not null, click_count integer not null,
  position_sum bigint not null, position_count integer not null,
  primary key (day_id, term_id, item_id)
)${clustered};
create index click_day_item on click_day (item_id, day_id);

create table next_search_day (
  ${dayId}, term_id bigint not null, next_id bigint not null, visitor_count integer not null,
  found_count integer not null, clicked_count integer not null,
  primary key (day_id, term_id, next_id)
)${clustered};

create table event_day (
  ${id}, ${ofProject}, collection_id bigint not null, day ${sorted} not null, ${counts},
  constraint event_day_once unique (project_id, collection_id, day)
);

create table item_day (
  day_id bigint not null references event_day (id) on delete cascade, item_id bigint not null, ${counts},
  primary key (day_id, item_id)
)${clustered};

create table search_quality (
  ${id}, ${ofProject}, collection_id bigint not null, language ${sorted} not null, week ${sorted} not null,
  judged_at bigint not null, clicked_count integer not null, queries integer not null, w double precision not null,
  wx double precision not null, ww double precision not null, wwx double precision not null,
  wwxx double precision not null,
  constraint search_quality_once unique (project_id, week, collection_id, language)
);
`;

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '#server/db/dialects.ts';
import { convertPacks } from './statistics/convert-packs.ts';

const dayId = 'day_id bigint not null references search_day (id) on delete cascade';
const counts = 'impression integer not null, click integer not null, cart integer not null, purchase integer not null';

const tables = ({ id, ofProject, sorted, clustered }: ColumnTypes): string => `
alter table search_day add column visitors text;
alter table search_day add column unfound_visitors text;

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
`;

const countsByType = ['impression', 'click', 'cart', 'purchase']
  .map((type) => `sum(case when type = '${type}' then event_count else 0 end)`)
  .join(', ');
const addedCounts = (table: string): string =>
  ['impression', 'click', 'cart', 'purchase'].map((type) => `${type} = ${table}.${type} + excluded.${type}`).join(', ');
const dayKey = 'project_id, collection_id, day, result_object, language';
const isSameDay = dayKey
  .split(', ')
  .map((column) => `d.${column} = s.${column}`)
  .join(' and ');
const newDays = (from: string): string => `
insert into search_day (${dayKey}, search_count, unfound_count, click_count, timed_count, took_ms)
  select distinct ${dayKey}, 0, 0, 0, 0, 0 from ${from} where true on conflict do nothing;
`;

const before = `
insert into counted_name (project_id, name)
  select project_id, name from sum_name
  union select project_id, term from searched_term union select project_id, item_id from item_event
  union select project_id, term from clicked_item union select project_id, item_id from clicked_item;
`;

/** Rows that were not packed yet. They may add to packs of their day. */
const after = `
${newDays('searched_term')}
${newDays('clicked_item')}
insert into term_day (day_id, term_id, search_count, unfound_count, click_count, item_count, last_at)
  select d.id, n.id, s.search_count, s.unfound_count, s.click_count, s.item_count, coalesce(s.last_at, 0)
  from searched_term s join search_day d on ${isSameDay} join counted_name n on n.project_id = s.project_id and n.name = s.term
  where true on conflict (day_id, term_id) do update set
    search_count = term_day.search_count + excluded.search_count,
    unfound_count = term_day.unfound_count + excluded.unfound_count,
    click_count = term_day.click_count + excluded.click_count,
    item_count = case when excluded.last_at >= term_day.last_at then excluded.item_count else term_day.item_count end,
    last_at = case when excluded.last_at >= term_day.last_at then excluded.last_at else term_day.last_at end;

insert into click_day (day_id, term_id, item_id, click_count, position_sum, position_count)
  select d.id, n.id, i.id, s.click_count, s.position_sum, s.position_count
  from clicked_item s join search_day d on ${isSameDay} join counted_name n on n.project_id = s.project_id and n.name = s.term
  join counted_name i on i.project_id = s.project_id and i.name = s.item_id
  where true on conflict (day_id, term_id, item_id) do update set
    click_count = click_day.click_count + excluded.click_count,
    position_sum = click_day.position_sum + excluded.position_sum,
    position_count = click_day.position_count + excluded.position_count;

insert into event_day (project_id, collection_id, day, impression, click, cart, purchase)
  select project_id, collection_id, day, ${countsByType} from item_event where true group by project_id, collection_id, day
  on conflict (project_id, collection_id, day) do update set ${addedCounts('event_day')};

insert into item_day (day_id, item_id, impression, click, cart, purchase)
  select d.id, n.id, ${countsByType} from item_event s
  join event_day d on d.project_id = s.project_id and d.collection_id = s.collection_id and d.day = s.day
  join counted_name n on n.project_id = s.project_id and n.name = s.item_id
  where true group by d.id, n.id
  on conflict (day_id, item_id) do update set ${addedCounts('item_day')};

drop table sum_pack;
drop table sum_name;
drop table searched_term;
drop table item_event;
drop table clicked_item;
`;

/** Sums of terms, items and clicks as one row per day, in place of packed columns. */
export const statistics = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const run = async (statements: string): Promise<void> => {
      for (const statement of statements.split(';\n')) if (statement.trim() !== '') await sql.raw(statement).execute(db);
    };
    await run(tables(types));
    await run(before);
    await convertPacks(db);
    await run(after);
  },
});

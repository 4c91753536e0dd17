import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow, Row } from './row.ts';

export interface ServerTables {
  job: JobTable;
  message: MessageTable;
  message_dismissal: MessageDismissalTable;
  announcement: AnnouncementTable;
  announcement_dismissal: AnnouncementDismissalTable;
  attempt: AttemptTable;
  shop_query: ShopQueryTable;
  searched_term: SearchedTermTable;
  search_day: SearchDayTable;
  took_day: TookDayTable;
  search_quality: SearchQualityTable;
  sum_pack: SumPackTable;
  sum_name: SumNameTable;
  shop_event: ShopEventTable;
  item_event: ItemEventTable;
  clicked_item: ClickedItemTable;
  index_holder: IndexHolderTable;
  server_setting: ServerSettingTable;
  endpoint_caching: EndpointCachingTable;
  api_call: ApiCallTable;
}

interface JobTable extends Row {
  kind: string;
  /** At most one unfinished job has the same kind and key. */
  key: string;
  payload: Json;
  state: string;
  attempts: number;
  run_at: number;
  claimed_by: string | null;
  heartbeat_at: number | null;
  failure: string | null;
  created_at: number;
  finished_at: number | null;
}

interface MessageTable extends ProjectRow {
  kind: string;
  /** What it is about, such as `feed:3`; a project has one message of a kind about it. */
  about: string;
  details: Json;
  failure: Json | null;
  /** Where in the console something can be done about it. */
  address: string;
  created_at: number;
  mailed_at: number | null;
}

interface MessageDismissalTable extends Row {
  message_id: number;
  user_id: number;
}

interface AnnouncementTable extends Row {
  /** It is unique, so that there is one at a time. */
  is_current: 1;
  text_en: string;
  text_cs: string;
  until: number;
  created_by: number;
  created_at: number;
}

interface AnnouncementDismissalTable extends Row {
  announcement_id: number;
  user_id: number;
}

/** How often something limited was tried, by a hash of who did. */
interface AttemptTable extends Row {
  key_hash: string;
  /** When all tries are free again. */
  restored_at: number;
}

interface QueryColumns extends ProjectRow {
  collection_id: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  day: string;
  /** `search`, or `autocomplete` for what completes a query while it is typed. */
  result_object: string;
  /** ISO 639-1. */
  language: string;
}

/** What a visitor of a shop asked for, call by call. */
interface ShopQueryTable extends QueryColumns {
  query_id: string;
  /** The query that was counted for it: its own id, or that of the same search before, of which it is another page or filter. */
  search_id: string;
  happened_at: number;
  /** Normalised, and without what may tell who asked. */
  term: string;
  /** Found as it was typed; 0 where it had to be corrected or asked for with fewer words. */
  item_count: number;
  took_ms: number;
  /** Hashed; of visitors without a name, another one every day. */
  visitor: string;
  is_counted: Flag;
  click_count: Generated<number>;
}

interface SearchedTermTable extends QueryColumns {
  term: string;
  search_count: number;
  /** Of them, those that found nothing. */
  unfound_count: number;
  /** Of them, those after which an item was clicked. */
  click_count: number;
  /** Found by the newest search. */
  item_count: number;
  /** Of the newest search; null where only its day is known. */
  last_at: number | null;
}

/** The same of all terms together. */
interface SearchDayTable extends QueryColumns {
  search_count: number;
  unfound_count: number;
  click_count: number;
  /** Searches whose time is known, and how long they took together. */
  timed_count: number;
  took_ms: number;
  /** Of what was typed, what its visitor searched for on the same day; null while the day isn't packed. */
  ended_count: number | null;
}

/** How many of them took about how long. */
interface TookDayTable extends QueryColumns {
  /** As `tookBucket` has it. */
  bucket: number;
  search_count: number;
}

/** How good the order of results was in a week, by what visitors clicked. */
interface SearchQualityTable extends ProjectRow {
  collection_id: number;
  /** ISO 639-1. */
  language: string;
  /** Its Monday, `YYYY-MM-DD` in the project's time zone. */
  week: string;
  /** When its clicks were read last. */
  judged_at: number;
  /** Searches with a click on the first page, one of each visitor and query. */
  clicked_count: number;
  /** How many queries were judged, and sums of their weights and scores, as `QualitySums` has them. */
  queries: number;
  w: number;
  wx: number;
  ww: number;
  wwx: number;
  wwxx: number;
}

/** Sums of many names on a day or in a month. */
interface SumPackTable extends ProjectRow {
  /** What is counted: a name of `cubes`. */
  cube: string;
  span: 'day' | 'month';
  /** `YYYY-MM-DD`, or `YYYY-MM` of a month. */
  period: string;
  /** Of a month: `wholeMonth`, or which of its parts, day by day. 0 for a day. */
  part: number;
  collection_id: number;
  result_object: string;
  language: string;
  /** Another one whenever `data` changes. */
  version: number;
  /** As `packColumns` has it. */
  data: string;
}

/** The number that stands in packs for a term, or for the id of an item. */
interface SumNameTable extends ProjectRow {
  cube: string;
  number: number;
  name: string;
}

interface EventColumns extends ProjectRow {
  collection_id: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  day: string;
  type: string;
  item_id: string;
}

interface ShopEventTable extends EventColumns {
  /** The shop's own name of the event, or a random one; what is sent again is taken once. */
  event_id: string;
  happened_at: number;
  query_id: string | null;
  position: number | null;
  quantity: number | null;
  /** Of one piece. */
  price: number | null;
  currency: string | null;
  /** Hashed; of visitors without a name, another one every day. */
  visitor: string;
  /** How often the query of a click is still looked for; 0 once it was found, and for other events. */
  looks_left: Generated<number>;
}

interface ClickedItemTable extends QueryColumns {
  term: string;
  item_id: string;
  click_count: number;
  /** Where it stood, from 1 and added up, of clicks that say it, and how many these are. */
  position_sum: number;
  position_count: number;
}

/** The same by day. */
interface ItemEventTable extends EventColumns {
  event_count: number;
}

/** Whose search index goes with this database; one row at most. */
interface IndexHolderTable extends Row {
  holder: string;
  /** Grows as long as the holder is there. */
  beat: number;
}

interface ServerSettingTable extends Row {
  name: string;
  value: string;
}

/** How long an endpoint of a shop is answered from a cache, where that isn't as usual. */
interface EndpointCachingTable extends ProjectRow {
  endpoint: string;
  is_cached: Flag;
  ttl_seconds: number;
  grace_seconds: number;
  /** Never the same after two changes. */
  updated_at: number;
  updated_by: number | null;
}

/** A call that was answered, as administrators see it for some days. Nothing of it opens anything or says who a visitor is. */
interface ApiCallTable extends Row {
  /** Epoch milliseconds. */
  answered_at: number;
  method: string;
  /** As the contract has it: `/api/feed/{id}`. */
  path: string;
  status: number;
  took_milliseconds: number;
  project_id: number | null;
  /** Whose session it was; null for shops, and once the account is deleted. */
  user_id: number | null;
  /** Its beginning; empty where it isn't known. */
  address: string;
  /** The name of a browser or program; empty for one that isn't known. */
  agent: string;
  /** Empty where a caller has named the call in a form of its own. */
  request_id: string;
  /** An error of the contract; null for a call that went well. */
  failure_code: string | null;
  /** Those of the path and the query, by their names. */
  parameters: Json;
}

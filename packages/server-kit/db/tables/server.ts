import type { Flag, Json, ProjectRow, Row } from './row.ts';

/** What the server itself keeps: jobs, limits, messages, counts. */
export interface ServerTables {
  job: JobTable;
  message: MessageTable;
  message_dismissal: MessageDismissalTable;
  announcement: AnnouncementTable;
  announcement_dismissal: AnnouncementDismissalTable;
  attempt: AttemptTable;
  searched_term: SearchedTermTable;
  shop_event: ShopEventTable;
  item_event: ItemEventTable;
  index_holder: IndexHolderTable;
  done_work: DoneWorkTable;
  server_setting: ServerSettingTable;
  endpoint_caching: EndpointCachingTable;
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

/** What everybody on the server is told. */
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

/** How often visitors searched for a term on one day. */
interface SearchedTermTable extends ProjectRow {
  collection_id: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  day: string;
  term: string;
  search_count: number;
  /** Found by the newest search, as it was typed; 0 where it had to be corrected or asked for with fewer words. */
  item_count: number;
}

interface EventColumns extends ProjectRow {
  collection_id: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  day: string;
  type: string;
  item_id: string;
}

/** What a visitor of a shop did with an item. */
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

/** Work on stored rows that was done once. */
interface DoneWorkTable extends Row {
  name: string;
}

/** What administrators decide about the server in the console. */
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

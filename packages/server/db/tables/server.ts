import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow, Row } from './row.ts';

export interface ServerTables {
  job: JobTable;
  message: MessageTable;
  message_dismissal: MessageDismissalTable;
  announcement: AnnouncementTable;
  announcement_dismissal: AnnouncementDismissalTable;
  attempt: AttemptTable;
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
  text_ch: Generated<string>;
  text_es: Generated<string>;
  text_jp: Generated<string>;
  text_de: Generated<string>;
  text_fr: Generated<string>;
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
  /** Path and query parameters by name. */
  parameters: Json;
}

import type { Generated, Kysely } from 'kysely';

/**
 * Every table, the same on SQLite and PostgreSQL. Times are epoch milliseconds, booleans are 0 and 1, lists and objects are JSON text.
 * Tables with `project_id` are reached through `projectTable`, so that no query can forget the project.
 */
export interface Schema {
  user: UserTable;
  session: SessionTable;
  api_token: ApiTokenTable;
  project: ProjectTable;
  member: MemberTable;
  invitation: InvitationTable;
  collection: CollectionTable;
  field: FieldTable;
  recreation: RecreationTable;
  feed: FeedTable;
  feed_schedule: FeedScheduleTable;
  feed_sample: FeedSampleTable;
  import: ImportTable;
  import_problem: ImportProblemTable;
  synonym: SynonymTable;
  char_filter: CharFilterTable;
  release: ReleaseTable;
  job: JobTable;
  message: MessageTable;
  message_dismissal: MessageDismissalTable;
  own_item: OwnItemTable;
  api_request: ApiRequestTable;
  phrase: PhraseTable;
  searched_term: SearchedTermTable;
  attempt: AttemptTable;
}
/** An address whose password is sealed; `sealedAddress` makes it. */
export type StoredAddress = string & { readonly passwordIsSealed: true };
export type Database = Kysely<Schema>;

type Flag = 0 | 1;
type Json = string;

interface Row {
  id: Generated<number>;
}
interface ProjectRow extends Row {
  project_id: number;
}
/** A rule: its texts, folded, are what its list is searched and sorted by. */
interface RuleRow extends ProjectRow {
  search_text: string;
}

interface UserTable extends Row {
  email: string;
  name: string;
  surname: string;
  password_hash: string;
  is_admin: Flag;
  is_blocked: Flag;
  /** Of the console as they last used it; null for those who haven't since it is kept. */
  language: string | null;
  created_at: number;
}
interface SessionTable extends Row {
  token_hash: string;
  user_id: number;
  created_at: number;
  last_seen_at: number;
}
interface ApiTokenTable extends ProjectRow {
  token_hash: string;
  expires_at: number;
}
interface ProjectTable extends Row {
  name: string;
  url: string;
  language: string;
  time_zone: string;
  data_source: string;
  token: string;
  secret_hash: string;
  created_at: number;
  deleted_at: number | null;
  front_called_at: number | null;
}
interface MemberTable extends ProjectRow {
  user_id: number;
  is_owner: Flag;
  user_groups: Json;
}
interface InvitationTable extends ProjectRow {
  email: string;
  user_groups: Json;
  invited_by: number;
  created_at: number;
  expires_at: number;
}
interface CollectionTable extends ProjectRow {
  name: string;
  relevant_rate: number;
  force_stopwords: Flag;
  created_at: number;
}
interface FieldTable extends ProjectRow {
  collection_id: number;
  name: string;
  type: string;
  /** A type that waits until the collection is built anew. */
  temp_type: string | null;
  unique_field: Flag;
  one_key: Flag;
  archive: Flag;
  front_name: Flag;
  autocomplete: Flag;
  custom_data: Flag;
  is_facet: Flag;
  is_path: Flag;
  relevance: Json;
  /** How many items of the last import have it; null where nobody counted. */
  found_count: number | null;
}
/** One run that builds a collection anew from its items. */
interface RecreationTable extends ProjectRow {
  collection_id: number;
  state: string;
  built_count: number;
  total_count: number;
  failure: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
}
interface FeedTable extends ProjectRow {
  collection_id: number;
  name: string;
  data_source: string;
  feed_url: StoredAddress;
  file_name: string | null;
  feed_type: string;
  /** Empty for that of the project. */
  feed_language: Generated<string>;
  feed_encoding: string;
  feed_separator: string;
  feed_headers: string;
  tag_name: string;
  tag_candidates: Json;
  need_tag_name: Flag;
  source: string;
  activated: Flag;
  /** What came of proposals and decisions at the last import. */
  mapping: Json;
  /** What the owner decided. */
  own_mapping: Generated<Json>;
  need_import: Flag;
  fields: Json;
  /** When an import of it is held. */
  guard: Generated<Json>;
  /** A fingerprint of the items that a person dropped since the live import, so that they aren't asked about them again. */
  dropped_content: string | null;
  /** Items that its live import brought. */
  item_count: Generated<number>;
  created_at: number;
}
/** Feeds get their row when they are first looked at. */
interface FeedScheduleTable extends ProjectRow {
  feed_id: number;
  schedule: string;
  /** `HH:MM` in the project's time zone, for daily imports. */
  schedule_time: string;
  /** null until it is planned. */
  next_at: number | null;
  retry_count: number;
  /** What the host said with the items that are live. */
  etag: string | null;
  last_modified: string | null;
  availability_url: StoredAddress;
  availability_minutes: number;
  availability_next_at: number | null;
  availability_etag: string | null;
  availability_last_modified: string | null;
  /** In a row. */
  availability_failure_count: number;
  availability_result: Json | null;
}
interface FeedSampleTable extends ProjectRow {
  feed_id: number;
  /** Records as they stand in the feed, bounded in bytes. */
  records: Json;
  created_at: number;
}
interface ImportTable extends ProjectRow {
  feed_id: number;
  state: string;
  step: string;
  received_bytes: number;
  total_bytes: number | null;
  read_count: number;
  imported_count: number;
  error_count: number;
  warning_count: number;
  seconds_left: number | null;
  failure: Json | null;
  warnings: Json;
  /** Items by what the import does to them, and why it is held. */
  counts: Generated<Json | null>;
  /** Examples of such items, and durations of its steps. */
  report: Generated<Json | null>;
  /** What is needed to publish it, as long as it is held. */
  held: Generated<Json | null>;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
}
interface ImportProblemTable extends ProjectRow {
  import_id: number;
  severity: string;
  position: number;
  item: string;
  field: string;
  value: string;
  reason: string;
  search_text: string;
}
interface SynonymTable extends RuleRow {
  term: string;
  synonym_type_id: number;
  synonyms: Json;
}
interface CharFilterTable extends RuleRow {
  from_text: string;
  to_text: string;
}
interface ReleaseTable extends ProjectRow {
  number: number;
  user_id: number | null;
  reason: string;
  /** Rows by rule source. */
  content: Json;
  created_at: number;
}
/** The newest change of an item that came by the item API or was changed by hand. Rows of deleted items stay for a while. */
interface OwnItemTable extends ProjectRow {
  collection_id: number;
  item_id: string;
  /** The item's id and name, folded. */
  search_text: string;
  /** `api`, `user`, or `feed` where the item was there before. */
  added_by: string;
  /** The generation that a shop's server last sent the item in. */
  run: string | null;
  kind: string;
  changed_by: string;
  user_id: number | null;
  changed_at: number;
  /** What the change replaced, and by what, of the fields that changed. */
  before: Json;
  after: Json;
}
/** What items are called by. Visibility and boost are people's, and stay when the items are looked through again. */
interface PhraseTable extends RuleRow {
  collection_id: number;
  /** Its stems with spaces between: one phrase in all its forms. */
  stems: string;
  phrase: string;
  /** A `name` or `category` of items, `searched` by visitors, or `added` by hand. */
  source: string;
  item_count: number;
  search_count: Generated<number>;
  is_visible: Flag;
  boost: number;
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
/** A request that a shop's server named, with its answer once there is one. */
interface ApiRequestTable extends ProjectRow {
  request_key: string;
  body_hash: string;
  answer: Json | null;
  created_at: number;
}
/** How often something limited was tried, by a hash of who did. */
interface AttemptTable extends Row {
  key_hash: string;
  count: number;
  ends_at: number;
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

import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow, Row, StoredAddress } from './row.ts';

export interface FeedsTables {
  feed: FeedTable;
  feed_schedule: FeedScheduleTable;
  feed_sample: FeedSampleTable;
  import: ImportTable;
  import_problem: ImportProblemTable;
  upload: UploadTable;
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
  /** How often what an import reads was saved since the live import began. */
  need_import: number;
  fields: Json;
  /** When an import of it is held. */
  guard: Generated<Json>;
  /** A fingerprint of the items that a person dropped since the live import, so that they aren't asked about them again. */
  dropped_content: string | null;
  /** What the host said with the items that are live. */
  etag: string | null;
  last_modified: string | null;
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

/** An uploaded file. It is a feed's where its address is `upload:` and the name. */
interface UploadTable extends Row {
  /** Who uploaded it, and may use it; null for a file from before that was noted. */
  user_id: number | null;
  /** null before there is a project. */
  project_id: number | null;
  name: string;
  /** While it comes, how large it may become. */
  size_bytes: number;
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

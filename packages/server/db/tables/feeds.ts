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
  /** Empty: the project's. */
  feed_language: Generated<string>;
  feed_encoding: string;
  feed_separator: string;
  feed_headers: string;
  tag_name: string;
  tag_candidates: Json;
  need_tag_name: Flag;
  source: string;
  activated: Flag;
  mapping: Json;
  own_mapping: Generated<Json>;
  /** Without the owner's decisions. Later imports keep it. */
  proposed_mapping: Generated<Json>;
  /** Changes of import settings since the live import began. */
  need_import: number;
  fields: Json;
  guard: Generated<Json>;
  /** Of the live items' response. */
  etag: string | null;
  last_modified: string | null;
  item_count: Generated<number>;
  created_at: number;
}

/** Created when the feed is first read. */
interface FeedScheduleTable extends ProjectRow {
  feed_id: number;
  schedule: string;
  /** `HH:MM` in the project's time zone. */
  schedule_time: string;
  /** null: unplanned. */
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
  /** Raw records, bounded in bytes. */
  records: Json;
}

/** A feed's file if its address is `upload:` and the name. */
interface UploadTable extends Row {
  /** null: unknown. */
  user_id: number | null;
  /** null: before there is a project. */
  project_id: number | null;
  name: string;
  /** Declared size while it is being uploaded. */
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
  failure: Json | null;
  warnings: Json;
  /** Added, changed, removed; and why it is on hold. */
  counts: Generated<Json | null>;
  examples: Generated<Json | null>;
  /** The built import, while it is on hold. */
  built: Generated<Json | null>;
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

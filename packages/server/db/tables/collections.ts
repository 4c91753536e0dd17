import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow } from './row.ts';

export interface CollectionsTables {
  collection: CollectionTable;
  field: FieldTable;
  recreation: RecreationTable;
  own_item: OwnItemTable;
  api_request: ApiRequestTable;
}

interface CollectionTable extends ProjectRow {
  name: string;
  relevant_rate: number;
  force_stopwords: Flag;
  lower_unwanted: Flag;
  created_at: number;
  /** Epoch milliseconds; null where nobody has saved its relevance. */
  relevance_updated_at: number | null;
  relevance_updated_by: number | null;
}

interface FieldTable extends ProjectRow {
  collection_id: number;
  name: string;
  type: string;
  /** A type that waits until the collection is rebuilt. */
  temp_type: string | null;
  unique_field: Flag;
  one_key: Flag;
  archive: Flag;
  /** Whether a person said so, and not the name alone. */
  archive_decided: Generated<Flag>;
  front_name: Flag;
  autocomplete: Flag;
  custom_data: Flag;
  is_facet: Flag;
  is_path: Flag;
  relevance: Json;
  /** How many items of the last import have it; null where nobody counted. */
  found_count: number | null;
}

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

/** A request that a shop's server named, with its answer once there is one. */
interface ApiRequestTable extends ProjectRow {
  request_key: string;
  body_hash: string;
  answer: Json | null;
  created_at: number;
}

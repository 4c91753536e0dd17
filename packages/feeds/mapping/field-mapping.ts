/** Why a feed field was proposed for a field of the item. */
export type MappingReason = 'feedName' | 'sampledValues' | 'ownName' | 'generatedId' | 'owner';

/** Where a field of the item comes from. When several mappings have the same `to`, the first with a value wins. */
export interface FieldMapping {
  /** The feed's own name, as in `FeedRecord.fields`. */
  readonly from: string;
  /** `id`, a standard field, any other field of the schema, or null to leave the feed's field out. */
  readonly to: string | null;
  readonly reason: MappingReason;
  /** The id is a hash of the value, because the feed has no id. */
  readonly isHashed?: true;
}

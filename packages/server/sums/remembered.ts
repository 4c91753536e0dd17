import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/schema.ts';

const memories = new WeakMap<Database, Map<string, LRUCache<string, {}>>>();

/**
 * What was computed from a database and stays true, as its key says what it was computed from; what was used last is kept, up to a size in
 * bytes. A transaction has a memory of its own, which ends with it.
 */
export function remembered<Value extends {}>(db: Database, kind: string, mostBytes: number): LRUCache<string, Value> {
  const ofDatabase = memories.get(db) ?? new Map<string, LRUCache<string, {}>>();
  memories.set(db, ofDatabase);
  const memory = ofDatabase.get(kind) ?? new LRUCache<string, {}>({ maxSize: mostBytes });
  ofDatabase.set(kind, memory);
  return memory as unknown as LRUCache<string, Value>;
}

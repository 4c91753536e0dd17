import { LRUCache } from 'lru-cache';
import type { Cube } from './cubes.ts';
import type { KnownPack, LoadedPack, SumPackStore } from './sum-packs.store.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { inSlices } from '#server-kit/slices.ts';

/** Of each cube; packs of the past are asked for again and again, and don't change. */
const rememberedCharacters = 48 * 1024 * 1024;

const memories = new WeakMap<Database, Map<string, LRUCache<string, object>>>();

/** The tables in packs, of which those that were read last are remembered. */
export function packMemory<Table extends object>(db: Database, cube: Cube['name']) {
  const ofDatabase = memories.get(db) ?? new Map<string, LRUCache<string, object>>();
  memories.set(db, ofDatabase);
  const remembered = ofDatabase.get(cube) ?? new LRUCache<string, object>({ maxSize: rememberedCharacters });
  ofDatabase.set(cube, remembered);
  const keyOf = ({ id, version }: KnownPack): string => `${id} ${version}`;

  async function* packs(
    store: SumPackStore,
    wanted: readonly KnownPack[],
    unpack: (data: string, pack: KnownPack) => Table,
  ): AsyncGenerator<{ pack: KnownPack; table: Table }> {
    const missing: KnownPack[] = [];
    for (const pack of wanted) {
      const table = remembered.get(keyOf(pack)) as Table | undefined;
      if (table === undefined) missing.push(pack);
      else yield { pack, table };
    }
    const breathe = inSlices();
    for await (const { data, ...pack } of store.load(missing) as AsyncGenerator<LoadedPack>) {
      const table = unpack(data, pack);
      remembered.set(keyOf(pack), table, { size: data.length + 1 });
      yield { pack, table };
      await breathe();
    }
  }

  return {
    packs,
    async *tables(...of: Parameters<typeof packs>): AsyncGenerator<Table> {
      for await (const { table } of packs(...of)) yield table;
    },
  };
}

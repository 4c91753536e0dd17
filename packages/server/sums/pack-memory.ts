import type { Cube } from './cubes.ts';
import type { KnownPack, LoadedPack, SumPackStore } from './sum-packs.store.ts';
import { remembered } from './remembered.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

/** Of each cube; packs of the past are asked for again and again, and don't change. */
const rememberedBytes = 32 * 1024 * 1024;
/** Of four letters of base64. */
const bytesPerLetter = 3 / 4;

/** What packs were, so that it says whether they are the same: each change of one has another version. */
export const signatureOf = (packs: readonly Pick<KnownPack, 'id' | 'version'>[]): string =>
  packs.map(({ id, version }) => `${id} ${version}`).join();

/** The tables in packs, of which those that were read last are remembered. */
export function packMemory<Table extends object>(db: Database, cube: Cube['name']) {
  const memory = remembered<Table>(db, `packs of ${cube}`, rememberedBytes);
  const keyOf = ({ id, version }: KnownPack): string => `${id} ${version}`;

  async function* packs(
    store: SumPackStore,
    wanted: readonly KnownPack[],
    unpack: (data: string, pack: KnownPack) => Table,
  ): AsyncGenerator<{ pack: KnownPack; table: Table }> {
    const missing: KnownPack[] = [];
    for (const pack of wanted) {
      const table = memory.get(keyOf(pack));
      if (table === undefined) missing.push(pack);
      else yield { pack, table };
    }
    const breathe = inSlices();
    for await (const { data, ...pack } of store.load(missing) as AsyncGenerator<LoadedPack>) {
      const table = unpack(data, pack);
      memory.set(keyOf(pack), table, { size: Math.ceil(data.length * bytesPerLetter) + 1 });
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

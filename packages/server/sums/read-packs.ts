import { packMemory, signatureOf } from './pack-memory.ts';
import { type SumTable, unpackTable } from './sum-table.ts';
import { type KnownPack, type SumsAsked, sumPackStore, type WantedMonths, wholeMonth } from './sum-packs.store.ts';
import type { Unpacked, UnpackedRow } from './unpacked.store.ts';
import type { Database } from '#server/db/schema.ts';

/** A pack may be made while others are read; then all is read again. */
const tries = 10;

export interface Read {
  readonly pack: KnownPack;
  readonly table: SumTable;
}

export const isWholeMonth = ({ span, part }: KnownPack): boolean => span === 'month' && part === wholeMonth;

/** Packs of a cube beside the rows that aren't packed yet. */
export function packReader(db: Database, unpacked: Pick<Unpacked, 'cube' | 'read'>) {
  const { cube } = unpacked;
  const store = sumPackStore(db, cube);
  const memory = packMemory<SumTable>(db, cube.name);
  const unpack = (data: string, pack: KnownPack): SumTable => unpackTable(data, pack.span === 'month' && !isWholeMonth(pack));

  /** All that is asked for, as it was at one moment: nothing moves from rows into packs in between. */
  async function atOneMoment<Packed>(
    asked: SumsAsked,
    wanted: readonly WantedMonths[],
    some: readonly string[] | null,
    load: (packs: readonly KnownPack[]) => Promise<Packed | null>,
  ): Promise<{ rows: UnpackedRow[]; packed: Packed }> {
    for (let left = tries; left > 0; left -= 1) {
      const packs = await store.list(asked, wanted);
      const rows = await unpacked.read(db, asked, some);
      const packed = await load(packs);
      const isSame = signatureOf(packs) === signatureOf(await store.versions(asked, wanted));
      if (isSame && packed !== null) return { rows, packed };
    }
    throw new Error(`Packs of ${cube.name} changed ${tries} times while they were read.`);
  }

  async function loaded(packs: readonly KnownPack[]): Promise<Read[] | null> {
    const tables: Read[] = [];
    for await (const one of memory.packs(store, packs, unpack)) tables.push(one);
    return tables.length === packs.length ? tables : null;
  }

  return { store, memory, unpack, atOneMoment, loaded };
}

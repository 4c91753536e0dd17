import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '#server/fail.ts';

interface GatheredWritesOptions<Row> {
  /** For so long rows of other calls are waited for. */
  readonly gatherMilliseconds: number;
  /** More rows than these, gathered or being written, are refused with `unavailable`. */
  readonly mostRows: number;
  readonly write: (rows: readonly Row[]) => Promise<void>;
}

/** When somebody who is refused may try again. */
const retrySeconds = 1;

/** Databases take hundreds as quickly as one. `add` settles or rejects with its writing; writings come in turn. */
export function gatheredWrites<Row>({ gatherMilliseconds, mostRows, write }: GatheredWritesOptions<Row>) {
  let gathered: Row[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let rowCount = 0;

  async function writeGathered(): Promise<void> {
    await Promise.all([sleep(gatherMilliseconds), last]);
    const rows = gathered;
    gathered = [];
    next = null;
    try {
      await write(rows);
    } finally {
      rowCount -= rows.length;
    }
  }

  return {
    async add(rows: readonly Row[]): Promise<void> {
      if (rows.length === 0) return;
      if (rowCount + rows.length > mostRows) throw fail('unavailable', { seconds: retrySeconds });
      rowCount += rows.length;
      gathered.push(...rows);
      if (next === null) {
        next = writeGathered();
        last = next.catch(() => undefined);
      }
      await next;
    },
    /** Settles when all that was added is written, or could not be. */
    settled: async (): Promise<void> => void (await last),
  };
}

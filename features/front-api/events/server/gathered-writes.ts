import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '#server/fail.ts';

interface GatheredWritesOptions<Row> {
  readonly gatherMilliseconds: number;
  /** Rows gathered or being written; more are refused with `unavailable`. */
  readonly mostRows: number;
  readonly write: (rows: readonly Row[]) => Promise<void>;
}

/** Retry-After. */
const retrySeconds = 1;

/** Batches writes, because a database writes hundreds of rows as fast as one. `add` settles with its batch. */
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
    settled: async (): Promise<void> => void (await last),
  };
}

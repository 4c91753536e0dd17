import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const pieceBytes = 4096;
const largePieceBytes = 256 * pieceBytes;

export interface SmallDisk {
  readonly folder: string;
  usedBytes(): number;
  /** Writes a file that makes this share of the disk used; 1 leaves nothing. */
  fill(share: number): void;
  /** The same, but for so many kilobytes. */
  fillBut(kilobytes: number): void;
  /** Deletes that file. */
  empty(): void;
  /** Lets it refuse every write, as a disk does that has failed, or take them again. */
  setReadOnly(isReadOnly: boolean): void;
  close(): void;
}

/** For tests that are skipped where there is no disk. */
export const noDisk: SmallDisk = {
  folder: '',
  usedBytes: () => 0,
  fill: () => undefined,
  fillBut: () => undefined,
  empty: () => undefined,
  setReadOnly: () => undefined,
  close: () => undefined,
};

/** A disk of its own, in memory. Null where this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const mountPoint = mkdtempSync(path.join(tmpdir(), 'aisle-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'aisle-test', mountPoint], { stdio: 'pipe' });
  } catch (error) {
    rmSync(mountPoint, { recursive: true });
    console.warn(`No small disk can be mounted here, so nothing is proven about full ones: ${String(error)}`);
    return null;
  }
  const filler = path.join(mountPoint, 'filler');
  const figures = () => {
    const { blocks, bfree, bsize } = statfsSync(mountPoint);
    return { total: blocks * bsize, free: bfree * bsize };
  };
  /** What is left may be less than what can be written in one piece, so it is taken up bit by bit. */
  const fillUp = (): void => {
    for (const bytes of [largePieceBytes, pieceBytes])
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
  };
  return {
    folder: path.join(mountPoint, 'data'),
    usedBytes: () => figures().total - figures().free,
    fill(share) {
      const { total, free } = figures();
      writeFileSync(filler, Buffer.alloc(Math.max(0, total * share - (total - free))), { flag: 'a' });
      if (share === 1) fillUp();
    },
    fillBut(kilobytes) {
      fillUp();
      truncateSync(filler, Math.max(0, statSync(filler).size - kilobytes * 1024));
    },
    empty: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) => void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, mountPoint]),
    close() {
      execFileSync('umount', ['--lazy', mountPoint]);
      rmSync(mountPoint, { recursive: true });
    },
  };
}

import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

const gigabyte = 1024 ** 3;
/** Also the longest wait until work resumes after space was freed. */
export const lookEveryMilliseconds = 2_000;

interface Limit {
  readonly used: number;
  readonly freeBytes: number;
}
/** An import writes a whole collection beside the live one. */
const importLimit: Limit = { used: 0.9, freeBytes: 5 * gigabyte };
/** The rest is for running work and for clean-up. */
const writeLimit: Limit = { used: 0.95, freeBytes: gigabyte };

/** `scarce`: no import begins; `full`: nothing is saved. Searches always work. */
export type DiskLevel = 'plenty' | 'scarce' | 'full';

export interface DiskFigures {
  readonly usedBytes: number;
  /** Available to this user, without the system's reserve. */
  readonly freeBytes: number;
}

export interface DiskRoom {
  level(): DiskLevel;
  look(): Promise<void>;
}

/** Both share and bytes must be exceeded, so that neither large nor small disks count as full too early. */
export function levelOf({ usedBytes, freeBytes }: DiskFigures): DiskLevel {
  const used = usedBytes / Math.max(1, usedBytes + freeBytes);
  const isBeyond = (limit: Limit): boolean => used >= limit.used && freeBytes < limit.freeBytes;
  if (isBeyond(writeLimit)) return 'full';
  return isBeyond(importLimit) ? 'scarce' : 'plenty';
}

/** As of the last look; an unreadable disk counts as one with space. */
export function watchDisk(directory: string, log: FastifyBaseLogger): DiskRoom {
  let level: DiskLevel = 'plenty';
  let isSilent = false;

  const figuresOf = async () => {
    try {
      return await statfs(directory);
    } catch (error) {
      if (!isSilent) log.warn({ err: error }, 'The disk of the data folder does not tell how much room it has');
      isSilent = true;
      return null;
    }
  };
  return {
    level: () => level,
    async look() {
      const told = await figuresOf();
      if (told === null) return;
      const { blocks, bfree, bavail, bsize } = told;
      const figures = { usedBytes: (blocks - bfree) * bsize, freeBytes: bavail * bsize };
      const found = levelOf(figures);
      if (found !== level)
        log.warn({ ...figures, level: found, before: level }, 'The room on the disk of the data folder changed');
      level = found;
    },
  };
}

import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

const gigabyte = 1024 ** 3;
/** How often the disk is looked at; so long it takes at most until work goes on after room was made. */
export const lookEveryMilliseconds = 2_000;

interface Limit {
  /** Of the disk, as a share. */
  readonly used: number;
  readonly freeBytes: number;
}
/** An import writes a whole collection beside the live one, so none begins when more is used and less is free than this. */
const importLimit: Limit = { used: 0.9, freeBytes: 5 * gigabyte };
/** Nothing is saved any more. What is left is for the work that runs, and for getting out of it. */
const writeLimit: Limit = { used: 0.95, freeBytes: gigabyte };

/** `plenty`: all goes on; `scarce`: no import begins; `full`: nothing is saved. Searches go on in each of them. */
export type DiskLevel = 'plenty' | 'scarce' | 'full';

export interface DiskFigures {
  readonly usedBytes: number;
  /** What this user may still write, without what is reserved for the system. */
  readonly freeBytes: number;
}

export interface DiskRoom {
  level(): DiskLevel;
  look(): Promise<void>;
}

/** A large disk is not full because a tenth of it is left, and a small one not because that tenth is small: it takes both. */
export function levelOf({ usedBytes, freeBytes }: DiskFigures): DiskLevel {
  const used = usedBytes / Math.max(1, usedBytes + freeBytes);
  const isBeyond = (limit: Limit): boolean => used >= limit.used && freeBytes < limit.freeBytes;
  if (isBeyond(writeLimit)) return 'full';
  return isBeyond(importLimit) ? 'scarce' : 'plenty';
}

/** Knows how much room the disk of a folder has, as of the last look. A disk that tells nothing counts as one with room. */
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

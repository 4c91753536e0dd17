import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readSegmentFile } from '#engine/index/segment/segment-file.ts';
import type { ColumnPatch } from './in-place.ts';

/** The tail as searches should see it from now on. */
export interface TailState {
  /** In order. Without a file where searches have them, and as bytes where there is no room for one. */
  readonly segments: readonly { readonly number: number; readonly file: string | Uint8Array | null }[];
  /** Places in the order of ids, of all items of the tail. */
  readonly ranks: Float64Array;
  /** Items that have gone since the state before, and those that are gone of segments with a file. */
  readonly dead: readonly number[];
  /** What items that keep their number changed since the state before. */
  readonly patches: readonly ColumnPatch[];
  readonly patched: readonly number[];
  readonly newest: number;
}

const form = /^tail-\d+\.segment$/;

/** A message would be copied twice while searches wait. Never synced: what it says stands in the log. */
export class TailFiles {
  readonly #folder: string;
  #written = 0;

  /** Removes what a process that was killed left behind. */
  constructor(folder: string) {
    this.#folder = folder;
    for (const name of readdirSync(folder)) if (form.test(name)) rmSync(path.join(folder, name), { force: true });
  }

  /** Answers the path of a new file, or the bytes themselves on a disk that refuses it: what they say is in the log by then. */
  write(bytes: Uint8Array): string | Uint8Array {
    const file = path.join(this.#folder, `tail-${(this.#written += 1)}.segment`);
    try {
      writeFileSync(file, bytes);
      return file;
    } catch {
      rmSync(file, { force: true });
      return bytes;
    }
  }
}

/** `TailState` with the bytes of its segments, which threads share; null for those that the state before had. */
export type TakenState = Omit<TailState, 'segments'> & {
  readonly segments: readonly { readonly number: number; readonly bytes: Uint8Array | null }[];
};

/** Reads the segments that are new and removes their files. */
export async function takeTail(state: TailState): Promise<TakenState> {
  const segments = [];
  for (const { number, file } of state.segments) {
    const bytes = typeof file === 'string' ? (await readSegmentFile(file)).bytes : file;
    if (typeof file === 'string') await rm(file, { force: true });
    segments.push({ number, bytes });
  }
  return { ...state, segments };
}

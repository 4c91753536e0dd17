import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readSegmentFile } from '#engine/index/segment/segment-file.ts';
import type { TailState } from './generation-changes.ts';

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

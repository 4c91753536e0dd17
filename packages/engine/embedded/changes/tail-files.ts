import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { SegmentMeta } from '#engine/embedded/segment-builder.ts';
import { readSegmentFile, type SegmentFile } from '#engine/embedded/segment-file.ts';

const form = /^tail-\d+\.segment$/;

/**
 * Segments of the tail on their way to the process that serves them. A message would be copied twice while searches wait; a file is
 * read beside them. It is never synced: what it says stands in the log.
 */
export class TailFiles {
  readonly #folder: string;
  #written = 0;

  /** Removes what a process that was killed left behind. */
  constructor(folder: string) {
    this.#folder = folder;
    for (const name of readdirSync(folder)) if (form.test(name)) rmSync(path.join(folder, name), { force: true });
  }

  /** Answers the path of a new file. */
  write(bytes: Uint8Array): string {
    const file = path.join(this.#folder, `tail-${(this.#written += 1)}.segment`);
    writeFileSync(file, bytes);
    return file;
  }
}

/** Reads a segment and removes its file. */
export async function takeSegment(file: string): Promise<SegmentFile<SegmentMeta>> {
  const segment = await readSegmentFile<SegmentMeta>(file);
  await rm(file, { force: true });
  return segment;
}

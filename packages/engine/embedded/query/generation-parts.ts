import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CollectionFiles, itemsFile, type Manifest, ranksFile } from '#engine/embedded/files/generation-files.ts';
import type { SegmentMeta } from '#engine/embedded/segment/segment-builder.ts';
import { DamagedFileError } from '#engine/embedded/files/damaged-file.ts';
import { readSegmentFile } from '#engine/embedded/segment/segment-file.ts';

/** What a generation is made of. Plain data: threads that search it share the bytes. */
export interface GenerationParts {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  /** The bytes of its segments. */
  readonly segments: readonly ArrayBufferLike[];
  /** Place of each item in the order of ids. */
  readonly ranks: Uint32Array;
}

/** Reads a finished generation and verifies it. Throws `DamagedFileError` when it is not whole. */
export async function readGeneration(files: CollectionFiles, name: string): Promise<GenerationParts> {
  const manifest = files.manifest(name);
  const folder = files.generationFolder(name);
  if (manifest === null) throw new DamagedFileError(`Generation ${name} was never finished, or its manifest is damaged.`);
  const missing = [itemsFile, ranksFile, ...manifest.segments].find((file) => !existsSync(path.join(folder, file)));
  if (missing !== undefined) throw new DamagedFileError(`Generation ${name} lacks ${missing}.`);
  const segments: ArrayBufferLike[] = [];
  let itemCount = 0;
  for (const file of manifest.segments) {
    const { buffer, meta } = await readSegmentFile<SegmentMeta>(path.join(folder, file));
    segments.push(buffer);
    itemCount += meta.docCount;
  }
  const ranks = (await readSegmentFile(path.join(folder, ranksFile))).uint32('ranks');
  if (itemCount !== manifest.itemCount || ranks.length !== itemCount)
    throw new DamagedFileError(`Generation ${name} lacks items.`);
  return { name, folder, manifest, segments, ranks };
}

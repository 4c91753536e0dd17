import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type CollectionFiles, itemsFile, type Manifest, ranksFile } from '#engine/index/files/generation-files.ts';
import type { SegmentMeta } from '#engine/index/segment/segment-builder.ts';
import { DamagedFileError } from '#engine/index/files/damaged-file.ts';
import { KernelMemory } from '#engine/search/kernel/kernel-memory.ts';
import { kernelAtLeastItems } from '#engine/index/limits.ts';
import { readSegmentFile } from '#engine/index/segment/segment-file.ts';

/** What a generation is made of. Plain data: threads that search it share the bytes. */
export interface GenerationParts {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  /** The bytes of its segments, in the memory of a kernel where there is one. */
  readonly segments: readonly Uint8Array[];
  readonly kernelMemory: WebAssembly.Memory | null;
  /** Place of each item in the order of ids. */
  readonly ranks: Uint32Array;
}

/** null where a kernel doesn't pay or there is no room for one. */
async function kernelMemoryFor(
  folder: string,
  { itemCount, segments }: Manifest,
  atLeastItems: number,
): Promise<KernelMemory | null> {
  if (itemCount < atLeastItems) return null;
  const sizes = await Promise.all(segments.map(async (file) => (await stat(path.join(folder, file))).size));
  return KernelMemory.of(sizes.reduce((sum, size) => sum + size, 0));
}

/** Verifies what it reads; into a kernel's memory from `kernelAtLeast` items on. Throws `DamagedFileError`. */
export async function readGeneration(
  files: CollectionFiles,
  name: string,
  kernelAtLeast = kernelAtLeastItems,
): Promise<GenerationParts> {
  const manifest = files.manifest(name);
  const folder = files.generationFolder(name);
  if (manifest === null) throw new DamagedFileError(`Generation ${name} was never finished, or its manifest is damaged.`);
  if (files.isOutdated(name)) throw new DamagedFileError(`Another version of Aisle has indexed generation ${name}.`);
  const missing = [itemsFile, ranksFile, ...manifest.segments].find((file) => !existsSync(path.join(folder, file)));
  if (missing !== undefined) throw new DamagedFileError(`Generation ${name} lacks ${missing}.`);
  const memory = await kernelMemoryFor(folder, manifest, kernelAtLeast);
  const room = memory === null ? undefined : (length: number): Uint8Array => memory.bytes(length);
  const segments: Uint8Array[] = [];
  let itemCount = 0;
  for (const file of manifest.segments) {
    const { bytes, meta } = await readSegmentFile<SegmentMeta>(path.join(folder, file), room);
    segments.push(bytes);
    itemCount += meta.docCount;
  }
  const ranks = (await readSegmentFile(path.join(folder, ranksFile))).uint32('ranks');
  if (itemCount !== manifest.itemCount || ranks.length !== itemCount)
    throw new DamagedFileError(`Generation ${name} lacks items.`);
  return { name, folder, manifest, segments, kernelMemory: memory?.shared ?? null, ranks };
}

import type { CollectionFiles } from '#engine/index/files/generation-files.ts';
import type { LiveCollections } from './live-collections.ts';

/** Lets go of what is open of a generation that nothing serves any more, and deletes its files without holding up searches. */
export async function removeGeneration({ writer }: LiveCollections, files: CollectionFiles, generation: string): Promise<void> {
  const manifest = files.manifest(generation);
  if (manifest !== null) await writer.release(files.changed(generation, manifest));
  await files.removeAside(generation);
}

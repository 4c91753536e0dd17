import type { CollectionLayout, GenerationBuild } from '#engine/port.ts';
import { EmbeddedBuild } from '#engine/embedded/build/generation-build.ts';
import { CollectionFiles } from '#engine/embedded/files/generation-files.ts';

/**
 * Builds a generation in a process that doesn't serve: nothing is loaded, and other collections, which other processes may be
 * building, are left alone. The serving engine publishes it by its name.
 */
export function startEmbeddedBuild(
  directory: string,
  collection: string,
  layout: CollectionLayout,
  source?: number,
): GenerationBuild {
  const files = new CollectionFiles(directory, collection);
  files.removeOrphans();
  return new EmbeddedBuild(files, layout, { source, indexesAside: true });
}

import { CollectionFiles, formatVersion } from '#engine/index/files/generation-files.ts';

/** Has the live generation of a collection look as if a newer version had indexed it. Answers its folder. */
export function outdate(directory: string, collection: string): string {
  const files = new CollectionFiles(directory, collection);
  const generation = files.live()!.current;
  files.writeManifest(generation, { ...files.manifest(generation)!, version: formatVersion + 1 });
  return files.generationFolder(generation);
}

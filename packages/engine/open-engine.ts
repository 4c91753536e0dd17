import { type EmbeddedEngineOptions, openEmbeddedEngine } from './live/embedded-engine.ts';
import type { CollectionLayout, GenerationBuild, SearchEngine } from '#engine/port.ts';
import { EmbeddedBuild } from './index/build/generation-build.ts';
import { CollectionFiles } from './index/files/generation-files.ts';

export type EngineSettings =
  | {
      readonly kind: 'embedded';
      readonly directory: string;
      readonly memoryBudgetBytes?: number | null;
    }
  | { readonly kind: 'opensearch'; readonly url: string; readonly prefix: string };

/** Throws `EngineSettingError` when it can't be used. */
export async function openEngine(
  settings: EngineSettings,
  options: Pick<EmbeddedEngineOptions, 'onProblem' | 'tellFollowers'>,
): Promise<SearchEngine> {
  if (settings.kind === 'embedded') return openEmbeddedEngine({ ...settings, ...options });
  const { connectOpenSearchEngine } = await import('#opensearch/opensearch-engine.ts');
  return connectOpenSearchEngine(settings);
}

export async function startBuild(
  settings: EngineSettings,
  collection: string,
  layout: CollectionLayout,
  source?: number,
): Promise<GenerationBuild> {
  if (settings.kind === 'embedded') return startEmbeddedBuild(settings.directory, collection, layout, source);
  const { startOpenSearchBuild } = await import('#opensearch/opensearch-engine.ts');
  return startOpenSearchBuild(settings, collection, layout, source);
}

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

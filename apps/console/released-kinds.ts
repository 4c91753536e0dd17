import { releasedCollections, releasedProject } from '#features/data/collections/screen/collections.released.tsx';
import { releasedPhrases } from '#features/data/phrases/screen/phrases.released.tsx';
import { releasedFields } from '#features/data/schema/screen/schema.released.tsx';
import { releasedCharFilters } from '#features/developer/chars-filter/chars-filter.released.tsx';
import { releasedPanel, releasedResults } from '#features/developer/result-settings/screen/result-settings.released.tsx';
import { releasedBanners } from '#features/search-settings/banners/banners.released.tsx';
import { releasedCurations } from '#features/search-settings/curations/screen/curations.released.tsx';
import { releasedBoosts, releasedBoostSettings } from '#features/search-settings/boost-manager/screen/boost-manager.released.tsx';
import { releasedFixits } from '#features/search-settings/fixit/screen/fixit.released.tsx';
import { releasedStopwords } from '#features/search-settings/stopwords/screen/stopwords.released.tsx';
import { releasedSynonyms } from '#features/search-settings/synonyms/synonyms.released.tsx';
import { releasedLearned } from '#features/search-settings/learned/screen/learned.released.tsx';
import type { ReleasedKind } from '#ui/releases/released-kind.ts';

export const releasedKinds: readonly ReleasedKind[] = [
  releasedSynonyms,
  releasedFixits,
  releasedStopwords,
  releasedCurations,
  releasedBanners,
  releasedCharFilters,
  releasedPhrases,
  releasedBoosts,
  releasedBoostSettings,
  releasedResults,
  releasedPanel,
  releasedLearned,
  releasedFields,
  releasedCollections,
  releasedProject,
];

import {
  ArrowRightLeft,
  CaseSensitive,
  FilterX,
  GitCommitVertical,
  PackageOpen,
  Pin,
  Replace,
  Rocket,
  SlidersHorizontal,
} from 'lucide-react';
import { msg } from '#console-kit/text/i18n.ts';
import type { Section } from './screen.ts';

/** Rules about what people type. */
export const searchSettings: Section = {
  name: 'search',
  title: msg('Search settings'),
  screens: [
    {
      path: '/search-settings/synonyms',
      needs: 'search',
      title: msg('Synonyms'),
      icon: Replace,
      adds: msg('Add synonym'),
      load: () => import('#features/search-settings/synonyms/synonyms.page.tsx'),
    },
    {
      path: '/search-settings/fixit',
      needs: 'search',
      title: msg('Replacing terms'),
      icon: ArrowRightLeft,
      adds: msg('Add replacing term'),
      load: () => import('#features/search-settings/fixit/screen/fixit.page.tsx'),
    },
    {
      path: '/search-settings/stopwords',
      needs: 'search',
      title: msg('Ignored terms'),
      icon: FilterX,
      adds: msg('Add term'),
      load: () => import('#features/search-settings/stopwords/stopwords.page.tsx'),
    },
    {
      path: '/search-settings/curations',
      needs: 'search',
      title: msg('Curations'),
      icon: Pin,
      adds: msg('Add curation'),
      load: () => import('#features/search-settings/curations/screen/curations.page.tsx'),
    },
    {
      path: '/search-settings/curations/edit',
      needs: 'search',
      title: msg('Edit curation'),
      icon: Pin,
      isInside: true,
      load: () => import('#features/search-settings/curations/screen/editor/editor.page.tsx'),
    },
    {
      path: '/developer/chars-filter',
      needs: 'developer',
      title: msg('Character filter'),
      icon: CaseSensitive,
      adds: msg('Add replacement'),
      load: () => import('#features/developer/chars-filter/chars-filter.page.tsx'),
    },
    {
      path: '/search-settings/relevance-tuning',
      needs: 'search',
      title: msg('Relevance tuning'),
      icon: SlidersHorizontal,
      load: () => import('#features/search-settings/relevance-tuning/screen/relevance-tuning.page.tsx'),
    },
    {
      path: '/search-settings/boost-manager',
      needs: 'search',
      title: msg('Boost manager'),
      icon: Rocket,
      adds: msg('Add boost'),
      load: () => import('#features/search-settings/boost-manager/screen/boost-manager.page.tsx'),
    },
    {
      path: '/search-settings/import',
      needs: 'search',
      title: msg('Import from another service'),
      icon: PackageOpen,
      isInside: true,
      load: () => import('#features/search-settings/rule-import/screen/rule-import.page.tsx'),
    },
    {
      path: '/search-settings/releases',
      needs: 'search',
      title: msg('Releases'),
      icon: GitCommitVertical,
      load: () => import('#console/releases.page.tsx'),
    },
  ],
};

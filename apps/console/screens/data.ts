import { FileUp, Layers, ListX, MessageSquareQuote, Table2, Waypoints } from 'lucide-react';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const data: Section = {
  name: 'data',
  title: msg('Data'),
  screens: [
    {
      path: '/data/import',
      needs: 'data',
      title: msg('Feeds'),
      icon: FileUp,
      adds: msg('Add feed'),
      load: () => import('#features/data/feeds/screen/feeds.page.tsx'),
    },
    {
      path: '/data/import/edit',
      needs: 'data',
      title: msg('Feed'),
      icon: FileUp,
      isInside: true,
      load: () => import('#features/data/feeds/screen/feed.page.tsx'),
    },
    {
      path: '/data/import/mapping',
      needs: 'data',
      title: msg('Mapping'),
      icon: Waypoints,
      isInside: true,
      load: () => import('#features/data/mapping/screen/mapping.page.tsx'),
    },
    {
      path: '/data/import/error-data',
      needs: 'data',
      title: msg('Error data'),
      icon: ListX,
      isInside: true,
      load: () => import('#features/data/error-data/screen/error-data.page.tsx'),
    },
    {
      path: '/data/collections',
      needs: 'data',
      title: msg('Collections'),
      icon: Layers,
      adds: msg('Add collection'),
      load: () => import('#features/data/collections/screen/collections.page.tsx'),
    },
    {
      path: '/data/schema',
      needs: 'data',
      title: msg('Schema'),
      icon: Table2,
      adds: msg('Add field'),
      load: () => import('#features/data/schema/screen/schema.page.tsx'),
    },
    {
      path: '/data/phrases',
      needs: 'data',
      title: msg('Phrases'),
      icon: MessageSquareQuote,
      adds: msg('Add phrase'),
      load: () => import('#features/data/phrases/screen/phrases.page.tsx'),
    },
  ],
};

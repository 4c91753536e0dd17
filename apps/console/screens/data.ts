import { FileUp, Layers, ListX, MessageSquareQuote, Table2, Waypoints } from 'lucide-react';
import * as z from 'zod/mini';
import { days, id, listParams, oneOf, record, text } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const data = {
  name: 'data',
  title: msg('Data'),
  screens: [
    {
      path: '/data/import',
      address: z.object({ ...listParams, edit: record }),
      needs: 'data',
      title: msg('Feeds'),
      icon: FileUp,
      adds: msg('Add feed'),
      load: () => import('#features/data/feeds/screen/feeds.page.tsx'),
    },
    {
      path: '/data/import/edit',
      address: z.object({ ...listParams, ...days, id, import: id, edit: oneOf('settings', 'schedule'), table: text }),
      needs: 'data',
      title: msg('Feed'),
      icon: FileUp,
      isInside: true,
      load: () => import('#features/data/feeds/screen/feed.page.tsx'),
    },
    {
      path: '/data/import/mapping',
      address: z.object({ id, field: text }),
      needs: 'data',
      title: msg('Mapping'),
      icon: Waypoints,
      isInside: true,
      load: () => import('#features/data/mapping/screen/mapping.page.tsx'),
    },
    {
      path: '/data/import/error-data',
      address: z.object({ ...listParams, id, severity: oneOf('error', 'warning'), reason: text }),
      needs: 'data',
      title: msg('Error data'),
      icon: ListX,
      isInside: true,
      load: () => import('#features/data/error-data/screen/error-data.page.tsx'),
    },
    {
      path: '/data/collections',
      address: z.object({ ...listParams, edit: record, show: id }),
      needs: 'data',
      title: msg('Collections'),
      icon: Layers,
      adds: msg('Add collection'),
      load: () => import('#features/data/collections/screen/collections.page.tsx'),
    },
    {
      path: '/data/schema',
      address: z.object({ ...listParams, edit: record, kind: text }),
      needs: 'data',
      title: msg('Schema'),
      icon: Table2,
      adds: msg('Add field'),
      load: () => import('#features/data/schema/screen/schema.page.tsx'),
    },
    {
      path: '/data/phrases',
      address: z.object({ ...listParams, edit: record, source: text, suggestion: text }),
      needs: 'data',
      title: msg('Phrases'),
      icon: MessageSquareQuote,
      adds: msg('Add phrase'),
      load: () => import('#features/data/phrases/screen/phrases.page.tsx'),
    },
  ],
} as const satisfies Section;

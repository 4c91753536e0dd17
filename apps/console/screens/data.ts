import { pages } from '#apps/console/pages.ts';
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
      load: pages['/data/import'],
    },
    {
      path: '/data/import/edit',
      address: z.object({ ...listParams, ...days, id, import: id, edit: oneOf('settings', 'schedule'), table: text }),
      needs: 'data',
      title: msg('Feed'),
      icon: FileUp,
      isInside: true,
      load: pages['/data/import/edit'],
    },
    {
      path: '/data/import/mapping',
      address: z.object({ id, field: text }),
      needs: 'data',
      title: msg('Mapping'),
      icon: Waypoints,
      isInside: true,
      load: pages['/data/import/mapping'],
    },
    {
      path: '/data/import/error-data',
      address: z.object({ ...listParams, id, severity: oneOf('error', 'warning'), reason: text }),
      needs: 'data',
      title: msg('Error data'),
      icon: ListX,
      isInside: true,
      load: pages['/data/import/error-data'],
    },
    {
      path: '/data/collections',
      address: z.object({ ...listParams, edit: record, kind: text, show: id }),
      needs: 'data',
      title: msg('Collections'),
      icon: Layers,
      adds: msg('Add collection'),
      load: pages['/data/collections'],
    },
    {
      path: '/data/schema',
      address: z.object({ ...listParams, edit: record, kind: text }),
      needs: 'data',
      title: msg('Schema'),
      icon: Table2,
      adds: msg('Add field'),
      load: pages['/data/schema'],
    },
    {
      path: '/data/phrases',
      address: z.object({ ...listParams, edit: record, source: text, suggestion: text }),
      needs: 'data',
      title: msg('Phrases'),
      icon: MessageSquareQuote,
      adds: msg('Add phrase'),
      load: pages['/data/phrases'],
    },
  ],
} as const satisfies Section;

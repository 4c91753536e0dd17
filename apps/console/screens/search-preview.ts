import { pages } from '#apps/console/pages.ts';
import { Database, FolderPen, Microscope, Scale, Sparkles, Target } from 'lucide-react';
import * as z from 'zod/mini';
import { id, listParams, rules, text, tried } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const searchPreview = {
  name: 'preview',
  title: msg('Search preview'),
  screens: [
    {
      path: '/developer/compare-results',
      address: z.object({ ...tried, a: text, b: text, filters: text }),
      needs: 'preview',
      title: msg('Compare results'),
      icon: Scale,
      load: pages['/developer/compare-results'],
    },
    {
      path: '/developer/analyze',
      address: z.object({ term: text, schema: text }),
      needs: 'developer',
      title: msg('Analyze'),
      isRare: true,
      icon: Microscope,
      load: pages['/developer/analyze'],
    },
    {
      path: '/developer/check-items',
      address: z.object({ ...rules, show: id, table: text, term: text, elastic_item_id: text }),
      needs: 'developer',
      title: msg('Check items'),
      icon: Target,
      load: pages['/developer/check-items'],
    },
    {
      path: '/developer/recommendations',
      address: z.object({ item: text }),
      needs: 'developer',
      title: msg('Recommendations'),
      isRare: true,
      icon: Sparkles,
      load: pages['/developer/recommendations'],
    },
    {
      path: '/developer/documents',
      address: z.object({
        ...listParams,
        edit: text,
        item: text,
        field: text,
        value: text,
        without: text,
      }),
      needs: 'preview',
      title: msg('Documents'),
      icon: Database,
      adds: msg('Add item'),
      addingNeeds: 'developer',
      load: pages['/developer/documents'],
    },
    {
      path: '/developer/aisle-documents',
      address: z.object({ ...listParams, edit: text, only: text }),
      needs: 'preview',
      title: msg('Documents'),
      icon: FolderPen,
      isInside: true,
      load: pages['/developer/aisle-documents'],
    },
  ],
} as const satisfies Section;

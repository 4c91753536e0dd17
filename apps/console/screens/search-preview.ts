import { Database, FolderPen, Microscope, Scale, ScanSearch, Sparkles, Target } from 'lucide-react';
import * as z from 'zod/mini';
import { id, listParams, rules, text, tried } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const searchPreview = {
  name: 'preview',
  title: msg('Search preview'),
  screens: [
    {
      path: '/developer/query-tester',
      address: z.object({ ...tried, page: id, filters: text, why: text, missing: text }),
      needs: 'developer',
      title: msg('Query tester'),
      icon: ScanSearch,
      load: () => import('#features/developer/query-tester/screen/query-tester.page.tsx'),
    },
    {
      path: '/developer/compare-results',
      address: z.object({ ...tried, a: text, b: text, filters: text }),
      needs: 'developer',
      title: msg('Compare results'),
      icon: Scale,
      load: () => import('#features/developer/compare-results/screen/compare-results.page.tsx'),
    },
    {
      path: '/developer/analyze',
      address: z.object({ term: text, schema: text }),
      needs: 'developer',
      title: msg('Analyze'),
      icon: Microscope,
      load: () => import('#features/developer/analyze/screen/analyze.page.tsx'),
    },
    {
      path: '/developer/check-items',
      address: z.object({ ...rules, show: id, table: text, term: text, elastic_item_id: text }),
      needs: 'developer',
      title: msg('Check items'),
      icon: Target,
      load: () => import('#features/developer/check-items/screen/check-items.page.tsx'),
    },
    {
      path: '/developer/recommendations',
      address: z.object({ item: text }),
      needs: 'developer',
      title: msg('Recommendations'),
      icon: Sparkles,
      load: () => import('#features/developer/recommendations/recommendations.page.tsx'),
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
      needs: 'developer',
      title: msg('Documents'),
      icon: Database,
      adds: msg('Add item'),
      load: () => import('#features/developer/documents/screen/documents.page.tsx'),
    },
    {
      path: '/developer/aisle-documents',
      address: z.object({ ...listParams, edit: text, only: text }),
      needs: 'developer',
      title: msg('Documents'),
      icon: FolderPen,
      isInside: true,
      load: () => import('#features/developer/documents/screen/aisle-documents.page.tsx'),
    },
  ],
} as const satisfies Section;

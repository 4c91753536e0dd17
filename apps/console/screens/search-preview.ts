import { Database, FolderPen, Microscope, Scale, ScanSearch, Target } from 'lucide-react';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const searchPreview: Section = {
  name: 'preview',
  title: msg('Search preview'),
  screens: [
    {
      path: '/developer/query-tester',
      needs: 'developer',
      title: msg('Query tester'),
      icon: ScanSearch,
      load: () => import('#features/developer/query-tester/screen/query-tester.page.tsx'),
    },
    {
      path: '/developer/compare-results',
      needs: 'developer',
      title: msg('Compare results'),
      icon: Scale,
      load: () => import('#features/developer/compare-results/screen/compare-results.page.tsx'),
    },
    {
      path: '/developer/analyze',
      needs: 'developer',
      title: msg('Analyze'),
      icon: Microscope,
      load: () => import('#features/developer/analyze/screen/analyze.page.tsx'),
    },
    {
      path: '/developer/check-items',
      needs: 'developer',
      title: msg('Check items'),
      icon: Target,
      load: () => import('#features/developer/check-items/screen/check-items.page.tsx'),
    },
    {
      path: '/developer/documents',
      needs: 'developer',
      title: msg('Documents'),
      icon: Database,
      adds: msg('Add item'),
      load: () => import('#features/developer/documents/screen/documents.page.tsx'),
    },
    {
      path: '/developer/aisle-documents',
      needs: 'developer',
      title: msg('Documents'),
      icon: FolderPen,
      isInside: true,
      load: () => import('#features/developer/documents/screen/aisle-documents.page.tsx'),
    },
  ],
};

import {
  CaseSensitive,
  Database,
  FileUp,
  FolderPen,
  FolderOpen,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListX,
  MessageSquareQuote,
  Microscope,
  Replace,
  Scale,
  ScanSearch,
  Table2,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Permission } from '#contract/permission.ts';
import { msg } from '#console-kit/i18n.ts';

/** The parts of the menu, in its order. */
export const sections = {
  general: msg('General'),
  analytics: msg('Analytics'),
  search: msg('Search settings'),
  data: msg('Data'),
  developer: msg('Developer'),
  access: msg('Access management'),
  owner: msg('Owner'),
  admin: msg('Super admin'),
} as const;
export type SectionName = keyof typeof sections;

export interface Screen {
  readonly path: string;
  /** Who may open it; others are sent to the dashboard. */
  readonly needs: Permission;
  readonly section: SectionName;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Reached from another screen, so neither in the menu nor in quick search. */
  readonly isInside?: true;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** Every screen behind sign-in: its address, who may open it, where it stands in the menu and where its page is. */
export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    needs: 'member',
    section: 'general',
    title: msg('Dashboard'),
    icon: LayoutDashboard,
    load: () => import('#features/dashboard/dashboard.page.tsx'),
  },
  {
    path: '/search-settings/synonyms',
    needs: 'search',
    section: 'search',
    title: msg('Synonyms'),
    icon: Replace,
    load: () => import('#features/search-settings/synonyms/synonyms.page.tsx'),
  },
  {
    path: '/developer/query-tester',
    needs: 'developer',
    section: 'developer',
    title: msg('Query tester'),
    icon: ScanSearch,
    load: () => import('#features/developer/query-tester/query-tester.page.tsx'),
  },
  {
    path: '/developer/compare-results',
    needs: 'developer',
    section: 'developer',
    title: msg('Compare results'),
    icon: Scale,
    load: () => import('#features/developer/compare-results/compare-results.page.tsx'),
  },
  {
    path: '/developer/analyze',
    needs: 'developer',
    section: 'developer',
    title: msg('Analyze'),
    icon: Microscope,
    load: () => import('#features/developer/analyze/analyze.page.tsx'),
  },
  {
    path: '/developer/chars-filter',
    needs: 'developer',
    section: 'developer',
    title: msg('Character filter'),
    icon: CaseSensitive,
    load: () => import('#features/developer/chars-filter/chars-filter.page.tsx'),
  },
  {
    path: '/developer/documents',
    needs: 'developer',
    section: 'developer',
    title: msg('Documents'),
    icon: Database,
    load: () => import('#features/developer/documents/documents.page.tsx'),
  },
  {
    path: '/developer/aisle-documents',
    needs: 'developer',
    section: 'developer',
    title: msg('Aisle documents'),
    icon: FolderPen,
    load: () => import('#features/developer/documents/aisle-documents.page.tsx'),
  },
  {
    path: '/developer/credentials',
    needs: 'developer',
    section: 'developer',
    title: msg('Credentials'),
    icon: KeyRound,
    load: () => import('#features/developer/credentials/credentials.page.tsx'),
  },
  {
    path: '/data/import',
    needs: 'data',
    section: 'data',
    title: msg('Feeds'),
    icon: FileUp,
    load: () => import('#features/data/feeds/feeds.page.tsx'),
  },
  {
    path: '/data/import/edit',
    needs: 'data',
    section: 'data',
    title: msg('Feed'),
    icon: FileUp,
    isInside: true,
    load: () => import('#features/data/feeds/feed.page.tsx'),
  },
  {
    path: '/data/import/error-data',
    needs: 'data',
    section: 'data',
    title: msg('Error data'),
    icon: ListX,
    isInside: true,
    load: () => import('#features/data/error-data/error-data.page.tsx'),
  },
  {
    path: '/data/collections',
    needs: 'data',
    section: 'data',
    title: msg('Collections'),
    icon: Layers,
    load: () => import('#features/data/collections/collections.page.tsx'),
  },
  {
    path: '/data/schema',
    needs: 'data',
    section: 'data',
    title: msg('Schema'),
    icon: Table2,
    load: () => import('#features/data/schema/schema.page.tsx'),
  },
  {
    path: '/data/import/mapping',
    needs: 'data',
    section: 'data',
    title: msg('Mapping'),
    icon: Waypoints,
    isInside: true,
    load: () => import('#features/data/mapping/mapping.page.tsx'),
  },
  {
    path: '/data/phrases',
    needs: 'data',
    section: 'data',
    title: msg('Phrases'),
    icon: MessageSquareQuote,
    load: () => import('#features/data/phrases/phrases.page.tsx'),
  },
  {
    path: '/owner/projects',
    needs: 'owner',
    section: 'owner',
    title: msg('Projects'),
    icon: FolderOpen,
    load: () => import('#features/owner/projects/projects.page.tsx'),
  },
];

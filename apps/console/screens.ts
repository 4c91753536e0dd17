import { pages } from '#apps/console/pages.ts';
import { analytics } from './screens/analytics.ts';
import { data } from './screens/data.ts';
import type { Screen, Section } from './screens/screen.ts';
import { project } from './screens/project.ts';
import { searchPreview } from './screens/search-preview.ts';
import { searchSettings } from './screens/search-settings.ts';
import { shop } from './screens/shop.ts';
import { ScrollText, Server, UserCog, LayoutDashboard, ScanSearch, UserRound } from 'lucide-react';
import * as z from 'zod/mini';
import { everywhere, id, listParams, text, tried, statistics } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';

const start = {
  name: 'start',
  title: null,
  screens: [
    {
      path: '/dashboard',
      address: z.object({ ...statistics, tab: text, table: text, fix: text }),
      needs: 'member',
      title: msg('Dashboard'),
      icon: LayoutDashboard,
      load: pages['/dashboard'],
    },
    {
      path: '/developer/query-tester',
      address: z.object({ ...tried, page: id, filters: text, why: text, missing: text }),
      needs: 'preview',
      title: msg('Query tester'),
      icon: ScanSearch,
      load: pages['/developer/query-tester'],
    },
    {
      path: '/profile',
      address: z.object({ ...listParams }),
      needs: 'user',
      title: msg('Profile'),
      icon: UserRound,
      isInside: true,
      load: pages['/profile'],
    },
  ],
} as const satisfies Section;

const server = {
  name: 'server',
  title: msg('Server'),
  screens: [
    {
      path: '/super-admin/all-users',
      address: z.object({ ...listParams, account: id, role: text, status: text, second_factor: text }),
      needs: 'admin',
      title: msg('All users'),
      icon: UserCog,
      load: pages['/super-admin/all-users'],
    },
    {
      path: '/super-admin/api-logs',
      address: z.object({
        ...listParams,
        call: id,
        project_id: text,
        user_id: text,
        path: text,
        from: text,
        status: text,
        slower_than: text,
        range: text,
      }),
      needs: 'admin',
      title: msg('API logs'),
      icon: ScrollText,
      load: pages['/super-admin/api-logs'],
    },
    {
      path: '/super-admin/settings',
      address: everywhere,
      needs: 'admin',
      title: msg('Server settings'),
      icon: Server,
      load: pages['/super-admin/settings'],
    },
  ],
} as const satisfies Section;

export const sections: readonly Section[] = [start, analytics, searchSettings, searchPreview, data, shop, project, server];

const all = [
  ...start.screens,
  ...analytics.screens,
  ...searchSettings.screens,
  ...searchPreview.screens,
  ...data.screens,
  ...shop.screens,
  ...project.screens,
  ...server.screens,
] as const;
export type Screens = typeof all;
export const screens: readonly Screen[] = all;

import { LayoutDashboard, UserRound } from 'lucide-react';
import * as z from 'zod/mini';
import { listParams, statistics, text } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const start = {
  name: 'start',
  title: null,
  screens: [
    {
      path: '/dashboard',
      address: z.object({ ...statistics, tab: text, table: text, fix: text }),
      needs: 'member',
      title: msg('Dashboard'),
      icon: LayoutDashboard,
      load: () => import('#features/dashboard/screen/dashboard.page.tsx'),
    },
    {
      path: '/profile',
      address: z.object({ ...listParams }),
      needs: 'user',
      title: msg('Profile'),
      icon: UserRound,
      isInside: true,
      load: () => import('#features/account/profile/screen/profile.page.tsx'),
    },
  ],
} as const satisfies Section;

import { LayoutDashboard, UserRound } from 'lucide-react';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const start: Section = {
  name: 'start',
  title: null,
  screens: [
    {
      path: '/dashboard',
      needs: 'member',
      title: msg('Dashboard'),
      icon: LayoutDashboard,
      load: () => import('#features/dashboard/screen/dashboard.page.tsx'),
    },
    {
      path: '/profile',
      needs: 'user',
      title: msg('Profile'),
      icon: UserRound,
      isInside: true,
      load: () => import('#features/account/profile/screen/profile.page.tsx'),
    },
  ],
};

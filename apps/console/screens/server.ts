import { ScrollText, UserCog } from 'lucide-react';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const server: Section = {
  name: 'server',
  title: msg('Server'),
  screens: [
    {
      path: '/super-admin/all-users',
      needs: 'admin',
      title: msg('All users'),
      icon: UserCog,
      load: () => import('#features/super-admin/all-users/screen/all-users.page.tsx'),
    },
    {
      path: '/super-admin/api-logs',
      needs: 'admin',
      title: msg('API logs'),
      icon: ScrollText,
      load: () => import('#features/super-admin/api-logs/screen/api-logs.page.tsx'),
    },
  ],
};

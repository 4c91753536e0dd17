import { ScrollText, UserCog } from 'lucide-react';
import * as z from 'zod/mini';
import { id, listParams, text } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const server = {
  name: 'server',
  title: msg('Server'),
  screens: [
    {
      path: '/super-admin/all-users',
      address: z.object({ ...listParams, account: id, role: text, status: text, second_factor: text }),
      needs: 'admin',
      title: msg('All users'),
      icon: UserCog,
      load: () => import('#features/super-admin/all-users/screen/all-users.page.tsx'),
    },
    {
      path: '/super-admin/api-logs',
      address: z.object({
        ...listParams,
        call: id,
        project_id: text,
        user_id: text,
        path: text,
        status: text,
        slower_than: text,
        range: text,
      }),
      needs: 'admin',
      title: msg('API logs'),
      icon: ScrollText,
      load: () => import('#features/super-admin/api-logs/screen/api-logs.page.tsx'),
    },
  ],
} as const satisfies Section;

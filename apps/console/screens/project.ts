import { FileCog, FolderOpen, Settings2, Users } from 'lucide-react';
import * as z from 'zod/mini';
import { everywhere, id, listParams, record, text } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const project = {
  name: 'project',
  title: msg('Project'),
  screens: [
    {
      path: '/access-management/users',
      address: z.object({ ...listParams, edit: record, group: text, status: text }),
      needs: 'access',
      title: msg('Users'),
      icon: Users,
      adds: msg('Invite user'),
      load: () => import('#features/access-management/users/screen/users.page.tsx'),
    },
    {
      path: '/owner/project',
      address: z.object({ id }),
      needs: 'owner',
      title: msg('Project settings'),
      icon: Settings2,
      load: () => import('#features/owner/projects/screen/project-settings.page.tsx'),
    },
    {
      path: '/owner/projects',
      address: z.object({ ...listParams, state: text }),
      needs: 'owner',
      isOfAnyProject: true,
      title: msg('Projects'),
      icon: FolderOpen,
      load: () => import('#features/owner/projects/screen/projects.page.tsx'),
    },
    {
      path: '/owner/project-file',
      address: everywhere,
      needs: 'owner',
      title: msg('Project as a file'),
      icon: FileCog,
      isInside: true,
      load: () => import('#features/owner/project-file/project-file.page.tsx'),
    },
  ],
} as const satisfies Section;

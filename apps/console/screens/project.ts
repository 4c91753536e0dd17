import { pages } from '#apps/console/pages.ts';
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
      load: pages['/access-management/users'],
    },
    {
      path: '/owner/project',
      address: z.object({ id }),
      needs: 'owner',
      title: msg('Project settings'),
      icon: Settings2,
      load: pages['/owner/project'],
    },
    {
      path: '/owner/projects',
      address: z.object({ ...listParams, state: text }),
      needs: 'owner',
      isOfAnyProject: true,
      title: msg('Projects'),
      icon: FolderOpen,
      load: pages['/owner/projects'],
    },
    {
      path: '/owner/project-file',
      address: everywhere,
      needs: 'owner',
      title: msg('Project as a file'),
      icon: FileCog,
      isInside: true,
      load: pages['/owner/project-file'],
    },
  ],
} as const satisfies Section;

import { FolderOpen } from 'lucide-react';
import { msg } from '#console-kit/text/i18n.ts';
import type { Section } from './screen.ts';

/** The project itself, and the others. */
export const project: Section = {
  name: 'project',
  title: msg('Project'),
  screens: [
    {
      path: '/owner/projects',
      needs: 'owner',
      title: msg('Projects'),
      icon: FolderOpen,
      load: () => import('#features/owner/projects/projects.page.tsx'),
    },
  ],
};

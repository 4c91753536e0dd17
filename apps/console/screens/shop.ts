import { FolderTree, KeyRound, LayoutList, Puzzle, ServerCog } from 'lucide-react';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const shop: Section = {
  name: 'shop',
  title: msg('Shop'),
  screens: [
    {
      path: '/developer/plugin',
      needs: 'developer',
      title: msg('Shop plugin'),
      icon: Puzzle,
      load: () => import('#features/developer/plugin/screen/plugin.page.tsx'),
    },
    {
      path: '/developer/result-settings',
      needs: 'developer',
      title: msg('Result settings'),
      icon: LayoutList,
      load: () => import('#features/developer/result-settings/screen/result-settings.page.tsx'),
    },
    {
      path: '/developer/result-settings/catalog',
      needs: 'developer',
      title: msg('Catalogue settings'),
      icon: FolderTree,
      load: () => import('#features/developer/catalog-settings/screen/catalog-settings.page.tsx'),
    },
    {
      path: '/developer/frontapi/endpoints',
      needs: 'developer',
      title: msg('Endpoint configuration'),
      icon: ServerCog,
      load: () => import('#features/developer/endpoints/screen/endpoints.page.tsx'),
    },
    {
      path: '/developer/credentials',
      needs: 'developer',
      title: msg('Credentials'),
      icon: KeyRound,
      load: () => import('#features/developer/credentials/screen/credentials.page.tsx'),
    },
  ],
};

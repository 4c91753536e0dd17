import { pages } from '#apps/console/pages.ts';
import { FolderTree, KeyRound, LayoutList, Puzzle, ServerCog } from 'lucide-react';
import * as z from 'zod/mini';
import { everywhere, listParams, record, text } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const shop = {
  name: 'shop',
  title: msg('Shop'),
  screens: [
    {
      path: '/developer/plugin',
      address: z.object({ q: text, tab: text, shop: text }),
      needs: 'developer',
      title: msg('Shop plugin'),
      icon: Puzzle,
      load: pages['/developer/plugin'],
    },
    {
      path: '/developer/result-settings',
      address: z.object({ q: text, tab: text, part: text }),
      needs: 'developer',
      title: msg('Result settings'),
      icon: LayoutList,
      load: pages['/developer/result-settings'],
    },
    {
      path: '/developer/result-settings/catalog',
      address: z.object({ ...listParams, tab: text, part: text, path: text }),
      needs: 'developer',
      title: msg('Catalogue settings'),
      icon: FolderTree,
      load: pages['/developer/result-settings/catalog'],
    },
    {
      path: '/developer/frontapi/endpoints',
      address: z.object({ ...listParams, edit: record, published: text, tab: text }),
      needs: 'developer',
      title: msg('Endpoint configuration'),
      isRare: true,
      icon: ServerCog,
      load: pages['/developer/frontapi/endpoints'],
    },
    {
      path: '/developer/credentials',
      address: everywhere,
      needs: 'developer',
      title: msg('Credentials'),
      icon: KeyRound,
      load: pages['/developer/credentials'],
    },
  ],
} as const satisfies Section;

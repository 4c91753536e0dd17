import { KeyRound } from 'lucide-react';
import { msg } from '#console-kit/text/i18n.ts';
import type { Section } from './screen.ts';

/** How the shop is connected. */
export const shop: Section = {
  name: 'shop',
  title: msg('Shop'),
  screens: [
    {
      path: '/developer/credentials',
      needs: 'developer',
      title: msg('Credentials'),
      icon: KeyRound,
      load: () => import('#features/developer/credentials/credentials.page.tsx'),
    },
  ],
};

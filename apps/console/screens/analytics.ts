import { Flame, History, Keyboard, SearchX, TrendingUp } from 'lucide-react';
import * as z from 'zod/mini';
import { id, listParams, record, statistics, text } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';
import type { Section } from './screen.ts';

export const analytics = {
  name: 'analytics',
  title: msg('Analytics'),
  screens: [
    {
      path: '/analytics/trending-searches',
      address: z.object({ ...listParams, ...statistics, only: text, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Search trends'),
      icon: TrendingUp,
      load: () => import('#features/analytics/search-trends/screen/search-trends.page.tsx'),
    },
    {
      path: '/analytics/trending-searches/item',
      address: z.object({ ...listParams, ...statistics, q: text, edit: record, term: text, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Query'),
      icon: TrendingUp,
      isInside: true,
      load: () => import('#features/analytics/search-trends/screen/query.page.tsx'),
    },
    {
      path: '/analytics/searches-without-results',
      address: z.object({ ...listParams, ...statistics, state: text, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Without results'),
      icon: SearchX,
      load: () => import('#features/analytics/searches-without-results/screen/searches-without-results.page.tsx'),
    },
    {
      path: '/analytics/trending-items',
      address: z.object({ ...listParams, ...statistics, only: text, promote: text, of: id }),
      needs: 'analytics',
      title: msg('Trending items'),
      icon: Flame,
      load: () => import('#features/analytics/trending-items/screen/trending-items.page.tsx'),
    },
    {
      path: '/analytics/trending-item',
      address: z.object({ ...listParams, ...statistics, id: text, counted: text, table: text, promote: text, of: id }),
      needs: 'analytics',
      title: msg('Item'),
      icon: Flame,
      isInside: true,
      load: () => import('#features/analytics/trending-items/screen/trending-item.page.tsx'),
    },
    {
      path: '/analytics/history-query/search',
      address: z.object({ ...listParams, ...statistics, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Search history'),
      icon: History,
      load: () => import('#features/analytics/search-history/screen/search-history.page.tsx'),
    },
    {
      path: '/analytics/history-query/autocomplete',
      address: z.object({ ...listParams, ...statistics, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Autocomplete history'),
      icon: Keyboard,
      load: () => import('#features/analytics/search-history/screen/autocomplete-history.page.tsx'),
    },
  ],
} as const satisfies Section;

import { pages } from '#apps/console/pages.ts';
import { CalendarDays, Flame, History, Keyboard, SearchX, TrendingUp } from 'lucide-react';
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
      load: pages['/analytics/trending-searches'],
    },
    {
      path: '/analytics/trending-searches/item',
      address: z.object({ ...listParams, ...statistics, q: text, edit: record, term: text, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Query'),
      icon: TrendingUp,
      isInside: true,
      load: pages['/analytics/trending-searches/item'],
    },
    {
      path: '/analytics/searches-without-results',
      address: z.object({ ...listParams, ...statistics, state: text, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Without results'),
      icon: SearchX,
      load: pages['/analytics/searches-without-results'],
    },
    {
      path: '/analytics/trending-items',
      address: z.object({ ...listParams, ...statistics, only: text, promote: text, of: id }),
      needs: 'analytics',
      title: msg('Trending items'),
      icon: Flame,
      load: pages['/analytics/trending-items'],
    },
    {
      path: '/analytics/trending-item',
      address: z.object({ ...listParams, ...statistics, id: text, counted: text, table: text, promote: text, of: id }),
      needs: 'analytics',
      title: msg('Item'),
      icon: Flame,
      isInside: true,
      load: pages['/analytics/trending-item'],
    },
    {
      path: '/analytics/weekly-report',
      address: z.object({ day: text, fix: text }),
      needs: 'analytics',
      title: msg('Weekly report'),
      icon: CalendarDays,
      load: pages['/analytics/weekly-report'],
    },
    {
      path: '/analytics/history-query/search',
      address: z.object({ ...listParams, ...statistics, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Search history'),
      isRare: true,
      icon: History,
      load: pages['/analytics/history-query/search'],
    },
    {
      path: '/analytics/history-query/autocomplete',
      address: z.object({ ...listParams, ...statistics, table: text, fix: text }),
      needs: 'analytics',
      title: msg('Autocomplete history'),
      isRare: true,
      icon: Keyboard,
      load: pages['/analytics/history-query/autocomplete'],
    },
  ],
} as const satisfies Section;

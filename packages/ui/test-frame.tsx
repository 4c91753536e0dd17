import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { id, parseAddress, record, writeAddress } from './state/address.ts';
import * as z from 'zod/mini';
import { useLanguage } from './text/i18n.ts';
import { Toasts } from './dialog/toasts.tsx';

/** Parts of a page are lazy, and other tests may hold the processor. */
const asyncUtilTimeout = 5_000;
configure({ asyncUtilTimeout });

/** The console's schemas are unknown here. */
const numbers = z.object({
  c: id,
  page: id,
  edit: record,
  show: id,
  release: id,
  import: id,
  impact: id,
  queries: id,
  like: id,
  call: id,
  low: id,
});

/** For tests: renders with an address, calls and toasts. */
export async function renderAt(address: string, content: () => ReactNode) {
  function Shown() {
    useLanguage();
    return content();
  }
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: Shown,
    validateSearch: (search) => ({ ...search, ...z.parse(numbers, search) }),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPendingMinMs: 0,
  });
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router };
}

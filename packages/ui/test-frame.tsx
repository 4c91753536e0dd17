import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { parseAddress, writeAddress } from './state/address.ts';
import { useLanguage } from './text/i18n.ts';
import { Toasts } from './dialog/toasts.tsx';

/** Parts of a page are lazy, and other tests may hold the processor. */
const asyncUtilTimeout = 5_000;
configure({ asyncUtilTimeout });

/** For tests: renders with an address, calls and toasts. */
export async function renderAt(address: string, content: () => ReactNode) {
  function Shown() {
    useLanguage();
    return content();
  }
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '$', component: Shown });
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

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { parseAddress, writeAddress } from '#console-kit/address.ts';
import { guardScreen } from './guard.ts';
import { inTime } from './loading.ts';
import type { LoadPage } from './public-pages.ts';
import { RouteError } from './route-error.tsx';
import { screens, type Screen } from './screens.tsx';
import { Shell } from './shell/shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen that a route shows, for the shell around it. */
    screen?: Screen;
  }
}

const scrollAfterMs = 100;
const pageOf = (load: LoadPage) => lazyRouteComponent(() => inTime(load));

const rootRoute = createRootRoute({ component: Outlet });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
});

const screenRoutes = screens.map((screen) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: screen.path,
    component: pageOf(screen.load),
    staticData: { screen },
    beforeLoad: (arrival) => {
      // The code of the page is fetched while the session is verified. A failure shows when the page itself is loaded.
      screen.load().catch(() => undefined);
      return guardScreen(screen, arrival);
    },
  }),
);

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/404', reloadDocument: true, replace: true });
  },
});

/** The addresses of all screens behind sign-in. */
export function createConsoleRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([homeRoute, shellRoute.addChildren(screenRoutes), unknownRoute]),
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
  });
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) setTimeout(() => window.scrollTo({ top: 0 }), scrollAfterMs);
  });
  return router;
}

import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
  useRouter,
} from '@tanstack/react-router';
import { RowSkeletons, skeletonAfterMs } from '#ui/page/states.tsx';
import { currentSession } from '#ui/state/session.ts';
import { projectParameter } from '#ui/state/tab.ts';
import { type Address, parseAddress, writeAddress } from '#ui/state/address.ts';
import ErrorPage from './failures/error.page.tsx';
import { guardScreen } from './session/guard.ts';
import { type LoadPage, loadPage } from './loading.ts';
import { screens } from './screens.ts';
import { isOpenTo } from './screens/open-screen.ts';
import type { Screen } from './screens/screen.ts';
import { Shell } from './shell/shell.tsx';
import { Failure } from './failures/failure.tsx';
import { Page } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';

interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Whether another screen, or another page of its list, is shown; other filters and dialogs leave the reader where they are. */
export const isOtherView = (from: Place | undefined, to: Place): boolean =>
  from === undefined || from.pathname !== to.pathname || (from.search['page'] ?? '1') !== (to.search['page'] ?? '1');

/** A screen that is on its way, in place of the one before: what it is called, and where its content will be. */
const pendingScreen = ({ title }: Pick<Screen, 'title'>) =>
  function PendingScreen() {
    return (
      <Page title={t(title)}>
        <RowSkeletons />
      </Page>
    );
  };

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}

const scrollAfterMs = 100;
const pageOf = (load: LoadPage) => lazyRouteComponent(() => loadPage(load));

/** Every address carries its project, so links within the console stay in it unless they name another one. */
const rootRoute = createRootRoute({
  component: Outlet,
  validateSearch: (search): Address => search as Address,
  search: { middlewares: [retainSearchParams<Address>([projectParameter])] },
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/dashboard', search, replace: true });
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
    pendingComponent: pendingScreen(screen),
    staticData: { screen },
    beforeLoad: (arrival) => {
      // The code of the page is fetched while the session is verified. A failure shows when the page itself is loaded.
      screen.load().catch(() => undefined);
      return guardScreen(screen, arrival);
    },
  }),
);

/** `/data` and the like lead to the first of their screens that the person may open. */
const folderRoutes = [...new Set(screens.map(({ path }) => `/${path.split('/')[1]}`))]
  .filter((folder) => !screens.some(({ path }) => path === folder))
  .map((folder) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path: folder,
      beforeLoad: async (arrival) => {
        await guardScreen({ needs: 'user' }, arrival);
        const session = currentSession();
        const inside = screens.filter(({ path, isInside }) => path.startsWith(`${folder}/`) && !isInside);
        const first = session && inside.find((screen) => isOpenTo(session, screen));
        throw redirect({ to: first?.path ?? '/dashboard', replace: true });
      },
    }),
  );

/** As it is outside of the router, for whoever is led here while the server is away and no other page can be loaded. */
const errorRoute = createRoute({ getParentRoute: () => rootRoute, path: '/custom-error/$page', component: ErrorPage });

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/404', reloadDocument: true, replace: true });
  },
});

export function createConsoleRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      homeRoute,
      ...folderRoutes,
      shellRoute.addChildren(screenRoutes),
      errorRoute,
      unknownRoute,
    ]),
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    // A faster answer leads from screen to screen with nothing between them.
    defaultPendingMs: skeletonAfterMs,
    defaultPendingMinMs: 0,
  });
  router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
    if (isOtherView(fromLocation, toLocation)) setTimeout(() => window.scrollTo({ top: 0 }), scrollAfterMs);
  });
  return router;
}

/** Instead of a screen that failed to load or to render; the shell around it lives on. */
function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <Failure error={error} retry={retry} />;
}

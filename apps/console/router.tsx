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
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { RowSkeletons, Settled, skeletonAfterMs } from '#ui/page/states.tsx';
import { currentSession } from '#ui/state/session.ts';
import { projectParameter } from '#ui/state/tab.ts';
import { everywhere, parseAddress, writeAddress } from '#ui/state/address.ts';
import ErrorPage from './failures/error.page.tsx';
import { errorPages } from './session/addresses.ts';
import { guardScreen } from './session/guard.ts';
import { type LoadPage, loadPage } from './loading.ts';
import { screens, type Screens } from './screens.ts';
import { isOpenTo, type Screen } from './screens/screen.ts';
import { searchSettings } from './screens/search-settings.ts';
import { LiveBar, Shell } from './shell/shell.tsx';
import { Failure } from './failures/failure.tsx';
import { Page } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';

interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Filters and dialogs keep the scroll position. */
export const isOtherView = (from: Place | undefined, to: Place): boolean =>
  from === undefined || from.pathname !== to.pathname || (from.search['page'] ?? '1') !== (to.search['page'] ?? '1');

let isPending = false;

const pendingScreen = ({ title }: Pick<Screen, 'title'>) =>
  function PendingScreen() {
    useEffect(() => {
      isPending = true;
      return () => void (isPending = false);
    }, []);
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
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

const scrollAfterMs = 100;

const pageOf = (load: LoadPage) =>
  lazyRouteComponent(async () => {
    const { default: Content } = await loadPage(load);
    const SettledPage = () => (
      <Settled isOver={() => isPending}>
        <Content />
      </Settled>
    );
    return { default: SettledPage };
  });

/** Links keep the project of the address. */
const rootRoute = createRootRoute({
  component: Outlet,
  validateSearch: (search) => z.parse(everywhere, search),
  search: { middlewares: [retainSearchParams<z.output<typeof everywhere>>([projectParameter])] },
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

/** The dashboard, which most visits begin with, does without the styles of other screens. */
const loadWhole = async ({ path, load }: Screen): ReturnType<LoadPage> => {
  const hasLiveBar = searchSettings.screens.some((screen) => screen.path === path);
  const beside = [path === '/dashboard' || import('#ui/page/styles.ts'), hasLiveBar && LiveBar.load()];
  return (await Promise.all([load(), ...beside]))[0];
};

const screenRoute = <const Path extends string, Params extends z.ZodMiniObject>(screen: Screen<Path, Params>) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: screen.path,
    validateSearch: (search: Readonly<Record<string, unknown>>) => z.parse(screen.address, search),
    component: pageOf(() => loadWhole(screen)),
    pendingComponent: pendingScreen(screen),
    staticData: { screen },
    beforeLoad: (arrival) => {
      // Fetches the code during the session check. The route reports a failure.
      loadWhole(screen).catch(() => undefined);
      return guardScreen(screen, arrival);
    },
  });

type RouteOf<S> = S extends Screen<infer Path, infer Params> ? ReturnType<typeof screenRoute<Path, Params>> : never;
type RoutesOf<Screens extends readonly unknown[]> = { -readonly [K in keyof Screens]: RouteOf<Screens[K]> };
const screenRoutes = screens.map((screen) => screenRoute(screen)) as unknown as RoutesOf<Screens>;

/** `/data` redirects to the first of its screens that is open to the person. */
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

const toNotFound = () => redirect({ href: '/404', reloadDocument: true, replace: true });

const errorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/custom-error/$page',
  component: ErrorPage,
  beforeLoad: ({ params }) => {
    if (!Object.values<string>(errorPages).includes(params.page)) throw toNotFound();
  },
});

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw toNotFound();
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
    defaultPendingMs: skeletonAfterMs,
    defaultPendingMinMs: 0,
  });
  router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
    if (isOtherView(fromLocation, toLocation)) setTimeout(() => window.scrollTo({ top: 0 }), scrollAfterMs);
  });
  return router;
}

function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <Failure error={error} retry={retry} />;
}

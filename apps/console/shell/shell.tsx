import { useDisclosure, useReducedMotion } from '@mantine/hooks';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Outlet, useBlocker, useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, type RefObject, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { needsProject } from '#contract/permission.ts';
import { ConfirmDialog } from '#ui/dialog/confirm.tsx';
import { t, useLanguage } from '#ui/text/i18n.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { useSession, useAllowed, useProject, setOwnProjects } from '#ui/state/session.ts';
import { Toasts } from '#ui/dialog/toasts.tsx';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { queryClient } from '#apps/console/query-client.ts';
import { blockText, ProjectDeleted, InactiveBar } from '#features/owner/projects/screen/project-notices.panel.tsx';
import { useAsideState, Aside, AsideDrawer } from './menu/aside.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { KeysDialog, SessionEndedDialog } from './dialogs.tsx';
import { TopBar, useNarrow } from './top-bar/top-bar.tsx';
import classes from './shell.module.css';
import '@mantine/core/styles/Kbd.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Table.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { selectCollection, setCollections, useCollection } from '#ui/collection/collection.ts';
import { query } from '#ui/calls/queries.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { type Address, useAddress } from '#ui/state/address.ts';
import { searchSettings } from '#apps/console/screens/search-settings.ts';
import { inTime } from '#apps/console/loading.ts';
import { useFeeds } from './menu/badges.ts';
import { later } from '#ui/page/later.tsx';
import { RefetchBar, Empty } from '#ui/page/states.tsx';
import { Button, ActionIcon } from '@mantine/core';
import { Lock, ArrowUp } from 'lucide-react';
import { listProjects } from '#features/owner/projects/projects.contract.ts';

const appearsAfterPx = 300;
const scrollMs = 600;

function ScrollToTop() {
  const isFarDown = useFarDown();
  const isReduced = useReducedMotion();
  if (!isFarDown) return null;
  return (
    <ActionIcon
      className={classes.toTop}
      variant="default"
      size={40}
      radius="xl"
      aria-label={t('Scroll to top')}
      onClick={() => scrollToTop(isReduced ? 0 : scrollMs)}
    >
      <ArrowUp size={18} aria-hidden />
    </ActionIcon>
  );
}

/** Listens only after scrolling: reading the position earlier forces a layout. */
function useFarDown(): boolean {
  const [isFarDown, setIsFarDown] = useState(false);
  useEffect(() => {
    const follow = () => setIsFarDown(window.scrollY > appearsAfterPx);
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isFarDown;
}

function scrollToTop(durationMs: number): void {
  const from = window.scrollY;
  const startedAt = performance.now();
  const step = (now: number) => {
    const share = durationMs === 0 ? 1 : Math.min(1, (now - startedAt) / durationMs);
    window.scrollTo(0, from * (1 - share) ** 3);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

const subjects = ['id', 'c'] as const;

/** On another screen, record or collection. */
export function isOtherPage(current: Place, next: Place): boolean {
  const [from, to] = [current.search as Address, next.search as Address];
  const isOther = (name: (typeof subjects)[number]): boolean =>
    from[name] !== undefined && to[name] !== undefined && from[name] !== to[name];
  return current.pathname !== next.pathname || subjects.some(isOther);
}

/** The dashboard itself is loaded without these styles. */
const FirstProject = lazy(() =>
  inTime(async () => {
    const panel = import('#features/owner/projects/screen/first-project.panel.tsx');
    return (await Promise.all([panel, import('#ui/page/styles.ts')]))[0];
  }),
);

function NoProject() {
  const [address, change] = useAddress();
  const isAsked = address['dialog'] === 'add-project';
  useEffect(() => {
    if (isAsked) change({ dialog: undefined }, { isReplacing: true });
  }, [isAsked, change]);
  return (
    <Suspense>
      <FirstProject />
    </Suspense>
  );
}

const dialogs: Readonly<Record<string, ComponentType<{ readonly onClose: () => void }>>> = {
  'add-project': lazy(() => inTime(() => import('#features/owner/projects/screen/add-project.dialog.tsx'))),
  item: lazy(() => inTime(() => import('#features/general/quick-search/item.dialog.tsx'))),
};

function Dialogs() {
  const [address, change] = useAddress();
  const name = address['dialog'];
  const Dialog = name === undefined ? undefined : dialogs[name];
  if (!Dialog) return null;
  return (
    <Suspense>
      <Dialog onClose={() => change({ dialog: undefined })} />
    </Suspense>
  );
}

export function Shell() {
  useLanguage();
  const session = useSession();
  // Deferred, so that a slow phone stays responsive during the first render.
  const isDue = useDeferredValue(true, false);
  if (!session || !isDue) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
      <Dialogs />
      <ConfirmDialog />
      <SessionEndedDialog />
      <Toasts />
    </QueryClientProvider>
  );
}

function Frame() {
  const isNarrow = useNarrow();
  const aside = useAsideState();
  const [isMenuOpen, menu] = useDisclosure();
  const main = useRef<HTMLElement>(null);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => !(await mayLeave({ isOtherPage: isOtherPage(current, next) })),
    enableBeforeUnload: () => hasUnsaved(),
  });
  return (
    <div className={classes.shell} data-collapsed={aside.isCollapsed || aside.isOver}>
      <a className={classes.skip} href="#main">
        {t('Skip to content')}
      </a>
      <ProgressBar />
      <FocusOnNavigation
        main={main}
        onNavigated={() => {
          menu.close();
          aside.settle();
        }}
      />
      <Followers />
      {!isNarrow && <Aside {...aside} />}
      <AsideDrawer isOpen={isMenuOpen} onClose={menu.close} />
      <div className={classes.column}>
        <TopBar onMenu={menu.open} />
        <ConnectionBar />
        <main id="main" className={classes.main} tabIndex={-1} ref={main}>
          <InactiveBar />
          <RebuildBar isOpen />
          <LiveChanges />
          <Content />
        </main>
      </div>
      <ScrollToTop />
      <KeysDialog />
    </div>
  );
}

const ImportWatch = later(async () => (await import('#features/data/feeds/screen/import-watch.tsx')).ImportWatch);
const RebuildBar = later(async () => (await import('#features/data/collections/screen/recreate.panel.tsx')).RebuildBar);
export const LiveBar = later(async () => (await import('#features/search-settings/releases/screen/live-bar.panel.tsx')).LiveBar);

function LiveChanges() {
  const isIn = useProject() !== null;
  const isAllowed = useAllowed('search');
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.screen?.path });
  const [{ gate, waiting }] = useAddress();
  const shownPath = searchSettings.screens.find((screen) => screen.path === path)?.path ?? null;
  const isOpen = gate === 'live' || waiting !== undefined;
  if (!isIn || !isAllowed || (shownPath === null && !isOpen)) return null;
  return <LiveBar path={shownPath} isOpen />;
}

function Content() {
  const screen = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.screen });
  const session = useSession();
  if (session?.deletedBy !== undefined) return <ProjectDeleted person={session.deletedBy} />;
  if (session?.isProjectRefused) return <ProjectRefused />;
  const needsOne = screen !== undefined && needsProject(screen.needs) && screen.isOfAnyProject !== true;
  const isWithoutProject = needsOne && !session?.project;
  return isWithoutProject ? <NoProject /> : <Outlet />;
}

/** Keeps collections, projects and imports up to date on any screen. A component, so that the frame doesn't render again. */
function Followers() {
  const project = useProject();
  const isIn = project !== null;
  const collections = useQuery({ ...query(listCollections, {}), enabled: isIn }).data;
  const projects = useQuery(query(listProjects, {})).data;
  const id = useCollection()?.id;
  useEffect(() => {
    if (project && collections) setCollections(project.id, collections);
  }, [project, collections]);
  useEffect(() => {
    if (id !== undefined) selectCollection(id);
  }, [id]);
  useEffect(() => {
    if (projects) setOwnProjects(projects);
  }, [projects]);
  return <ImportWatch isOpen feeds={useFeeds()} />;
}

interface FocusProps {
  readonly main: RefObject<HTMLElement | null>;
  readonly onNavigated: () => void;
}

/** A component, so that the frame doesn't render again. */
function FocusOnNavigation({ main, onNavigated }: FocusProps) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    if (path === shownPath.current) return;
    const isFirst = shownPath.current === undefined;
    shownPath.current = path;
    onNavigated();
    if (!isFirst && main.current?.contains(document.activeElement) === false) main.current.focus({ preventScroll: true });
  }, [path, main, onNavigated]);
  return null;
}

function ProgressBar() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return (
    <div className={classes.progress}>
      <RefetchBar isMoving={isLoading} />
    </div>
  );
}

function ProjectRefused() {
  const { blockedIn = [] } = useSession() ?? {};
  return (
    <Empty
      icon={Lock}
      headingOrder={1}
      title={t('This project is not open to you')}
      text={
        blockedIn.length > 0
          ? blockedIn.map(blockText).join(' ')
          : t('You have no access to this project, or it no longer exists. Ask its owner to invite you.')
      }
      action={
        <Button component="a" href="/dashboard">
          {t('Go to the dashboard')}
        </Button>
      }
    />
  );
}

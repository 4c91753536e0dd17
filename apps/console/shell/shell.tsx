import { useDisclosure } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useBlocker, useRouterState } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { needsProject } from '#contract/permission.ts';
import { ConfirmDialog } from '#console-kit/confirm.tsx';
import { useText } from '#console-kit/i18n.ts';
import { mayLeave } from '#console-kit/may-leave.ts';
import { useSession } from '#console-kit/session.ts';
import { Toasts } from '#console-kit/toast.tsx';
import { hasUnsaved } from '#console-kit/unsaved.ts';
import { queryClient } from '#console/query-client.ts';
import { useAsideState } from './aside-state.ts';
import { Aside, AsideDrawer } from './aside.tsx';
import { CollectionLoader } from './collection-loader.tsx';
import { Dialogs } from './dialogs.tsx';
import { ImportFollower } from './import-follower.tsx';
import { useNarrow } from './narrow.ts';
import { NoProject } from './no-project.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RecreateFollower } from './recreate-follower.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNavigation } from './focus-on-navigation.ts';
import classes from './shell.module.css';
import './styles.ts';

/** What stands around every screen behind sign-in. */
export function Shell() {
  const session = useSession();
  // What is false at first and true a moment later is drawn in slices, so that a slow phone answers touches meanwhile.
  const isDue = useDeferredValue(true, false);
  if (!session || !isDue) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
      <Dialogs />
      <ConfirmDialog />
      <Toasts />
    </QueryClientProvider>
  );
}

function Frame() {
  const t = useText();
  const isNarrow = useNarrow();
  const [isCollapsed, toggleCollapsed] = useAsideState();
  const [isMenuOpen, menu] = useDisclosure();
  const main = useFocusOnNavigation(menu.close);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => !(await mayLeave({ isOtherPage: current.pathname !== next.pathname })),
    enableBeforeUnload: () => hasUnsaved(),
  });
  return (
    <div className={classes.shell} data-collapsed={isCollapsed}>
      <a className={classes.skip} href="#main">
        {t('Skip to content')}
      </a>
      <ProgressBar />
      <CollectionLoader />
      <ImportFollower />
      <RecreateFollower />
      {!isNarrow && <Aside isCollapsed={isCollapsed} onToggle={toggleCollapsed} />}
      <AsideDrawer isOpen={isMenuOpen} onClose={menu.close} />
      <div className={classes.column}>
        <TopBar onMenu={menu.open} />
        <main id="main" className={classes.main} tabIndex={-1} ref={main}>
          <Content />
        </main>
      </div>
      <ScrollToTop />
    </div>
  );
}

/** The screen, unless it is about a project and there is none yet. */
function Content() {
  const screen = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.screen });
  const session = useSession();
  const isWithoutProject = screen !== undefined && needsProject(screen.needs) && !session?.project;
  return isWithoutProject ? <NoProject /> : <Outlet />;
}

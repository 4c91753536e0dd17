import { useDisclosure } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useBlocker, useRouterState } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { needsProject } from '#contract/permission.ts';
import { ConfirmDialog } from '#console-kit/dialog/confirm.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { mayLeave } from '#console-kit/dialog/may-leave.ts';
import { useSession } from '#console-kit/session/session.ts';
import { Toasts } from '#console-kit/dialog/toast.tsx';
import { hasUnsaved } from '#console-kit/dialog/unsaved.ts';
import { queryClient } from '#console/query-client.ts';
import { ProjectDeleted } from '#features/owner/projects/deletion/project-deleted.panel.tsx';
import { InactiveBar } from '#features/owner/projects/settings/inactive-bar.panel.tsx';
import { isOtherPage } from './other-page.ts';
import { useAsideState } from './aside-state.ts';
import { Aside, AsideDrawer } from './aside.tsx';
import { CollectionLoader } from './collection-loader.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Dialogs } from './dialogs.tsx';
import { ImportFollower } from './import-follower.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { useNarrow } from './narrow.ts';
import { NoProject } from './no-project.tsx';
import { ProjectRefused } from './project-refused.tsx';
import { ProjectsLoader } from './projects-loader.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RecreateFollower } from './recreate-follower.tsx';
import { RegenerationFollower } from './regeneration-follower.tsx';
import { SessionEndedDialog } from './session-ended-dialog.tsx';
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
      <SessionEndedDialog />
      <Toasts />
    </QueryClientProvider>
  );
}

function Frame() {
  const t = useText();
  const isNarrow = useNarrow();
  const aside = useAsideState();
  const [isMenuOpen, menu] = useDisclosure();
  const main = useFocusOnNavigation(() => {
    menu.close();
    aside.settle();
  });
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
      <CollectionLoader />
      <ProjectsLoader />
      <ImportFollower />
      <RecreateFollower />
      <RegenerationFollower />
      {!isNarrow && <Aside {...aside} />}
      <AsideDrawer isOpen={isMenuOpen} onClose={menu.close} />
      <div className={classes.column}>
        <TopBar onMenu={menu.open} />
        <ConnectionBar />
        <main id="main" className={classes.main} tabIndex={-1} ref={main}>
          <InactiveBar />
          <Content />
        </main>
      </div>
      <ScrollToTop />
      <KeysDialog />
    </div>
  );
}

/** The screen, unless it is about a project and there is none yet. */
function Content() {
  const screen = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.screen });
  const session = useSession();
  if (session?.deletedBy !== undefined) return <ProjectDeleted person={session.deletedBy} />;
  if (session?.isProjectRefused) return <ProjectRefused />;
  const needsOne = screen !== undefined && needsProject(screen.needs) && screen.isOfAnyProject !== true;
  const isWithoutProject = needsOne && !session?.project;
  return isWithoutProject ? <NoProject /> : <Outlet />;
}

import { ActionIcon } from '@mantine/core';
import { Menu as MenuIcon } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { MessagesBell } from '#features/general/messages/screen/messages-bell.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { CollectionSelector } from '#apps/console/shell/menu/collection-selector.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LiveState } from '#apps/console/shell/menu/live-state.tsx';
import { useNarrow } from '#apps/console/shell/narrow.ts';
import { PreviewOnly } from '#apps/console/shell/preview-only.tsx';
import { QuickSearch } from '#apps/console/shell/quick-search/quick-search.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './top-bar.module.css';
import type { ReactElement } from 'react';
import { useInvitationNotices } from '#features/access-management/invitations/screen/invitation-notices.panel.tsx';
import { useAnnouncementNotice } from '#features/super-admin/announcement/announcement-notice.panel.tsx';

export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const isNarrow = useNarrow();
  const notices = useNotices();
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('Open the menu')}
        onClick={onMenu}
      >
        <MenuIcon size={20} aria-hidden />
      </ActionIcon>
      <CollectionSelector />
      <QuickSearch />
      <div className={classes.end}>
        <LiveState />
        <PreviewOnly />
        <MessagesBell notices={notices} />
        {!isNarrow && (
          <>
            <LanguageMenu />
            <AppearanceMenu />
          </>
        )}
        <UserMenu />
      </div>
    </header>
  );
}

export function useNotices(): readonly ReactElement[] {
  const [announcement, invitations] = [useAnnouncementNotice(), useInvitationNotices()];
  return [...announcement, ...invitations];
}

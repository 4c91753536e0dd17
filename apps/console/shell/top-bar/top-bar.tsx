import { ActionIcon, useMantineColorScheme, Text, UnstyledButton } from '@mantine/core';
import { Menu, MenuDivider, MenuItem } from '#ui/page/popup.tsx';
import { Menu as MenuIcon, Check, Monitor, Moon, Sun, Languages, LogOut, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { t, msg, followPerson, useLanguage } from '#ui/text/i18n.ts';
import { MessagesBell } from '#features/general/messages/screen/messages-bell.tsx';
import { CollectionSelector, LiveState } from './project-state.tsx';
import { useMediaQuery } from '@mantine/hooks';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { QuickSearch } from '#apps/console/shell/quick-search/quick-search.tsx';
import classes from './top-bar.module.css';
import { useInvitationNotices } from '#features/access-management/invitations/screen/invitation-notices.panel.tsx';
import { useAnnouncementNotice } from '#features/super-admin/announcement/announcement-notice.panel.tsx';
import { call } from '#ui/calls/api.ts';
import { languageTag } from '#contract/texts/languages.ts';
import { type Language, languageCodes, languageNames } from '#ui/text/language.ts';
import { keepLanguage, logout } from '#features/account/session.contract.ts';
import { initials } from '#ui/text/format.ts';
import { endSession, useProfile } from '#ui/state/session.ts';
import { linkTo } from '#ui/state/address.ts';

const choices = [
  { scheme: 'auto', label: msg('System'), icon: Monitor },
  { scheme: 'light', label: msg('Light'), icon: Sun },
  { scheme: 'dark', label: msg('Dark'), icon: Moon },
] as const;

export function AppearanceMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = (choices.find(({ scheme }) => scheme === colorScheme) ?? choices[0]).icon;
  return (
    <Menu
      position="bottom-end"
      button={
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Appearance')}>
          <Current size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {choices.map(({ scheme, label, icon: Icon }) => (
        <MenuItem
          key={scheme}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={scheme === colorScheme && <Check size={16} aria-label={t('Selected')} />}
          onClick={() => setColorScheme(scheme)}
        >
          {t(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}

export function LanguageMenu() {
  const language = useLanguage();
  return (
    <Menu
      position="bottom-end"
      button={
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Language: {name}', { name: languageNames[language] })}>
          <Languages size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {languageCodes.map((code) => (
        <MenuItem
          key={code}
          lang={languageTag(code)}
          rightSection={code === language && <Check size={16} aria-label={t('Selected')} />}
          onClick={() => void choose(code)}
        >
          {languageNames[code]}
        </MenuItem>
      ))}
    </Menu>
  );
}

async function choose(code: Language): Promise<void> {
  await followPerson(code);
  await call(keepLanguage, { language: code }).catch(() => undefined);
}

function UserMenu() {
  const { name, surname, email, photo } = useProfile();
  const fullName = `${name} ${surname}`;
  return (
    <Menu
      position="bottom-end"
      widthPx={240}
      button={
        <UnstyledButton
          className={classes.button}
          {...(!photo && { 'data-initials': initials(name, surname) })}
          aria-label={t('User menu of {name}', { name: fullName })}
        >
          {photo && <img src={photo} alt="" className={classes.picture} />}
        </UnstyledButton>
      }
    >
      <div className={classes.person}>
        <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
          {fullName}
        </Text>
        <Text size="xs" truncate>
          {email}
        </Text>
      </div>
      <MenuDivider />
      <MenuItem leftSection={<UserRound size={16} aria-hidden />} to={linkTo('/profile')}>
        {t('Edit profile')}
      </MenuItem>
      <MenuItem leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
        {t('Sign out')}
      </MenuItem>
    </Menu>
  );
}

export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const isNarrow = useNarrow();
  const notices = useNotices();
  return (
    <header className={classes.bar}>
      <ActionIcon hiddenFrom="md" variant="subtle" color="gray" size={36} aria-label={t('Open the menu')} onClick={onMenu}>
        <MenuIcon size={20} aria-hidden />
      </ActionIcon>
      <CollectionSelector />
      <QuickSearch />
      <div className={classes.end}>
        <LiveState />
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

/** Ends the session on the server and in all tabs; without an answer, here alone. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave({ isOtherPage: true }))) return;
  await call(logout, {}).catch(() => undefined);
  endSession('signedOut');
}

/** As in shell.module.css: below it the menu is a drawer. */
const narrow = '(max-width: 47.99em)';

export const useNarrow = (): boolean => useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });

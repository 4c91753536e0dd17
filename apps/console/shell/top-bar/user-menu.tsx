import { Menu, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { initials } from '#ui/text/initials.ts';
import { useProfile } from '#ui/state/rights.ts';
import { screens } from '#apps/console/screens.ts';
import { signOut } from './sign-out.ts';
import classes from './user-menu.module.css';

const profileScreen = screens.find(({ path }) => path === '/profile');

export function UserMenu() {
  const { name, surname, email, photo } = useProfile();
  const fullName = `${name} ${surname}`;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton
          className={classes.button}
          {...(!photo && { 'data-initials': initials(name, surname) })}
          aria-label={t('User menu of {name}', { name: fullName })}
        >
          {photo && <img src={photo} alt="" className={classes.picture} />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {fullName}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {profileScreen && (
          <Menu.Item leftSection={<UserRound size={16} aria-hidden />} component={Link} to={profileScreen.path}>
            {t('Edit profile')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

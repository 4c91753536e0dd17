import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { useClickOutside, useHotkeys, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { Dialog, Drawer } from '#ui/page/later.tsx';
import { t } from '#ui/text/i18n.ts';
import { AppearanceMenu, LanguageMenu, signOut } from '#apps/console/shell/top-bar/top-bar.tsx';
import { Menu } from './menu.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import classes from './aside.module.css';
import { version } from '#apps/console/version.ts';
import { linkTo } from '#ui/state/address.ts';
import { useAllowed } from '#ui/state/session.ts';
import { readCookie, writeCookie } from '#ui/state/stored.ts';

function Footer() {
  const [isSupportOpen, support] = useDisclosure();
  return (
    <footer className={classes.footer}>
      <button type="button" className={classes.link} onClick={support.open}>
        {t('Support')}
      </button>
      <button type="button" className={classes.link} onClick={() => void signOut()}>
        {t('Sign out')}
      </button>
      <Text span fz="inherit" c="dimmed" ml="auto">
        {version}
      </Text>
      <SupportDialog isOpen={isSupportOpen} onClose={support.close} />
    </footer>
  );
}

function SupportDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const isAdmin = useAllowed('admin');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Support')}>
      <Stack gap={12}>
        {isAdmin ? (
          <>
            <Text>{t('You administer this server. Failed calls are in the API logs, everything else in the server’s log.')}</Text>
            <Group gap={16}>
              <Anchor component={Link} {...linkTo('/super-admin/api-logs', { status: 'failed' })} onClick={onClose}>
                {t('Failed calls')}
              </Anchor>
              <Anchor component={Link} {...linkTo('/super-admin/settings')} onClick={onClose}>
                {t('Server settings')}
              </Anchor>
            </Group>
          </>
        ) : (
          <>
            <Text>{t('Need help? Ask this server’s administrator.')}</Text>
            <Text>{t('Ask a project owner about permissions and projects.')}</Text>
          </>
        )}
        <Text>
          <Anchor href="/docs" target="_blank" rel="noreferrer">
            {t('Documentation')}
          </Anchor>
        </Text>
        <Text size="xs" c="dimmed">
          {t('Version {version}', { version })}
        </Text>
      </Stack>
    </Dialog>
  );
}

interface AsideProps {
  readonly isCollapsed: boolean;
  readonly isOver: boolean;
  readonly toggle: () => void;
  readonly settle: () => void;
}

export function Aside({ isCollapsed, isOver, toggle, settle }: AsideProps) {
  const frame = useClickOutside(() => isOver && settle());
  useHotkeys([['Escape', () => isOver && settle()]]);
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside ref={frame} className={classes.aside} data-over={isOver} aria-label={t('Side panel')}>
      <div className={classes.head}>
        <ProjectSwitcher isCollapsed={isCollapsed} />
      </div>
      <Menu isCollapsed={isCollapsed} />
      <div className={classes.foot} data-collapsed={isCollapsed}>
        {!isCollapsed && <Footer />}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={isCollapsed ? t('Expand the menu') : t('Collapse the menu')}
          aria-expanded={!isCollapsed}
          onClick={toggle}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </div>
    </aside>
  );
}

interface AsideDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AsideDrawer({ isOpen, onClose }: AsideDrawerProps) {
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      size={288}
      title="Aisle"
      classNames={{ body: classes.drawerBody }}
      styles={{ content: surface, header: surface }}
    >
      <div className={classes.head}>
        <ProjectSwitcher isCollapsed={false} />
      </div>
      <Menu isCollapsed={false} isDrawer />
      <Group gap={4} p={8} style={{ borderTop: '1px solid var(--aisle-line)' }}>
        <LanguageMenu />
        <AppearanceMenu />
      </Group>
      <div className={classes.foot}>
        <Footer />
      </div>
    </Drawer>
  );
}

const surface = { background: 'var(--aisle-aside)' };

const cookieName = 'aside';
/** Below 1,100 px the wide menu would take a fifth of the window. */
const small = '(max-width: 68.74em)';

interface AsideState {
  readonly isCollapsed: boolean;
  readonly isOver: boolean;
  readonly toggle: () => void;
  readonly settle: () => void;
}

export function useAsideState(): AsideState {
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false });
  const [isCollapsed, setIsCollapsed] = useState(() => readCookie(cookieName) === 'collapsed');
  const [isOpenOver, setIsOpenOver] = useState(false);
  if (isSmall) {
    return {
      isCollapsed: !isOpenOver,
      isOver: isOpenOver,
      toggle: () => setIsOpenOver(!isOpenOver),
      settle: () => setIsOpenOver(false),
    };
  }
  const toggle = () => {
    writeCookie(cookieName, isCollapsed ? 'open' : 'collapsed');
    setIsCollapsed(!isCollapsed);
  };
  return { isCollapsed, isOver: false, toggle, settle: () => {} };
}

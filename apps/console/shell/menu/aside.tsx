import { ActionIcon, Drawer } from '@mantine/core';
import { useClickOutside, useHotkeys } from '@mantine/hooks';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { AppearanceMenu } from '#apps/console/shell/top-bar/appearance-menu.tsx';
import { Footer } from '#apps/console/shell/footer.tsx';
import { LanguageMenu } from '#apps/console/shell/top-bar/language-menu.tsx';
import { Menu } from './menu.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import classes from './aside.module.css';

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
      opened={isOpen}
      onClose={onClose}
      size={288}
      title="Aisle"
      closeButtonProps={{ 'aria-label': t('Close') }}
      classNames={{ body: classes.drawerBody }}
      styles={{ content: surface, header: surface }}
    >
      <div className={classes.head}>
        <ProjectSwitcher isCollapsed={false} />
      </div>
      <Menu isCollapsed={false} isDrawer />
      <div className={classes.drawerTools}>
        <LanguageMenu />
        <AppearanceMenu />
      </div>
      <div className={classes.foot}>
        <Footer />
      </div>
    </Drawer>
  );
}

const surface = { background: 'var(--aisle-aside)' };

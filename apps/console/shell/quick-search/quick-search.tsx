import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { isAsking } from '#ui/dialog/confirm.tsx';
import { t } from '#ui/text/i18n.ts';
import { inTime } from '#apps/console/loading.ts';
import { useRememberScreens } from '#apps/console/shell/menu/recent-screens.ts';
import classes from './quick-search.module.css';

const QuickSearchDialog = lazy(() => inTime(() => import('./quick-search-dialog.tsx')));

function focusListSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.focus();
  return search !== null;
}

export function QuickSearch() {
  const [isOpen, { open, close }] = useDisclosure();
  useRememberScreens();
  // It would open behind a question.
  useHotkeys([['mod+K', () => isAsking() || open()]], []);
  useHotkeys([['/', () => focusListSearch() || open()]]);
  return (
    <>
      <UnstyledButton className={classes.button} visibleFrom="md" onClick={open}>
        <Search size={16} aria-hidden />
        <span className={classes.label}>{t('Quick search')}</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon hiddenFrom="md" variant="subtle" color="gray" size={36} aria-label={t('Quick search')} onClick={open}>
        <Search size={18} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <QuickSearchDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}

import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
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

/** Quick search would open behind a question, and Esc would close a drawer with it. */
const hasDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

export function QuickSearch() {
  const [text, setText] = useState('');
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen: () => setText('') });
  useRememberScreens();
  useHotkeys([['mod+K', () => hasDialog() || open()]], []);
  useHotkeys([['/', () => focusListSearch() || open()]]);
  // Letters count as soon as it opens, before its field is loaded and has the focus.
  useWindowEvent('keydown', (event) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isOpen || !isLetter || (event.target as Element).matches('[role="dialog"] input')) return;
    event.preventDefault();
    setText((before) => before + event.key);
  });
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
          <QuickSearchDialog text={text} onType={setText} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

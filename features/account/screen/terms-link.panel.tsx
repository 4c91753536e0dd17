import { Anchor } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { NotLoaded } from './public-layout.panel.tsx';

/** Lazy: few people read them. */
const TermsDialog = lazy(() => import('./terms.dialog.tsx').catch(() => ({ default: NotLoaded })));

export function TermsLink() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(true)}>
        {t('Read the terms')}
      </Anchor>
      {isOpen && (
        <Suspense fallback={null}>
          <TermsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

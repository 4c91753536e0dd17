import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Page } from '#console-kit/page/page.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { listPath } from './curation-paths.ts';
import { EditorHelp } from './editor-help.tsx';

export function useEditorFrame(isNew: boolean) {
  const t = useText();
  return {
    title: isNew ? t('Add curation') : t('Edit curation'),
    purpose: t('Choose which items come first for a query, and which never.'),
    isWide: true,
    help: <EditorHelp />,
  };
}

export function EditorFrame({
  isNew = false,
  state,
  children,
}: {
  readonly isNew?: boolean;
  readonly state?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useText();
  return (
    <Page
      {...useEditorFrame(isNew)}
      secondary={
        <>
          {state}
          <Button variant="default" component={Link} {...linkTo(listPath)} leftSection={<ArrowLeft size={16} aria-hidden />}>
            {t('Curations')}
          </Button>
        </>
      }
    >
      {children}
    </Page>
  );
}

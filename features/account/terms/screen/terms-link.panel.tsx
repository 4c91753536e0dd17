import { Anchor, Loader, Text } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { noAnswer } from '#ui/calls/call-error.ts';
import { AfterWait } from '#ui/page/states.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';

type Dialog = ComponentType<{ readonly onClose: () => void }>;

interface TermsLinkProps {
  readonly load?: () => Promise<{ readonly TermsDialog: Dialog }>;
}

/** Few people read them, and dialogs are much code: it is loaded for those who do. */
export function TermsLink({ load = () => import('./terms.dialog.tsx') }: TermsLinkProps) {
  const [shown, setShown] = useState<{ readonly Dialog: Dialog } | 'loading' | 'failed' | null>(null);
  const open = async () => {
    setShown('loading');
    try {
      setShown({ Dialog: (await load()).TermsDialog });
    } catch {
      setShown('failed');
    }
  };
  return (
    <>
      <Anchor component="button" type="button" size="sm" aria-busy={shown === 'loading'} onClick={() => void open()}>
        {t('Read the terms')}
      </Anchor>
      {shown === 'loading' && (
        <AfterWait>
          <Loader size={14} color="gray" />
        </AfterWait>
      )}
      {shown === 'failed' && (
        <Text size="sm" c="red" role="alert">
          {errorText(noAnswer())}
        </Text>
      )}
      {typeof shown === 'object' && shown && <shown.Dialog onClose={() => setShown(null)} />}
    </>
  );
}

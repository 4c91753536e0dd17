import { Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CallError, noAnswerStatus } from '#console-kit/calls/call-error.ts';
import { AfterWait, LoadError } from '#console-kit/page/states.tsx';
import { useText } from '#console-kit/text/i18n.ts';

const loadTerms = () => import('./terms-text.tsx');
type Terms = Awaited<ReturnType<typeof loadTerms>>['terms'];

interface TermsDialogProps {
  readonly onClose: () => void;
  readonly load?: () => Promise<{ readonly terms: Terms }>;
}

/** Opens at once; the text comes when it comes, and can be asked for again. */
export function TermsDialog({ onClose, load = loadTerms }: TermsDialogProps) {
  const t = useText();
  const [tries, setTries] = useState(0);
  const [terms, setTerms] = useState<Terms | 'failed' | null>(null);
  useEffect(() => {
    load().then(
      (loaded) => setTerms(loaded.terms),
      () => setTerms('failed'),
    );
  }, [load, tries]);
  const again = () => {
    setTerms(null);
    setTries(tries + 1);
  };
  return (
    <Modal opened onClose={onClose} title={t('Terms and conditions')} size={640} closeButtonProps={{ 'aria-label': t('Close') }}>
      {terms === null && (
        <AfterWait>
          <Skeleton height={320} aria-hidden />
        </AfterWait>
      )}
      {terms === 'failed' && <LoadError error={new CallError(noAnswerStatus, [])} retry={again} />}
      {Array.isArray(terms) && (
        <Stack gap={16}>
          {terms.map(({ title, text }) => (
            <section key={title}>
              <Title order={2} size="h3">
                {t(title)}
              </Title>
              <Text mt={4}>{t(text)}</Text>
            </section>
          ))}
        </Stack>
      )}
    </Modal>
  );
}

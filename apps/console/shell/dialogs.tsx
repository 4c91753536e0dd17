import { Group, Stack, Text, Button } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { inTime } from '#apps/console/loading.ts';
import { Dialog } from '#ui/page/later.tsx';
import { t } from '#ui/text/i18n.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { useStore } from '#ui/state/store.ts';
import { endedSession, type EndedSession } from '#apps/console/session/follow-session.ts';
import { loginAddress } from '#apps/console/session/addresses.ts';

const KeysList = lazy(() => inTime(() => import('./keys-list.tsx')));

export function KeysDialog() {
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([
    ['shift+?', open, { usePhysicalKeys: false }],
    ['?', open],
  ]);
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('Keys')}>
      <Suspense>
        <KeysList />
      </Suspense>
    </Dialog>
  );
}

/** Closable, so that unsaved text can be copied. */
export function SessionEndedDialog() {
  const ended = useStore(endedSession);
  return ended && <Ended key={`${ended.reason} ${ended.isOtherPerson}`} ended={ended} />;
}

function Ended({ ended: { reason, href, isOtherPerson } }: { readonly ended: EndedSession }) {
  const [isOpen, { close }] = useDisclosure(true);
  const giveUp = () => {
    forgetUnsaved();
    forgetUnsaved('page');
    if (isOtherPerson) location.reload();
    else location.assign(loginAddress(href, reason));
  };
  const cause = reason === 'signedOutElsewhere' ? t('You signed out in another tab.') : t('Your session has ended');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={isOtherPerson ? t('Somebody else has signed in') : t('You are signed out')}
      size={440}
      zIndex={400}
    >
      <Stack gap={24}>
        <Text size="sm">
          {isOtherPerson
            ? t('Another user signed in in another tab. Copy what you need: it can’t be saved here.')
            : `${cause} ${t('Not saved yet. Sign in in a new tab, then come back and save.')}`}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={giveUp}>
            {t('Discard changes')}
          </Button>
          {!isOtherPerson && (
            <Button component="a" href="/login" target="_blank" rel="noopener" data-autofocus>
              {t('Sign in')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

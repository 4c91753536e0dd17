import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { useStore } from '#ui/state/store.ts';
import { t } from '#ui/text/i18n.ts';
import { endedSession, type EndedSession } from '#apps/console/session/follow-session.ts';
import { loginAddress } from '#apps/console/session/login-address.ts';

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
  const cause = reason === 'signedOutElsewhere' ? t('You signed out in another tab.') : t('Your session has ended.');
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={isOtherPerson ? t('Somebody else has signed in') : t('You are signed out')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      size={440}
      zIndex={400}
    >
      <Stack gap={24}>
        <Text size="sm">
          {isOtherPerson
            ? t('Somebody else signed in in another tab. What you typed here can no longer be saved: copy what you need first.')
            : `${cause} ${t('What you typed here is not saved yet. Sign in in a new tab, then come back and save it.')}`}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={giveUp}>
            {t('Discard changes')}
          </Button>
          {!isOtherPerson && (
            <Button component="a" href="/login" target="_blank" rel="noopener" data-autofocus>
              {t('Sign in in a new tab')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

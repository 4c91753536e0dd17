import { Group, Kbd, Stack, Text, Button } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Dialog } from '#ui/page/later.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { useStore } from '#ui/state/store.ts';
import { endedSession, type EndedSession } from '#apps/console/session/follow-session.ts';
import { loginAddress } from '#apps/console/session/addresses.ts';

const keys = [
  { keys: ['Ctrl', 'K'], does: msg('Quick search') },
  { keys: ['/'], does: msg('Search the list, or quick search') },
  { keys: ['n'], does: msg('Add') },
  { keys: ['↑', '↓'], does: msg('Another row') },
  { keys: ['Enter'], does: msg('Open the row') },
  { keys: ['e'], does: msg('Edit the row') },
  { keys: ['Space'], does: msg('Select the row; with Shift, a range') },
  { keys: ['Delete'], does: msg('Delete the row') },
  { keys: ['?'], does: msg('These keys') },
] as const;

export function KeysDialog() {
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([
    ['shift+?', open, { usePhysicalKeys: false }],
    ['?', open],
  ]);
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('Keys')}>
      <Stack gap={8}>
        {keys.map(({ keys: pressed, does }) => (
          <Group key={does} justify="space-between" wrap="nowrap" gap={16}>
            <Text size="sm">{t(does)}</Text>
            <Group gap={4} wrap="nowrap">
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
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

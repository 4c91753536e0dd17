import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#console-kit/text/i18n.ts';
import { createStore, useStore } from '#console-kit/state/store.ts';

interface Question {
  readonly title: string;
  /** What will happen, in numbers where something is lost. */
  readonly text: ReactNode;
  /** The verb with its object: `Delete feed`. */
  readonly confirmLabel: string;
  /** The way back where *Cancel* could be misread: `Keep editing`. */
  readonly cancelLabel?: string;
  readonly isDanger?: boolean;
}

interface Asked extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

const asked = createStore<Asked | null>(null);

/** Asks before something that can't be undone: `if (await confirm({ … })) …`. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isConfirmed: boolean) => {
    asked.set(null);
    resolve(isConfirmed);
  };
  // The Esc that closes a drawer and so leads here would also be the answer, if the question were there at once.
  setTimeout(() => asked.set({ ...question, answer }));
  return promise;
}

/** Where questions appear; once in the page. */
export function ConfirmDialog() {
  const t = useText();
  const question = useStore(asked);
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={question?.title}
      closeButtonProps={{ 'aria-label': t('Close') }}
      size={440}
      zIndex={300}
    >
      <Stack gap={24}>
        <Text size="sm" component="div">
          {question?.text}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={() => question?.answer(false)}>
            {question?.cancelLabel ?? t('Cancel')}
          </Button>
          <Button {...(question?.isDanger && { color: 'red' })} onClick={() => question?.answer(true)}>
            {question?.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

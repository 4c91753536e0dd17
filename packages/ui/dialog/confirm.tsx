// May import: `page` and the floors below.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { Dialog } from '#ui/page/later.tsx';
import { createStore, useStore } from '#ui/state/store.ts';

interface Question {
  readonly title: string;
  /** The consequence, with numbers where something is lost. */
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  /** A name to type first, where nothing can be restored. */
  readonly typed?: string;
  readonly blocked?: string | undefined;
}

interface Asked extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

const asked = createStore<Asked | null>(null);

/** `if (await confirm({ … })) …` */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isConfirmed: boolean) => {
    asked.set(null);
    resolve(isConfirmed);
  };
  // Later, or the Esc that closed a drawer would also answer the question.
  setTimeout(() => asked.set({ ...question, answer }));
  return promise;
}

/** Esc answers the question alone, not the drawer below it. */
export const useIsAsking = (): boolean => useStore(asked) !== null;

export function ConfirmDialog() {
  const question = useStore(asked);
  return (
    <Dialog
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
      title={question?.title}
      size={question?.isWide === true ? 760 : 440}
      styles={{ body: { container: 'content / inline-size' } }}
      zIndex={300}
    >
      {question && <Answers question={question} />}
    </Dialog>
  );
}

function Answers({ question }: { readonly question: Asked }) {
  const { text, typed, confirmLabel, cancelLabel = t('Cancel'), isDanger, blocked, answer } = question;
  const [name, setName] = useState('');
  const reasonId = useId();
  const isNamed = typed === undefined || same(name) === same(typed);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isNamed && blocked === undefined) answer(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={24}>
        <Text size="sm" component="div">
          {text}
        </Text>
        {typed !== undefined && (
          <TextInput
            label={t('Type “{name}” to go on', { name: typed })}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {blocked !== undefined && (
          <Text id={reasonId} size="sm" c="dimmed" ta="right">
            {blocked}
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus={typed === undefined || undefined} onClick={() => answer(false)}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            {...(isDanger && { color: 'red' })}
            {...(!isNamed && { 'aria-disabled': true, 'data-disabled': true, title: t('Type the name first') })}
            {...(blocked !== undefined && {
              'aria-disabled': true,
              'data-disabled': true,
              title: blocked,
              'aria-describedby': reasonId,
            })}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Ignores spaces around and Unicode composition. */
const same = (name: string): string => name.trim().normalize('NFC');

import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { asCallError } from '#ui/calls/call-error.ts';
import type { CrudState } from '#ui/crud/crud.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';

/** Adds one term after another, or several at once with spaces between. Refused terms stay in the field, with the reason. */
export function AddTerms({ crud }: { readonly crud: CrudState<typeof stopwords> }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const says = (error: unknown, value: string): string =>
    asCallError(error).code === 'alreadyUsed' ? t('“{term}” is here already.', { term: value }) : errorText(error);
  const add = async () => {
    const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
    setProblem(words.length === 0 ? t('Required field') : undefined);
    setIsBusy(true);
    // Whatever is typed meanwhile is kept.
    setText('');
    const refused: string[] = [];
    for (const value of words) {
      try {
        await call(stopwords.create, { value });
      } catch (error) {
        refused.push(value);
        setProblem(says(error, value));
      }
    }
    setText((typed) => [...refused, typed].filter(Boolean).join(' '));
    if (refused.length < words.length) await crud.renew();
    setIsBusy(false);
    input.current?.focus();
  };
  return (
    <form
      aria-label={t('Add term')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void add();
      }}
    >
      <Group align="flex-start" gap={8} mb={16}>
        <TextInput
          ref={input}
          flex="1 1 200px"
          maw={360}
          autoFocus
          aria-label={t('Ignored term')}
          placeholder={t('One word, or several with spaces')}
          value={text}
          error={problem}
          onKeyDown={(event) => event.key === 'Escape' && crud.close()}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {t('Add')}
        </Button>
        <Button variant="default" onClick={crud.close}>
          {t('Close')}
        </Button>
      </Group>
    </form>
  );
}

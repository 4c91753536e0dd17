import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import classes from './documents.module.css';

interface JsonFieldsProps {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly change: (fields: Record<string, unknown>) => void;
  readonly setIsWrong: (isWrong: boolean) => void;
}

export function JsonFields({ fields, change, setIsWrong }: JsonFieldsProps) {
  const [text, setText] = useState(() => JSON.stringify(fields, null, 2));
  const [isWrong, setWrong] = useState(false);
  const follow = (next: string) => {
    setText(next);
    const parsed = parse(next);
    setWrong(parsed === null);
    setIsWrong(parsed === null);
    if (parsed !== null) change(parsed);
  };
  return (
    <Textarea
      className={classes.json}
      label={t('Fields as JSON')}
      description={t('Lists for several values. Fields that are not there yet are kept, and searchable after the next import.')}
      value={text}
      onChange={(event) => follow(event.currentTarget.value)}
      error={isWrong && t('What you typed is not valid JSON yet.')}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
    />
  );
}

/** null for what is no JSON object. */
function parse(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

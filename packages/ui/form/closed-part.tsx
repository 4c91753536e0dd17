import { Accordion, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import classes from './closed-part.module.css';

interface ClosedPartProps {
  readonly title: string;
  readonly summary?: string;
  readonly isWrong?: boolean;
  readonly children: ReactNode;
}

/** Used in ids, which have no spaces. */
const part = 'part';

export function ClosedPart({ title, summary, isWrong = false, children }: ClosedPartProps) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Accordion classNames={classes} value={isWrong ? part : opened} onChange={setOpened}>
      <Accordion.Item value={part}>
        <Accordion.Control>
          {title} {summary !== undefined && <span className={classes.summary}>{summary}</span>}
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap={16}>{children}</Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

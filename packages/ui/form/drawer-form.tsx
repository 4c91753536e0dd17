import { Accordion, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { t } from '#ui/text/i18n.ts';
import { AfterWait } from '#ui/page/states.tsx';
import { RecordForm, type RecordFormProps } from './form.tsx';
import type { FormSchema } from './record-form.ts';
import classes from './closed-part.module.css';

// Not in form.tsx: the sign-in page would load dialogs with it.

interface DrawerFormProps<S extends FormSchema> extends Omit<RecordFormProps<S>, 'cancel'> {
  readonly onClose: () => void;
}

export function DrawerForm<S extends FormSchema>({ onClose, onSaved, ...form }: DrawerFormProps<S>) {
  const cancel = async () => {
    if (await mayLeave()) onClose();
  };
  const finish = () => {
    onSaved?.();
    onClose();
  };
  return <RecordForm {...form} onSaved={finish} cancel={{ label: t('Cancel'), run: () => void cancel() }} />;
}

export const FormSkeleton = () => (
  <AfterWait>
    <Stack gap={20} aria-hidden>
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={72} />
    </Stack>
  </AfterWait>
);

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

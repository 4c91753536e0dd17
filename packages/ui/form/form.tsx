import { Alert, Button, Group, Stack, Text, Accordion, Skeleton } from '@mantine/core';
import { useId, type ReactNode, type SyntheticEvent, useState, useEffect } from 'react';
import type { CallError } from '#ui/calls/api.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import { useRecordForm, type FormSchema, type RecordFormOptions, type RecordFormState } from './record-form.ts';
import classes from './closed-part.module.css';
import { createStore, useStore } from '#ui/state/store.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { AfterWait } from '#ui/page/states.tsx';

// May import: `dialog`, `page` and the floors below.

interface RecordFormProps<S extends FormSchema> extends RecordFormOptions<S> {
  readonly saveLabel: string;
  readonly onCancel?: (() => void) | undefined;
  readonly cancelLabel?: string;
  /** Why it can't be saved now, such as a running upload; shown at the button. */
  readonly waitReason?: string | undefined;
  /** Nothing to save until something differs. */
  readonly isChange?: boolean;
  readonly isDanger?: boolean;
  readonly foot?: ReactNode;
  /** Another view of a refusal; null shows its sentence. */
  readonly refused?: (refusal: CallError, form: RecordFormState<S>) => ReactNode;
  readonly children: (form: RecordFormState<S>) => ReactNode;
}

export function RecordForm<S extends FormSchema>({
  saveLabel,
  onCancel,
  cancelLabel,
  waitReason,
  isChange = false,
  isDanger = false,
  foot,
  refused,
  children,
  ...options
}: RecordFormProps<S>) {
  const form = useRecordForm(options);
  const { isSaving, failures, refusal } = form;
  const isUnchanged = isChange && !form.isDirty && refusal === null;
  const block = useSavingBlock();
  const waits = waitReason ?? block;
  const reason = waits ?? (isUnchanged ? t('Nothing to save') : undefined);
  const isWaiting = reason !== undefined;
  const own = refusal && refused?.(refusal, form);
  const reasonId = useId();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => (isWaiting ? event.preventDefault() : form.submit(event));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {children(form)}
        {own ?? <FormFailures failures={failures} />}
        {waits !== undefined && (
          <Text id={reasonId} size="sm" c="dimmed" role="status">
            {waits}
          </Text>
        )}
        {foot}
        <Group gap={8} justify={onCancel ? 'flex-end' : 'stretch'} grow={!onCancel} mt={8}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {cancelLabel ?? t('Cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={isSaving}
            {...(isDanger && { color: 'red' })}
            {...(isWaiting && { 'aria-disabled': true, 'data-disabled': true, title: reason })}
            {...(waits !== undefined && { 'aria-describedby': reasonId })}
          >
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function FormFailures({ failures }: { readonly failures: readonly string[] }) {
  if (failures.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" py={8}>
      {failures.map((failure) => (
        <div key={failure}>{failure}</div>
      ))}
    </Alert>
  );
}

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

const refused = createStore(0);

export function useRefusedNumber(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    refused.set(refused.get() + 1);
    return () => refused.set(refused.get() - 1);
  }, [isRefused]);
}

/** The page can't be saved while a number on screen is invalid. */
export const useHasRefusedNumber = (): boolean => useStore(refused) > 0;

interface DrawerFormProps<S extends FormSchema> extends Omit<RecordFormProps<S>, 'onCancel'> {
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
  return <RecordForm {...form} onSaved={finish} onCancel={() => void cancel()} />;
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

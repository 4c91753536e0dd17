import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useId, type ReactNode, type SyntheticEvent, useEffect } from 'react';
import type { CallError } from '#ui/calls/api.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import { useRecordForm, type FormSchema, type RecordFormOptions, type RecordFormState } from './record-form.ts';
import { createStore, useStore } from '#ui/state/store.ts';
import classes from './form.module.css';

// May import: `dialog`, `page` and the floors below.

export interface RecordFormProps<S extends FormSchema> extends RecordFormOptions<S> {
  readonly saveLabel: string;
  readonly cancel?: { readonly label: string; readonly run: () => void } | undefined;
  /** Why it can't be saved now, such as a running upload; shown at the button. */
  readonly waitReason?: string | undefined;
  /** Nothing to save until something differs. */
  readonly isChange?: boolean;
  readonly isDanger?: boolean;
  /** Beside other panels: its button is as wide as its text. */
  readonly isInPage?: boolean;
  /** Another view of a refusal; null shows its sentence. */
  readonly refused?: (refusal: CallError, form: RecordFormState<S>) => ReactNode;
  /** Beside the fields, or below them on narrow screens. */
  readonly beside?: ((form: RecordFormState<S>) => ReactNode) | undefined;
  readonly children: (form: RecordFormState<S>) => ReactNode;
}

export function RecordForm<S extends FormSchema>({
  saveLabel,
  cancel,
  waitReason,
  isChange = false,
  isDanger = false,
  isInPage = false,
  refused,
  beside,
  children,
  ...options
}: RecordFormProps<S>) {
  const form = useRecordForm(options);
  const { isSaving, failures, isMarked, refusal } = form;
  const isUnchanged = isChange && !form.isDirty && refusal === null;
  const block = useSavingBlock();
  const waits = waitReason ?? block;
  const reason = waits ?? (isUnchanged ? t('Nothing to save') : undefined);
  const isWaiting = reason !== undefined;
  const own = refusal && refused?.(refusal, form);
  const reasonId = useId();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => (isWaiting ? event.preventDefault() : form.submit(event));
  const end = (
    <>
      {own ?? <FormFailures failures={failures} isMarked={isMarked} />}
      {waits !== undefined && (
        <Text id={reasonId} size="sm" c="dimmed" role="status">
          {waits}
        </Text>
      )}
      <Group gap={8} justify={cancel ? 'flex-end' : 'flex-start'} grow={!cancel && !isChange && !isDanger && !isInPage} mt={8}>
        {cancel && (
          <Button variant="default" onClick={cancel.run}>
            {cancel.label}
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
    </>
  );
  if (beside)
    return (
      <form onSubmit={submit} noValidate className={classes.split}>
        <Stack gap={16}>{children(form)}</Stack>
        <div className={classes.beside}>{beside(form)}</div>
        <Stack gap={16}>{end}</Stack>
      </form>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {children(form)}
        {end}
      </Stack>
    </form>
  );
}

interface FormFailuresProps {
  readonly failures: readonly string[];
  /** Fields show what is wrong, so only screen readers hear that something is. */
  readonly isMarked?: boolean;
}

export function FormFailures({ failures, isMarked = false }: FormFailuresProps) {
  if (failures.length === 0) return null;
  if (isMarked && failures.length === 1) return <VisuallyHidden role="alert">{failures}</VisuallyHidden>;
  return (
    <Alert color="red" variant="light" role="alert" py={8}>
      {failures.slice(isMarked ? 1 : 0).map((failure) => (
        <div key={failure}>{failure}</div>
      ))}
    </Alert>
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

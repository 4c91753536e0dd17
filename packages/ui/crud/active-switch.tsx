import { Switch } from '@mantine/core';
import type * as z from 'zod/mini';
import { t } from '#ui/text/i18n.ts';
import type { FormSchema, RecordFormState } from '#ui/form/record-form.ts';

export function ActiveSwitch<S extends FormSchema & { readonly shape: { readonly is_active: z.ZodMiniType } }>({
  form,
}: {
  readonly form: RecordFormState<S>;
}) {
  return <Switch {...form.checkbox('is_active')} description={t('A rule that is off stays here and does nothing.')} />;
}

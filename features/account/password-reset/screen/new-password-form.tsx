import { PasswordInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { call } from '#ui/calls/api.ts';
import { asCallError } from '#ui/calls/call-error.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { Withdrawn } from '#ui/form/record-form.ts';
import { t } from '#ui/text/i18n.ts';
import { NewPasswordFields, resetPassword } from '#features/account/password-reset/password-reset.contract.ts';

interface NewPasswordFormProps {
  readonly token: string;
  /** Tells whose password it is. */
  readonly onSet: (email: string) => void;
  /** The link is over. */
  readonly onRefused: () => void;
}

export function NewPasswordForm({ token, onSet, onRefused }: NewPasswordFormProps) {
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('Show password') } };
  const save = async (values: z.output<typeof NewPasswordFields>) => {
    try {
      const { email } = await call(resetPassword, { ...values, token });
      onSet(email);
    } catch (error) {
      if (asCallError(error).code !== 'linkNotValid') throw error;
      onRefused();
      throw new Withdrawn();
    }
  };
  return (
    <RecordForm
      schema={NewPasswordFields}
      initial={{ password: '', password_confirmation: '' }}
      names={{ password: t('New password'), password_confirmation: t('Confirm password') }}
      save={save}
      saveLabel={t('Set password')}
    >
      {(form) => (
        <>
          <PasswordInput
            {...form.field('password')}
            description={t('At least 8 characters with upper and lower case, a number and a special character.')}
            autoComplete="new-password"
            autoFocus
            {...toggle}
          />
          <PasswordInput {...form.field('password_confirmation')} autoComplete="new-password" {...toggle} />
        </>
      )}
    </RecordForm>
  );
}

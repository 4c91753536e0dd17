import { PasswordInput as PasswordField } from '@mantine/core';
import { call } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { beginSecondFactor, PasswordInput } from '#features/account/second-factor/second-factor.contract.ts';

/** The key of a second factor that is being set up, and the address that apps read it from. */
export interface BegunFactor {
  readonly key: string;
  readonly address: string;
}

export function PasswordStep({ onBegun }: { readonly onBegun: (begun: BegunFactor) => void }) {
  return (
    <RecordForm
      schema={PasswordInput}
      initial={{ password: '' }}
      names={{ password: t('Password') }}
      save={async (values) => onBegun(await call(beginSecondFactor, values))}
      saveLabel={t('Continue')}
    >
      {(form) => (
        <PasswordField
          {...form.field('password')}
          autoComplete="current-password"
          data-autofocus
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
        />
      )}
    </RecordForm>
  );
}

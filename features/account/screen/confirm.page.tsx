import { PasswordField } from './password-field.panel.tsx';
import { Anchor } from '@mantine/core';
import * as z from 'zod/mini';
import { call } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { startSession } from '#ui/state/session.ts';
import { ConfirmInput, confirmSignUp } from '#features/account/account.contract.ts';
import { PublicLayout } from './public-layout.panel.tsx';

const Password = z.pick(ConfirmInput, { password: true });

/** The password proves that the reader of the mail is who signed up. */
export default function ConfirmPage() {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const confirm = async ({ password }: z.output<typeof Password>) => {
    const session = await call(confirmSignUp, { token, password });
    startSession(session.token);
    location.assign('/dashboard');
  };
  return (
    <PublicLayout
      title={t('Confirm your e-mail address')}
      purpose={t('Enter the password you chose at sign-up.')}
      footer={<Anchor href="/register">{t('Sign up')}</Anchor>}
    >
      <RecordForm
        schema={Password}
        initial={{ password: '' }}
        names={{ password: t('Password') }}
        save={confirm}
        saveLabel={t('Sign up')}
      >
        {(form) => (
          <PasswordField
            {...form.field('password')}

            autoFocus
          />
        )}
      </RecordForm>
    </PublicLayout>
  );
}

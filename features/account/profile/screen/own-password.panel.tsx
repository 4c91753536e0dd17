import { NewPasswordField, PasswordField } from '#features/account/screen/password-field.panel.tsx';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { readSignUpRules, readActivity } from '#features/account/account.contract.ts';
import { readUserData, changePassword, ChangePasswordInput } from '#features/account/profile/profile.contract.ts';

const blank = { password: '', new_password: '', new_password_confirmation: '' };

const withoutPassword = msg('If you only sign in with {provider}, set a password by “Forgot password” first.');

export function OwnPasswordPanel() {
  const provider = useQuery(query(readSignUpRules, {})).data?.provider;
  const [saved, setSaved] = useState(0);
  const change = useCall(changePassword, { refreshes: [readActivity, readUserData] });
  return (
    <Panel id="password" title={t('Change password')} {...(provider && { text: t(withoutPassword, { provider }) })}>
      <RecordForm
        key={saved}
        schema={ChangePasswordInput}
        initial={blank}
        names={{ password: t('Current password'), new_password: t('New password'), new_password_confirmation: t('Verify') }}
        save={(values) => change.mutateAsync(values)}
        onSaved={() => {
          setSaved((count) => count + 1);
          toast({ text: t('Password changed. Other sessions were signed out.') });
        }}
        saveLabel={t('Change password')}
        isChange
      >
        {(form) => (
          <>
            <PasswordField {...form.field('password')} />
            <NewPasswordField {...form.field('new_password')} />
            <PasswordField {...form.field('new_password_confirmation')} autoComplete="new-password" />
          </>
        )}
      </RecordForm>
    </Panel>
  );
}

import { NewPasswordField, PasswordField } from './password-field.panel.tsx';
import { Checkbox, Group, SimpleGrid, TextInput, Anchor } from '@mantine/core';
import { type ReactNode, lazy, Suspense, useState } from 'react';
import type * as z from 'zod/mini';
import type { SignUpMode } from '#contract/permission.ts';
import { call } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { startSession } from '#ui/state/session.ts';
import { storeProject } from '#ui/state/tab.ts';
import { register, SignUpFields } from '#features/account/account.contract.ts';
import { NotLoaded } from './public-layout.panel.tsx';

/** Lazy: few people read them. */
const TermsDialog = lazy(() => import('./terms.dialog.tsx').catch(() => ({ default: NotLoaded })));

function TermsLink() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(true)}>
        {t('Read the terms')}
      </Anchor>
      {isOpen && (
        <Suspense fallback={null}>
          <TermsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const blank = { name: '', surname: '', email: '', password: '', password_confirmation: '', agree: false };

interface SignUpFormProps {
  /** From the invitation link; the address is fixed. */
  readonly invitation?: { readonly token: string; readonly email: string };
  readonly saveLabel: string;
  readonly decision?: ReactNode;
  readonly signUpMode?: SignUpMode | undefined;
  readonly onMailed: (email: string) => void;
}

export function SignUpForm({ invitation, saveLabel, decision, signUpMode, onMailed }: SignUpFormProps) {
  const signUp = async (values: z.output<typeof SignUpFields>) => {
    const { token, project } = await call(register, {
      ...values,
      ...(invitation && { invitation: invitation.token }),
      ...(signUpMode && { sign_up_mode: signUpMode }),
    });
    if (token === null) return onMailed(values.email);
    startSession(token);
    if (project !== null) storeProject({ id: null, token: project });
    location.assign('/dashboard');
  };
  return (
    <RecordForm
      schema={SignUpFields}
      initial={{ ...blank, email: invitation?.email ?? '' }}
      names={{
        name: t('First name'),
        surname: t('Last name'),
        email: t('E-mail'),
        password: t('Password'),
        password_confirmation: t('Confirm password'),
        agree: t('I agree with the terms and conditions'),
      }}
      save={signUp}
      saveLabel={saveLabel}
    >
      {(form) => (
        <>
          <SimpleGrid cols={2} spacing={12}>
            <TextInput {...form.field('name')} autoComplete="given-name" autoFocus />
            <TextInput {...form.field('surname')} autoComplete="family-name" />
          </SimpleGrid>
          <TextInput
            {...form.field('email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            readOnly={invitation !== undefined}
          />
          <NewPasswordField {...form.field('password')} />
          <PasswordField {...form.field('password_confirmation')} autoComplete="new-password" />
          {decision}
          <Group gap={8} align="baseline">
            <Checkbox {...form.checkbox('agree')} />
            <TermsLink />
          </Group>
        </>
      )}
    </RecordForm>
  );
}

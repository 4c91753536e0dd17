import { Anchor, Checkbox, Group, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type * as z from 'zod/mini';
import { call } from '#console-kit/api.ts';
import { RecordForm } from '#console-kit/form.tsx';
import { useText } from '#console-kit/i18n.ts';
import { startSession } from '#console-kit/session.ts';
import { register, RegisterInput } from './account.contract.ts';
import { PublicLayout } from './public-layout.tsx';

const TermsDialog = lazy(() => import('./terms.dialog.tsx'));
const blank = { name: '', surname: '', email: '', password: '', password_confirmation: '', agree: false };

export default function RegisterPage() {
  const t = useText();
  const [areTermsOpen, terms] = useDisclosure();
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('Show password') } };
  const signUp = async (values: z.output<typeof RegisterInput>) => {
    const { token } = await call(register, values);
    startSession(token);
    location.assign('/dashboard');
  };
  return (
    <PublicLayout
      title={t('Sign up')}
      purpose={t('One account for all your projects. The first person to sign up looks after this server.')}
      footer={
        <>
          {t('Already have an account?')} <Anchor href="/login">{t('Sign in')}</Anchor>
        </>
      }
    >
      <RecordForm
        schema={RegisterInput}
        initial={blank}
        names={{
          name: t('First name'),
          surname: t('Last name'),
          email: t('E-mail'),
          password: t('Password'),
          password_confirmation: t('Confirm password'),
          agree: t('I agree with the terms and conditions'),
        }}
        save={signUp}
        saveLabel={t('Sign up')}
      >
        {(form) => (
          <>
            <SimpleGrid cols={2} spacing={12}>
              <TextInput {...form.field('name')} autoComplete="given-name" autoFocus />
              <TextInput {...form.field('surname')} autoComplete="family-name" />
            </SimpleGrid>
            <TextInput {...form.field('email')} type="email" autoComplete="username" inputMode="email" />
            <PasswordInput
              {...form.field('password')}
              description={t('At least 8 characters with upper and lower case, a number and a special character.')}
              autoComplete="new-password"
              {...toggle}
            />
            <PasswordInput {...form.field('password_confirmation')} autoComplete="new-password" {...toggle} />
            <Group gap={8} align="baseline">
              <Checkbox {...form.checkbox('agree')} />
              <Anchor component="button" type="button" size="sm" onClick={terms.open}>
                {t('Read the terms')}
              </Anchor>
            </Group>
          </>
        )}
      </RecordForm>
      {areTermsOpen && (
        <Suspense>
          <TermsDialog onClose={terms.close} />
        </Suspense>
      )}
    </PublicLayout>
  );
}

import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { errors } from '#contract/errors.ts';
import { call, asCallError, type CallError } from '#ui/calls/api.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { FormFailures } from '#ui/form/form.tsx';
import { endSession, isSignedIn } from '#ui/state/session.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { PublicLayout } from '#features/account/screen/public-layout.panel.tsx';
import { SignUpForm } from '#features/account/screen/sign-up.panel.tsx';
import {
  answerInvitation,
  type CheckedInvitation,
  checkInvitation,
} from '#features/access-management/invitations/invitations.contract.ts';

export default function InvitationPage() {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const { data: invitation, error } = useAnswer(checkInvitation, { token });
  const isOver = error !== null || invitation?.is_expired === true;
  return (
    <PublicLayout
      title={t('Invitation')}
      purpose={purposeOf(invitation)}
      footer={
        isOver && isSignedIn() ? (
          <Anchor href="/dashboard">{t('Go to the dashboard')}</Anchor>
        ) : invitation?.has_account === true && !isOver ? null : (
          <>
            {t('Already have an account?')} <Anchor href="/login">{t('Sign in')}</Anchor>
          </>
        )
      }
    >
      {error && <FormFailures failures={[errorText(error)]} />}
      {invitation && !invitation.is_expired && <Answering token={token} invitation={invitation} />}
    </PublicLayout>
  );

  function purposeOf(checked: CheckedInvitation | null): string {
    if (checked === null) return t('You’re invited to a project.');
    if (checked.is_expired) return t(errors.linkNotValid.text);
    return t('{person} invites you to {project}', { person: checked.invited_by, project: checked.project_name });
  }
}

interface AnsweringProps {
  readonly token: string;
  readonly invitation: CheckedInvitation;
}

function Answering({ token, invitation: { email, has_account: hasAccount } }: AnsweringProps) {
  const [isHere, setHere] = useState(isSignedIn);
  if (!hasAccount) return <SignUpForm invitation={{ token, email }} saveLabel={t('Sign up and join')} onMailed={() => {}} />;
  if (isHere) return <Buttons token={token} email={email} onSessionOver={() => setHere(false)} />;
  return <SignInButton email={email} />;
}

function Buttons({ token, email, onSessionOver }: { token: string; email: string; onSessionOver: () => void }) {
  const [failure, setFailure] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = async (accept: boolean): Promise<void> => {
    setBusy(true);
    try {
      const { token: project } = await call(answerInvitation, { token, accept });
      if (project === null) location.assign('/dashboard');
      else await switchProject(project);
    } catch (error) {
      setBusy(false);
      if (isSignedIn()) setFailure(asCallError(error));
      else onSessionOver();
    }
  };
  // Only the person that is invited finds it.
  const isOther = failure?.code === 'notFound';
  return (
    <Stack gap={16}>
      {failure && (
        <FormFailures
          failures={[
            isOther
              ? t('The invitation is for {email}, but you are signed in with another address.', { email })
              : errorText(failure),
          ]}
        />
      )}
      {isOther ? (
        <SignInButton email={email} />
      ) : (
        <Group gap={8} grow>
          <Button variant="default" disabled={isBusy} onClick={() => void answer(false)}>
            {t('Decline')}
          </Button>
          <Button loading={isBusy} onClick={() => void answer(true)}>
            {t('Accept')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function SignInButton({ email }: { readonly email: string }) {
  const signIn = (): void => {
    endSession('signedOut');
    location.assign(`/login?${new URLSearchParams({ return: location.pathname + location.search }).toString()}`);
  };
  return (
    <Button fullWidth onClick={signIn}>
      {t('Sign in as {email}', { email })}
    </Button>
  );
}

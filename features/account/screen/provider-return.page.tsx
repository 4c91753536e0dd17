import { Alert, Anchor, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call, CallError } from '#ui/calls/api.ts';
import { startSession } from '#ui/state/session.ts';
import { once } from '#ui/state/unsaved.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { errorText as englishText } from '#contract/errors.ts';
import { PublicLayout } from './public-layout.panel.tsx';
import { takeSignIn } from './provider-button.panel.tsx';
import { endSingleSignOn } from '#features/account/account.contract.ts';

/** Runs once. Removes the provider's response from the address and the history. */
const endSignIn = once(async (): Promise<string> => {
  const answer = location.search.slice(1);
  history.replaceState(null, '', location.pathname);
  const begun = takeSignIn();
  if (begun === null)
    throw new CallError(401, [{ field: '', code: 'providerSignInOver', message: englishText('providerSignInOver') }]);
  const { token } = await call(endSingleSignOn, { ticket: begun.ticket, answer });
  startSession(token);
  return begun.returnTo;
});

export default function ProviderReturnPage() {
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    endSignIn().then((address) => location.replace(address), setFailure);
  }, []);
  return (
    <PublicLayout
      title={t('Sign in')}
      purpose={t('Your shop’s search, in your hands.')}
      footer={failure !== null && <Anchor href="/login">{t('Back to sign-in')}</Anchor>}
    >
      {failure === null ? (
        <Text role="status">{t('Signing you in …')}</Text>
      ) : (
        <Alert variant="light" color="red" role="alert">
          {errorText(failure)}
        </Alert>
      )}
    </PublicLayout>
  );
}

import { Anchor } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { call } from '#ui/calls/api.ts';
import { endSession, isSignedIn, onSessionEnd } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { logout } from '#features/account/account.contract.ts';
import { NotLoaded, PublicLayout } from './public-layout.panel.tsx';

/** Split, or the sign-in page would load it too. */
const DemandedSetUp = lazy(() =>
  import('./set-up-steps.tsx').then(
    ({ DemandedSetUp: part }) => ({ default: part }),
    () => ({ default: NotLoaded }),
  ),
);
const toSignIn = () => location.replace('/login');

export default function SetUpPage() {
  useEffect(() => {
    if (!isSignedIn()) return toSignIn();
    return onSessionEnd(toSignIn);
  }, []);
  const signOut = async () => {
    await call(logout, {}).catch(() => undefined);
    endSession('signedOut');
  };
  return (
    <PublicLayout
      title={t('Two-factor authentication')}
      purpose={t('This server requires it. You need an app on your phone.')}
      footer={
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          {t('Sign out')}
        </Anchor>
      }
    >
      {isSignedIn() && (
        <Suspense fallback={null}>
          <DemandedSetUp />
        </Suspense>
      )}
    </PublicLayout>
  );
}

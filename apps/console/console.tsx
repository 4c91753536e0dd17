import { RouterProvider } from '@tanstack/react-router';
import { onSessionEnd } from '#console-kit/session.ts';
import { forgetUnsaved } from '#console-kit/unsaved.ts';
import { loginAddress } from './login-address.ts';
import { createConsoleRouter } from './router.tsx';

const router = createConsoleRouter();

onSessionEnd((reason) => {
  forgetUnsaved();
  location.assign(reason === 'signedOut' ? '/login' : loginAddress(router.latestLocation.href, reason));
});

/** Everything behind sign-in. */
export default function Console() {
  return <RouterProvider router={router} />;
}

import { RouterProvider } from '@tanstack/react-router';
import { onSessionEnd } from '#console-kit/session.ts';
import { forgetUnsaved } from '#console-kit/unsaved.ts';
import { loginAddress } from './login-address.ts';
import { createConsoleRouter } from './router.tsx';
import { screens } from './screens.tsx';

// The code of the screen is fetched while the shell around it starts. A failure shows when the screen itself is loaded.
screens
  .find(({ path }) => path === location.pathname)
  ?.load()
  .catch(() => undefined);

const router = createConsoleRouter();

onSessionEnd((reason) => {
  forgetUnsaved();
  location.assign(reason === 'signedOut' ? '/login' : loginAddress(router.latestLocation.href, reason));
});

/** Everything behind sign-in. */
export default function Console() {
  return <RouterProvider router={router} />;
}

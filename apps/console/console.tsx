import { RouterProvider } from '@tanstack/react-router';
import { followUse } from '#console-kit/session/tab.ts';
import { followSession } from './follow-session.ts';
import { createConsoleRouter } from './router.tsx';
import { screens } from './screens.ts';

// The code of the screen is fetched while the shell around it starts. A failure shows when the screen itself is loaded.
screens
  .find(({ path }) => path === location.pathname)
  ?.load()
  .catch(() => undefined);

const router = createConsoleRouter();

followSession(() => router.latestLocation.href);
followUse();

/** Everything behind sign-in. */
export default function Console() {
  return <RouterProvider router={router} />;
}

import { RouterProvider } from '@tanstack/react-router';
import { LoadReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { followUse } from '#ui/state/tab.ts';
import { followSession } from './session/follow-session.ts';
import { createConsoleRouter } from './router.tsx';

const router = createConsoleRouter();

followSession(() => router.latestLocation.href);
followUse();

const loadKinds = async () => (await import('./released-kinds.ts')).releasedKinds;

export default function Console() {
  return (
    <LoadReleasedKinds value={loadKinds}>
      <RouterProvider router={router} />
    </LoadReleasedKinds>
  );
}

import { lazy, Suspense, useEffect } from 'react';
import { useAddress } from '#console-kit/state/address.ts';
import { inTime } from '#console/loading.ts';
import { addProjectDialog } from './dialog-names.ts';

const FirstProject = lazy(() => inTime(() => import('#features/owner/projects/first-project.panel.tsx')));

/** The beginning stands on the page itself, so that the dialog of later projects has nothing to add. */
export function NoProject() {
  const [address, change] = useAddress();
  const isAsked = address['dialog'] === addProjectDialog;
  useEffect(() => {
    if (isAsked) change({ dialog: undefined }, { isReplacing: true });
  }, [isAsked, change]);
  return (
    <Suspense>
      <FirstProject />
    </Suspense>
  );
}

import { lazy, Suspense, type ComponentType } from 'react';
import { useAddress } from '#console-kit/state/address.ts';
import { inTime } from '#console/loading.ts';
import { addProjectDialog, itemDialog } from './dialog-names.ts';

/** Dialogs that any screen opens by `?dialog=name` in the address. */
const dialogs: Readonly<Record<string, ComponentType<{ readonly onClose: () => void }>>> = {
  [addProjectDialog]: lazy(() => inTime(() => import('#features/owner/projects/add-project.dialog.tsx'))),
  [itemDialog]: lazy(() => inTime(() => import('#features/general/quick-search/item.dialog.tsx'))),
};

export function Dialogs() {
  const [address, change] = useAddress();
  const name = address['dialog'];
  const Dialog = name === undefined ? undefined : dialogs[name];
  if (!Dialog) return null;
  return (
    <Suspense>
      <Dialog onClose={() => change({ dialog: undefined, copy: undefined })} />
    </Suspense>
  );
}

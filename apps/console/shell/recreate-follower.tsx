import { useAllowed, useProject } from '#console-kit/session/rights.ts';
import { useRecreateWatch } from '#features/data/collections/recreate-watch.tsx';

/** Follows collections that are built anew while the page is loaded, whatever screen it shows. Shows nothing itself. */
export function RecreateFollower() {
  const isAllowed = useAllowed('data');
  const project = useProject();
  useRecreateWatch(isAllowed && project !== null);
  return null;
}

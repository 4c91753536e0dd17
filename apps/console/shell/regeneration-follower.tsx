import { useAllowed, useProject } from '#console-kit/session/rights.ts';
import { useRegenerationWatch } from '#features/search-settings/releases/regeneration-watch.tsx';

/** Follows what makes waiting rules live while the page is loaded, whatever screen it shows. Shows nothing itself. */
export function RegenerationFollower() {
  const isAllowed = useAllowed('search');
  const project = useProject();
  useRegenerationWatch(isAllowed && project !== null);
  return null;
}

import { currentSession, setSession } from '#console-kit/session/session.ts';
import type { Project } from '#features/owner/projects/projects.contract.ts';

/** The shell shows the selected project by what the session says of it. */
export function showInShell({ id, name, url, language, time_zone, active }: Project): void {
  const session = currentSession();
  if (session?.project?.id !== id) return;
  setSession({ ...session, project: { ...session.project, name, url, language, time_zone, active } });
}

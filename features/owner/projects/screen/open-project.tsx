import { switchProject } from '#ui/dialog/switch-project.ts';

interface NewProject {
  readonly token: string;
  readonly feed_id: number | null;
}

/** Selects a project that was just added and shows the first import of its feed, or the items that are sent to it. */
export function openProject({ token, feed_id: feedId }: NewProject): void {
  void switchProject(token, feedId === null ? '/developer/aisle-documents' : `/data/import/edit?id=${feedId}`);
}

/** Midnight of a new project is midnight where it is added. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

import { followClocks } from '#features/data/schedules/server/schedules.service.ts';
import type { ProjectSettings } from '#features/owner/projects/settings/project-settings.contract.ts';
import { projectSettingsStore } from './project-settings.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

interface Author {
  /** Null for a project's own server. */
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * As part of a change of releases: saves settings over `before`, which was read in it. With other clocks, the next midnight is theirs, and
 * daily imports are rescheduled. Rebuilding items in another language, and ending imports, is up to the caller.
 */
export async function saveSettings(
  db: Database,
  project: ProjectScope,
  before: { readonly time_zone: string; readonly at: number },
  settings: Partial<ProjectSettings>,
  { userId, at }: Author,
): Promise<void> {
  const store = projectSettingsStore(db);
  await store.update(project, settings, { userId, at: Math.max(at, before.at + 1) });
  const { time_zone: timeZone = before.time_zone } = settings;
  if (timeZone === before.time_zone) return;
  await store.beginDay(project, timeZone, at);
  await followClocks(db, project);
}

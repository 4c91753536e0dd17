import { followClocks } from '#features/data/schedules/server/schedules.service.ts';
import type { ProjectSettings } from '#features/owner/projects/project-settings.contract.ts';
import { projectSettingsStore } from './project-settings.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

interface Author {
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Within a change of releases, over `before`. A new time zone reschedules midnight and daily imports. Callers rebuild
 * items after a new language and end imports.
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

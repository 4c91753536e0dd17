import type { CopiedPart, Project, ProjectSettings } from '#features/owner/projects/projects.contract.ts';
import { type NewProject, projectStore, projectSettingsStore } from './projects.store.ts';
import { maximumProjects } from '#contract/limits.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { maskedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import { mayAddProjects } from '#server/db/server-settings.ts';
import { missingProject } from '#server/http/missing-project.ts';
import type { User } from '#server/secrets/sessions.ts';
import { copyCheckItems } from '#features/developer/check-items/server/check-items.service.ts';
import { copyingStore } from './copying.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { followClocks } from '#features/data/schedules/server/schedules.service.ts';

/** Masks the secrets in feed addresses. */
export const shownProjects = (db: Database) => {
  const projects = projectStore(db);
  return {
    list: async (user: User): Promise<Project[]> => (await projects.list(user)).map(masked),
    /** Throws `notFound`, or `projectDeleted`. */
    async known(user: User, id: number): Promise<Project> {
      const project = await projects.find(user, id);
      if (project === null) throw await missingProject(db, user, { id });
      return masked(project);
    },
    async default(user: User): Promise<Project | null> {
      const project = await projects.default(user);
      return project && masked(project);
    },
  };
};

const masked = (project: Project): Project => ({
  ...project,
  feed_url: maskedAddress(project.feed_url),
  feed_availability_url: maskedAddress(project.feed_availability_url),
});

/** Throws `notFound`, or `notAllowed` for members. */
export async function ownedProject(db: Database, user: User, id: number): Promise<Project> {
  const project = await shownProjects(db).known(user, id);
  if (!project.is_owner && !user.isAdmin) throw fail('notAllowed');
  return project;
}

/** Copies no items, secrets and invitations. Returns the ids of the collections, oldest first. */
export async function copySettings(
  db: Database,
  { releases }: Pick<App, 'releases'>,
  from: ProjectScope,
  to: ProjectScope,
  parts: readonly CopiedPart[] = ['rules', 'settings'],
): Promise<readonly number[]> {
  const copying = copyingStore(db);
  const [hasRules, hasSettings] = [parts.includes('rules'), parts.includes('settings')];
  const collections = await copying.collections(from, to, hasSettings);
  if (hasSettings) {
    await copying.shopCalls(from, to);
    await copying.plugin(from, to);
  }
  const rules = new Set(releases.ruleKeys());
  await releases.copyRules(db, from, to, (key) => (rules.has(key) ? hasRules : hasSettings));
  if (hasRules) await copyCheckItems(db, from, to);
  return collections;
}

/** All or nothing: project, collection, feed and release. `fill` runs within the first release. */
export async function addProject<Parts extends object>(
  app: App,
  user: User,
  values: NewProject,
  fill: (db: Database, project: ProjectScope) => Promise<Parts>,
) {
  if (!(await mayAddProjects(app.db, user))) throw fail('projectsByAdministrators');
  const made = await app.db.transaction().execute(async (db) => {
    const isOneTooMany = !user.isAdmin && (await projectStore(db).ownedCount(user.id)) >= maximumProjects;
    if (isOneTooMany) throw fail('tooManyProjects', { max: maximumProjects });
    const { project, secret } = await projectStore(db).insert(user.id, values);
    const change = { userId: user.id, reason: 'project', isFirst: true };
    const done = await app.releases.changeWithin(db, project, change, (handle) => fill(handle, project));
    return { project, secret, ...done };
  });
  crashPoint('project:made');
  return made;
}

export const copyFeedSettings = (db: Database, from: ProjectScope, to: ProjectScope, feedId: number): Promise<void> =>
  copyingStore(db).feedSettings(from, to, feedId);

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

import type { Project } from '#features/owner/projects/projects.contract.ts';
import { projectStore } from './projects.store.ts';
import { maskedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/fail.ts';
import { missingProject } from '#server/http/missing-project.ts';
import type { User } from '#server/secrets/sessions.ts';

/** Projects as people see them: nobody reads the secrets in addresses of feeds. */
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

/** A project that the person may change as a whole. Throws `notFound`, or `notAllowed` where they only work in it. */
export async function ownedProject(db: Database, user: User, id: number): Promise<Project> {
  const project = await shownProjects(db).known(user, id);
  if (!project.is_owner && !user.isAdmin) throw fail('notAllowed');
  return project;
}

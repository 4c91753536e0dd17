import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { leaveProject, listOwnProjects } from './own-projects.contract.ts';
import { ownProjectStore } from './own-projects.store.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

export function serveOwnProjects(app: App): void {
  const { db } = app;

  serve(app, listOwnProjects, async (_input, { user }) => {
    const onlyOwned = new Set((await lastOnes(db).onlyOwnedBy([user.id])).map(({ project_id: id }) => id));
    const projects = await ownProjectStore(db).list(user.id);
    return projects.map((project) => ({ ...project, is_only_owner: onlyOwned.has(project.id) }));
  });

  serve(app, leaveProject, async (project, { user }) => {
    await db.transaction().execute(async (transaction) => {
      const last = lastOnes(transaction);
      await last.hold.project(project);
      const projects = await last.onlyOwned(user.id, project);
      if (projects.length > 0) throw fail('lastOwner', { projects: projects.join(', ') });
      if (!(await ownProjectStore(transaction).leave(user.id, project))) throw fail('notFound', { name: 'project' });
    });
    return {};
  });
}

import { maximumProjects } from '#contract/limits.ts';
import { ownedProject } from './projects.service.ts';
import { projectStore } from './projects.store.ts';
import { transferProject } from '#features/owner/projects/projects.contract.ts';
import { formerOwnerLetter, newOwnerLetter } from './ownership.letters.ts';
import { ownershipStore } from './ownership.store.ts';
import type { App } from '#server/app/app.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { postLetter, sendLetters } from '#server/app/letters.ts';
import type { Letter } from '#server/mail/mail.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { serve } from '#server/app/serve.ts';

const letterJob = 'ownershipLetter';

export function serveOwnership(app: App): void {
  sendLetters(app, letterJob, () => Promise.resolve());

  const post = (db: Database, projectId: number, letter: Letter) =>
    postLetter(app, letterJob, { key: newSecret(), letter, about: { projectId } }, db);

  serve(app, transferProject, async ({ id, user_id: userId, stays }, { user }) => {
    const project = await ownedProject(app.db, user, id);
    await app.db.transaction().execute(async (db) => {
      const owners = ownershipStore(db);
      await owners.hold(project);
      const isOwner = await owners.isOwner(project, user.id);
      // A concurrent transfer may have been first.
      if (!isOwner && !user.isAdmin) throw fail('notAllowed');
      const next = foundIn(await owners.candidate(project, userId), 'user');
      if (next.is_owner === 1) throw fail('notAllowed');
      if (next.is_admin === 0 && (await projectStore(db).ownedCount(next.id)) >= maximumProjects)
        throw fail('tooManyProjects', { max: maximumProjects });
      await owners.give(project, next.id);
      const from = await owners.person(user.id);
      await post(db, project.id, newOwnerLetter(app, next, { project, person: nameOf(from) }));
      if (!isOwner) return;
      await (stays ? owners.takeBack(project, user.id) : owners.leave(project, user.id));
      await post(db, project.id, formerOwnerLetter(app, from, { project, person: nameOf(next) }, stays));
    });
    return {};
  });
}

const nameOf = ({ name, surname }: { readonly name: string; readonly surname: string }): string => `${name} ${surname}`;

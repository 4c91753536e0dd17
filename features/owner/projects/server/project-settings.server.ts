import type { Collection } from '#features/data/collections/collections.contract.ts';
import { collectionsOf } from '#features/data/collections/server/collections.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { requestRecreation, requestRecreationIn } from '#features/data/collections/server/recreations.service.ts';
import { importIsLive } from '#features/data/imports/server/imports.events.ts';
import { endAllImportsIn, requestImport, stopImport } from '#features/data/imports/server/imports.service.ts';
import { checkFeedUrl, dropUpload } from '#features/data/feed-settings/server/feeds.service.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { keptAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import type { User } from '#server/secrets/sessions.ts';
import { ownedProject, shownProjects, saveSettings } from './projects.service.ts';
import {
  type FirstFeedSettings,
  readLanguageCost,
  updateProject,
  transferProject,
} from '#features/owner/projects/projects.contract.ts';
import { projectSettingsStore, projectStore, ownershipStore } from './projects.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { given } from '#server/formats/json-body.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';
import { withoutAddresses } from '#contract/fields.ts';
import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { acceptedLanguage } from '#contract/texts/languages.ts';
import type { Letter } from '#server/mail/mail.ts';
import { maximumProjects } from '#contract/limits.ts';
import { type LetterKit, postAccountLetter, type Reader, writeLetter } from '#server/app/letters.ts';

const unknownPerson = '–';

export function serveProjectSettings(app: App): void {
  serve(app, updateProject, async ({ id, updated_at: began, ...wanted }, { user }) => {
    const project = await ownedProject(app.db, user, id);
    const { feed_url, feed_type, feed_language, feed_encoding, feed_separator, feed_headers, ...others } = wanted;
    const settings = given(others);
    const feed = given({ feed_url, feed_type, feed_language, feed_encoding, feed_separator, feed_headers });
    if (Object.keys(feed).length > 0) await saveFirstFeed(app, project, user, feed);
    // Asked before the transaction, which blocks other changes.
    const collections = settings.language === undefined ? [] : await collectionsOf(app, project);
    const { stopped, saved, unbuilt } = await app.releases.change(project, { userId: user.id, reason: 'project' }, async (db) => {
      const before = await projectSettingsStore(db).version(project);
      if (began != null && began !== before.at)
        throw fail('changedMeanwhile', { person: before.by ?? unknownPerson, at: before.at });
      await saveSettings(db, project, before, settings, { userId: user.id, at: Date.now() });
      // Compares with the row in the transaction: others may have changed it.
      const isSpokenAnew = settings.language !== undefined && settings.language !== before.language;
      const built = isSpokenAnew ? builtOnes(collections) : [];
      for (const { id: collectionId, item_count: count } of built)
        await requestRecreationIn(db, app, project, collectionId, count);
      return {
        unbuilt: isSpokenAnew ? collections.filter((collection) => !built.includes(collection)) : [],
        stopped: settings.active === false ? await endAllImportsIn(db, project) : [],
        // In the transaction, before others save.
        saved: await shownProjects(db).known(user, id),
      };
    });
    for (const importId of stopped) await stopImport(app, importId);
    // A first import may have gone live since the engine was asked.
    for (const { id: collectionId } of unbuilt) await followLanguage(project, collectionId);
    return saved;
  });

  serve(app, readLanguageCost, async ({ id }, { user }) => {
    const collections = builtOnes(await collectionsOf(app, await ownedProject(app.db, user, id)));
    return { item_count: collections.reduce((sum, { item_count: count }) => sum + count, 0) };
  });

  // An import that began in the former language.
  app.events.on(importIsLive, ({ project, feed }) => followLanguage(project, feed.collection_id));

  async function followLanguage(project: ProjectScope, collectionId: number): Promise<void> {
    const kept = await app.engine.generations(engineCollection(collectionId));
    const live = kept.find(({ isLive }) => isLive);
    const language = await collectionStore(app.db).language(project);
    if (live && live.layout.language !== language) await requestRecreation(app, project, collectionId, live.itemCount);
  }
}

/** Throws `notFound` without a feed. */
async function saveFirstFeed(app: App, project: ProjectScope, user: User, wanted: Partial<FirstFeedSettings>): Promise<void> {
  const feeds = feedStore(app.db);
  const { id, feed_url: stored } = foundIn(await feeds.first(project), 'feed');
  const { feed_url: address, ...columns } = wanted;
  const feed_url = address === undefined ? stored : keptAddress(app.sealing, address, stored);
  if (feed_url !== stored) await checkFeedUrl(app, feed_url, { user, project });
  await feeds.save(project, id, { ...columns, feed_url });
  if (feed_url !== stored) await dropUpload(app, stored);
  await requestImport(app, project, id);
}

/** Collections with items. Throws `searchDown` while that is unknown. */
function builtOnes(collections: readonly Collection[]): Collection[] {
  if (collections.some(({ health }) => health === 'down')) throw fail('searchDown');
  return collections.filter(({ built_at: builtAt }) => builtAt !== null);
}

interface Transfer {
  readonly project: { readonly id: number; readonly name: string };
  readonly person: string;
}

const shownNames = ({ project, person }: Transfer) => ({
  person: withoutAddresses(person),
  project: withoutAddresses(project.name),
});

export const newOwnerLetter = (kit: LetterKit, reader: Reader, transfer: Transfer): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('You now own the project {project}', shownNames(transfer)),
    path: `/owner/project?id=${transfer.project.id}&p=${transfer.project.id}`,
    before: [t('{person} made you the owner of the project {project} in Aisle.', shownNames(transfer))],
  }));

export const formerOwnerLetter = (kit: LetterKit, reader: Reader, transfer: Transfer, stays: boolean): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('The project {project} has another owner', shownNames(transfer)),
    path: '/dashboard',
    before: [
      t('{person} now owns the project {project} in Aisle.', shownNames(transfer)),
      stays ? t('You stay in it, in all groups.') : t('You have left it.'),
    ],
  }));

export function serveOwnership(app: App): void {
  serve(app, transferProject, async ({ id, user_id: userId, stays }, { user }) => {
    const project = await ownedProject(app.db, user, id);
    await app.db.transaction().execute(async (db) => {
      const owners = ownershipStore(db);
      await lastOnes(db).hold.project(project);
      const isOwner = await owners.isOwner(project, user.id);
      // A concurrent transfer may have been first.
      if (!isOwner && !user.isAdmin) throw fail('notAllowed');
      const next = foundIn(await owners.candidate(project, userId), 'user');
      if (next.is_owner === 1) throw fail('notAllowed');
      if (next.is_admin === 0 && (await projectStore(db).ownedCount(next.id)) >= maximumProjects)
        throw fail('tooManyProjects', { max: maximumProjects });
      await owners.give(project, next.id);
      const from = await owners.person(user.id);
      const readerOf = ({ email, language }: typeof from): Reader => ({
        email,
        language: acceptedLanguage(language ?? project.language),
      });
      await postAccountLetter(app, db, newOwnerLetter(app, readerOf(next), { project, person: nameOf(from) }));
      if (!isOwner) return;
      await (stays ? owners.takeBack(project, user.id) : owners.leave(project, user.id));
      await postAccountLetter(app, db, formerOwnerLetter(app, readerOf(from), { project, person: nameOf(next) }, stays));
    });
    return {};
  });
}

const nameOf = ({ name, surname }: { readonly name: string; readonly surname: string }): string => `${name} ${surname}`;

import { nothingDecided, type OwnMapping } from '#contract/values/field-rule.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedSampled } from '#features/data/imports/server/imports.events.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { previewMapping, readMapping, resetMapping, saveMapping } from '#features/data/mapping/mapping.contract.ts';
import { previewOf, mappingState } from './mapping.state.ts';
import { sampleStore } from './samples.store.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { failField } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

export function serveMapping(app: App): void {
  const feeds = feedStore(app.db);
  const samples = sampleStore(app.db);
  const collections = collectionStore(app.db);

  const languageOf = async (project: ProjectScope, feed: { readonly feed_language: string }) =>
    feed.feed_language || (await collections.language(project));

  const state = async (project: ProjectScope, id: number, own: OwnMapping) =>
    mappingState(await samples.find(project, id), own, await languageOf(project, await feeds.known(project, id)));

  const decide = async (project: ProjectScope, id: number, own: OwnMapping) => {
    const feed = await feeds.known(project, id);
    const written = JSON.stringify(own);
    if (written !== feed.own_mapping) await feeds.save(project, id, { own_mapping: written });
    return state(project, id, own);
  };

  app.events.on(feedSampled, ({ project, feed, records }) => samples.keep(project, feed.id, records));

  serve(app, readMapping, async ({ id }, { project }) => {
    const feed = await feeds.known(project, id);
    return state(project, id, jsonOf<OwnMapping>(feed.own_mapping, nothingDecided, 'feed.own_mapping', id));
  });

  serve(app, previewMapping, async ({ id, ...own }, { project }) => {
    const feed = await feeds.known(project, id);
    const kept = await samples.find(project, id);
    const fields = await collections.fields(project, feed.collection_id);
    const types = Object.fromEntries(fields.map(({ name, type }) => [name, type]));
    return previewOf(kept?.records ?? [], own, types, await languageOf(project, feed));
  });

  serve(app, saveMapping, ({ id, ...own }, { project }) => {
    const names = own.rules.map(({ to }) => to);
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
    if (twice !== -1) throw failField(`rules.${twice}.to`, 'notValid', { name: names[twice] ?? '' });
    return decide(project, id, own);
  });

  serve(app, resetMapping, ({ id }, { project }) => decide(project, id, nothingDecided));
}

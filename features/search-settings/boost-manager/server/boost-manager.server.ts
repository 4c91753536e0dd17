import { previewOf } from '#server/search/preview.ts';
import { checkedBoosts, type SentBoosts, writeBoosts, boostsOf, liveBoosts, sources, boostedFields } from './boost-draft.ts';
import { boostFileKinds } from './boosts.file.ts';
import {
  boostKind,
  type BoostRule,
  discardBoosts,
  type FieldValues,
  previewBoosts,
  readBoosts,
  readFieldValues,
  saveBoosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostRows, boostSettingRows, boostSettingsKey, boostsKey, newestBoostChange } from './boost-manager.store.ts';
import { lintBoosts } from './boosts.lint.ts';
import { boostRule, boostSettingsRule } from './boosts.rule.ts';
import type { App } from '#server/app/app.ts';
import { ruleSource } from '#server/rules/rows/rule-source.ts';
import { collectionOf, type CollectionScope } from '#server/db/row-scope.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { plainPlan } from '#engine/plan.ts';
import { serve } from '#server/app/serve.ts';
import { validityAt } from '#server/rules/releases/versions.store.ts';
import type { Previewed } from '#server/rules/releases/preview-rows.ts';

const unknownPerson = '–';

export function serveBoostManager(app: App): void {
  const onPublish = { goesLive: 'onPublish' } as const;
  const nameOf = ({ field }: BoostRule) => field;
  app.releases.add(ruleSource(boostKind, boostRows, { key: boostsKey, table: 'boost', ...onPublish, nameOf, ...boostRule }));
  app.releases.add(
    ruleSource(boostKind, boostSettingRows, {
      key: boostSettingsKey,
      table: 'boost_setting',
      ...onPublish,
      nameOf: () => 'settings',
      ...boostSettingsRule,
    }),
  );

  app.lints.set(boostsKey, lintBoosts(app.db));
  for (const kind of boostFileKinds) app.fileKinds.set(kind.key, kind);

  serve(app, readBoosts, async ({ c }, { project }) => boostsOf(app, await collectionOf(app.db, project, c)));

  serve(app, saveBoosts, async ({ collection_id, publish, updated_at: began, ...sent }, { project, user }) => {
    const scope = await collectionOf(app.db, project, collection_id);
    const change = { userId: user.id, reason: publish ? 'publish boosts' : boostKind.name };
    const publishes = { sources, collectionId: scope.collectionId };
    await app.releases.change(project, { ...change, ...(publish && { publishes }) }, async (db) => {
      const newest = await newestBoostChange(db, scope);
      if (began !== undefined && (newest.updated_at ?? 0) > (began ?? 0))
        throw fail('changedMeanwhile', { person: newest.updated_by ?? unknownPerson, at: newest.updated_at ?? 0 });
      await writeBoosts(db, scope, sent, { userId: user.id, at: Date.now() });
    });
    return boostsOf(app, scope);
  });

  serve(app, discardBoosts, async ({ collection_id }, { project, user }) => {
    const scope = await collectionOf(app.db, project, collection_id);
    await app.releases.takeBack(project, user.id, { sources, collectionId: scope.collectionId });
    return boostsOf(app, scope);
  });

  serve(app, previewBoosts, async ({ collection_id, q, ...sent }, { project }, _upload, signal) => {
    const scope = await collectionOf(app.db, project, collection_id);
    const tried = await app.releases.preview(project, await triedBoosts(app, scope, sent));
    const { boosts: live } = await liveBoosts(app, scope);
    const fields = [...new Set([...sent.boosts, ...live].map(({ field }) => field))];
    return previewOf(app, project, collection_id, { q, tried: { rules: tried.rulesOf(collection_id) }, fields, signal });
  });

  serve(app, readFieldValues, async ({ c, field: name, search }, { project }, _upload, signal) => {
    const scope = await collectionOf(app.db, project, c);
    const field = (await boostedFields(app.db, scope)).find((one) => one.name === name);
    const found = foundIn(field, 'field');
    return inCollection(app, project, c, (asking) => fieldValues(asking, found.name, search), { signal });
  });
}

async function triedBoosts(app: App, scope: CollectionScope, sent: SentBoosts): Promise<Previewed> {
  const { collectionId: collection_id } = scope;
  const boosts = await checkedBoosts(app.db, scope, sent.boosts);
  const live = await liveBoosts(app, scope);
  const put = boosts
    .filter((boost) => boost.is_active !== false && validityAt({ id: 0, ...boost }, Date.now()).is_in_force === 1)
    .map(({ id, ...boost }, place) => ({ source: boostsKey, row: { ...boost, id: id ?? -place, collection_id } }));
  const settings = { id: live.settings?.id ?? 0, collection_id, overrides_relevance: sent.overrides_relevance };
  const ids = new Set(put.map(({ row }) => row.id));
  const without = live.boosts.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ source: boostsKey, id }));
  return { put: [...put, { source: boostSettingsKey, row: settings }], without };
}

const countedValues = 1_000;
const shownValues = 100;

async function fieldValues({ session }: CollectionSearch, field: string, search: string): Promise<FieldValues> {
  const { facets } = await session.search({ ...plainPlan, facets: [{ field, limit: countedValues }] });
  const wanted = fold(search.trim());
  const values = (facets[0]?.values ?? []).filter(({ value }) => fold(String(value)).includes(wanted));
  return { values: values.slice(0, shownValues) };
}

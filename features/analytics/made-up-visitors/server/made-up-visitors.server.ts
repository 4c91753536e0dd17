import { makeUpVisitors, removeMadeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { madeUpMonth } from './made-up-month.service.ts';
import { madeUpVisitorStore, visitorsMadeUp } from './made-up-visitors.store.ts';
import { feedSourceOf } from '#features/data/feed-settings/server/feeds.service.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

export function serveMadeUpVisitors(app: App): void {
  const store = madeUpVisitorStore(app.db);

  /** Throws `noSampleShop`: real figures are never mixed or deleted. */
  async function sampleShopOf(project: ProjectScope) {
    const { feedUrl, areMadeUp } = await store.stateOf(project);
    const source = feedUrl === null ? null : feedSourceOf(feedUrl, null);
    if (source?.kind !== 'sample') throw fail('noSampleShop');
    return { language: source.language, areMadeUp };
  }

  serve(app, makeUpVisitors, async (_input, { project }) => {
    const { language } = await sampleShopOf(project);
    if (!(await store.begin(project, Date.now()))) throw fail('visitorsMadeUp');
    try {
      return await madeUpMonth(app, project, language);
    } catch (error) {
      await store.remove(project);
      throw error;
    }
  });

  serve(app, removeMadeUpVisitors, async (_input, { project }) => {
    if (!(await sampleShopOf(project)).areMadeUp) return {};
    await store.remove(project);
    await app.events.tell(visitorsMadeUp, project);
    return {};
  });
}

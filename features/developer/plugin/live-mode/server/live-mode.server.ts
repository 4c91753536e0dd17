import { readShopInfo, toggleLiveMode } from '#features/developer/plugin/live-mode/live-mode.contract.ts';
import { pluginStore } from '#features/developer/plugin/server/plugin.store.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

/** Whether customers see the plugin of a shop; its search is answered either way. */
export function serveLiveMode(app: App): void {
  const plugins = pluginStore(app.db);

  serve(app, readShopInfo, async (_input, { project }) => ({
    is_live: await plugins.isLive(project),
    website: project.url,
  }));

  serve(app, toggleLiveMode, async ({ is_live: asked }, { project }) => {
    const isLive = await app.db.transaction().execute(async (db) => {
      const store = pluginStore(db);
      const wanted = asked === undefined ? !(await store.isLive(project)) : String(asked) === 'true';
      await store.setLive(project, wanted, Date.now());
      return store.isLive(project);
    });
    return { is_live: isLive };
  });
}

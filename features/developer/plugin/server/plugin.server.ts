import * as z from 'zod/mini';
import { type PluginResults, PluginSettings, type PluginStart } from '#contract/plugin/plugin-settings.ts';
import {
  makePreview,
  type PluginState,
  previewDays,
  readPlugin,
  savePlugin,
  startPlugin,
  readShopInfo,
  toggleLiveMode,
} from '#features/developer/plugin/plugin.contract.ts';
import { pluginStore } from './plugin.store.ts';
import { isPreview, previewSecret } from './shop-previews.service.ts';
import { frontCollections } from '#features/front-api/server/front-collections.service.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { run } from '#process-kit/work.ts';
import { lastKnown } from '#server/db/last-known.ts';
import { usualFacets } from '#server/search/result-defaults.ts';
import { serve } from '#server/app/serve.ts';
import type { CollectionRelease, SortChoice } from '#server/rules/releases/live-release.ts';

/** Rows of four, three and two are whole. */
const usualPerPage = 24;
const price = 'price';

type Shown = Pick<PluginStart, 'facets' | 'sorts' | 'per_page' | 'labels'>;

const nothingShown: Shown = { facets: [], sorts: [], per_page: usualPerPage, labels: {} };

const written = ({ field, order }: SortChoice): string => (field === null ? '' : `${field}:${order}`);

/** How results of a collection are filtered and sorted: as the result settings say, otherwise by what most shops have. */
function shownResults(release: CollectionRelease): Shown {
  const { facets, sorts, labels, perPage } = release.front.results.search;
  const usual = usualFacets(release);
  return {
    // Those that are set come with the answers, called and counted as they are set.
    facets: facets.length > 0 ? [] : usual,
    sorts: sorts.length > 0 ? sorts.map(written) : usual.includes(price) ? ['', `${price}:asc`, `${price}:desc`] : [],
    per_page: perPage ?? usualPerPage,
    labels: Object.fromEntries(labels),
  };
}

const dayMilliseconds = 86_400_000;
const freshMilliseconds = 2_000;
const rememberedProjects = 10_000;
const noteMilliseconds = 60_000;
const unknownPerson = '–';

/** Completed by defaults. */
const settingsOf = (saved: object): PluginSettings => z.parse(PluginSettings, saved);

export function servePlugin(app: App): void {
  const plugins = pluginStore(app.db);
  const collections = frontCollections(app);
  const notedAt = new Map<number, number>();

  const startOf = async (project: ProjectScope) => {
    const [plugin, isLive] = await Promise.all([plugins.read(project), plugins.isLive(project)]);
    return { settings: settingsOf(plugin.settings), round: plugin.preview_round, isLive };
  };
  const known = lastKnown({
    freshMilliseconds,
    maximum: rememberedProjects,
    read: (key) => startOf({ id: Number(key) }),
  });

  /** No customer waits for it. */
  const noteSeen = async (project: ProjectScope, host: string): Promise<void> => {
    const now = Date.now();
    if (now - (notedAt.get(project.id) ?? 0) < noteMilliseconds) return;
    notedAt.set(project.id, now);
    await plugins.noteSeen(project, host, now).catch(() => undefined);
  };

  serve(app, startPlugin, async ({ preview }, { project, pageHost }) => {
    // Pages of this server itself are no shop.
    if (pageHost !== null && pageHost !== URL.parse(app.settings.publicUrl)?.host) void noteSeen(project, pageHost);
    const isOpen = ({ isLive, round }: Awaited<ReturnType<typeof startOf>>): boolean =>
      isLive || isPreview(app.sealing, { project, round }, preview, Date.now());
    let start = await known.get(String(project.id));
    // Whoever has just made a link, or turned live mode on, looks at once.
    if (preview !== '' && !isOpen(start)) start = await startOf(project);
    if (!isOpen(start)) throw fail('liveModeOff');
    const { settings, isLive } = start;
    return { is_live: isLive, settings, ...(await resultsOf(project)) };
  });

  const resultsOf = async (project: SelectedProject): Promise<PluginResults> => {
    const [first] = (await run(collections.liveOnes(project))).ids;
    const shown = first === undefined ? nothingShown : shownResults(await collections.relevance(project, first));
    return { language: project.language, ...shown };
  };

  const stateOf = async (project: SelectedProject): Promise<PluginState> => {
    const [plugin, isLive, results] = await Promise.all([plugins.read(project), plugins.isLive(project), resultsOf(project)]);
    const { preview_round: round, preview_until: until, seen_host: host, seen_at: at } = plugin;
    const works = until !== null && until > Date.now();
    return {
      settings: settingsOf(plugin.settings),
      updated_at: plugin.updated_at,
      is_live: isLive,
      preview: works ? { secret: previewSecret(app.sealing, { project, round }, until), until } : null,
      seen: host !== null && at !== null ? { host, at } : null,
      results,
    };
  };

  serve(app, readPlugin, (_input, { project }) => stateOf(project));

  serve(app, savePlugin, async ({ settings, updated_at: edited }, { project, user }) => {
    if (!(await plugins.save(project, settings, { userId: user.id, at: Date.now() }, edited))) {
      const { by, updated_at: at } = await plugins.read(project);
      throw fail('changedMeanwhile', { person: by ?? unknownPerson, at: at ?? 0 });
    }
    return stateOf(project);
  });

  serve(app, makePreview, async (_input, { project }) => {
    await plugins.beginPreview(project, Date.now() + previewDays * dayMilliseconds);
    return stateOf(project);
  });

  serve(app, readShopInfo, async (_input, { project }) => ({
    is_live: await plugins.isLive(project),
    website: project.url,
  }));

  serve(app, toggleLiveMode, async ({ is_live: asked }, { project }) => {
    const isLive = await app.db.transaction().execute(async (db) => {
      const store = pluginStore(db);
      const wanted = asked === undefined ? !(await store.isLive(project)) : String(asked) === 'true';
      await store.setLive(project, wanted);
      return store.isLive(project);
    });
    return { is_live: isLive };
  });
}

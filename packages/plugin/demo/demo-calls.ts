import type { PluginStart } from '#contract/plugin/plugin-settings.ts';
import type { PlainItem } from '#plugin/calls/front-answers.ts';
import type { FrontCalls } from '#plugin/calls/front-calls.ts';

/** What the shop has set about its own pages, which the demo shop isn't one of. */
const ofOwnPages = { field_selector: '', hide_selector: '', results: 'over' } as const;

/** Every item has a page here: many a shop isn't on the web yet, and who tries the search wants to stay. */
export const callsInDemo = (calls: FrontCalls, path: string): FrontCalls => ({
  ...calls,
  get: async <Data>(...asked: Parameters<FrontCalls['get']>): Promise<Data> =>
    asShownThere(await calls.get<object>(...asked), path) as Data,
});

function asShownThere(answer: object, path: string): object {
  if ('settings' in answer) {
    const start = answer as PluginStart;
    return { ...start, settings: { ...start.settings, ...ofOwnPages } };
  }
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withPages(name, value, path)]));
}

/** Items stand in an answer, in its collections and in its columns. */
function withPages(name: string, value: unknown, path: string): unknown {
  if (!Array.isArray(value)) return value;
  const list = value as readonly object[];
  if (name === 'items')
    return (list as readonly PlainItem[]).map((item) => ({ ...item, url: `${path}?item=${encodeURIComponent(item.id)}` }));
  return name === 'collections' || name === 'columns' ? list.map((one) => asShownThere(one, path)) : list;
}

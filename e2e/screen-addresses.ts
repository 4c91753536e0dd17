/** What shows most of a screen that others lead into, where that is not a feed. */
const insideAddresses: Readonly<Record<string, string>> = {
  '/search-settings/curations/edit': '/search-settings/curations/edit?id=new&query=kettle',
  '/analytics/trending-searches/item': '/analytics/trending-searches/item?q=kettle',
  '/analytics/trending-item': '/analytics/trending-item?id=kettle-2-black&c=1',
};

export interface ListedScreen {
  readonly path: string;
  readonly isInside?: true;
}

/** The console's own list. It is imported unseen, because its types are those of a browser, and journeys are checked without one. */
const list: string = '#apps/console/screens.ts';

export const listedScreens = async (): Promise<readonly ListedScreen[]> =>
  ((await import(list)) as { readonly screens: readonly ListedScreen[] }).screens;

/** Where a screen of the sample shop shows most. Those that others lead into are those of a feed, are told here, or need nothing. */
export const addressOf = ({ path, isInside }: ListedScreen, feedId: number | undefined): string =>
  isInside ? (insideAddresses[path] ?? `${path}?id=${feedId}`) : path;

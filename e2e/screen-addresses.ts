/** Parameters with which a screen shows most. */
const insideAddresses: Readonly<Record<string, string>> = {
  '/search-settings/curations/edit': '/search-settings/curations/edit?id=new&query=kettle',
  '/analytics/trending-searches/item': '/analytics/trending-searches/item?q=kettle',
  '/analytics/trending-item': '/analytics/trending-item?id=kettle-2-black&c=1',
};

export interface ListedScreen {
  readonly path: string;
  readonly isInside?: true;
}

/** Untyped import: its types are a browser's, and journeys are checked without DOM. */
const list: string = '#apps/console/screens.ts';

export const listedScreens = async (): Promise<readonly ListedScreen[]> =>
  ((await import(list)) as { readonly screens: readonly ListedScreen[] }).screens;

/** Addresses of the sample shop's screens with most content. */
export const addressOf = ({ path, isInside }: ListedScreen, feedId: number | undefined): string =>
  isInside ? (insideAddresses[path] ?? `${path}?id=${feedId}`) : path;

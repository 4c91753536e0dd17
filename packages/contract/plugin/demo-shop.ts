export const demoShopPath = (token: string): string => `/demo/${token}`;

/** What the server writes into the page. */
export interface DemoPage {
  readonly token: string;
  readonly path: string;
  readonly language: string;
  /** Of the project; null while only members and preview links may see it. */
  readonly name: string | null;
  readonly texts: Readonly<
    Record<'demoShop' | 'bar' | 'openInShop' | 'allItems' | 'itemGone' | 'private' | 'unknown' | 'away', string>
  >;
}

import type { SearchResults } from './calls.ts';
import type { Searching } from './fields/attached-field.ts';
import { bannerClicked } from './banner.tsx';
import { webAddress } from './item.tsx';
import { OverlayHost, PageResults } from '#plugin/results/results-hosts.tsx';
import type { Option } from '#plugin/panel/panel-blocks.ts';
import { addressWith, type Wanted, wantedFor } from './results/wanted.ts';
import type { Shop } from '#plugin/shop.ts';
import { Events } from './events.ts';

/** Below it the panel would cover the page anyway, and fills the screen. */
const smallScreen = '(max-width: 640px)';

export class Search implements Searching {
  readonly events: Events;
  readonly #shop: Shop;
  readonly #overlay: OverlayHost;
  readonly #page: PageResults;
  readonly #listeners = new Set<(query: string) => void>();

  constructor(shop: Shop) {
    this.#shop = shop;
    this.events = new Events(shop);
    this.#page = new PageResults(shop, this.events, (query) => this.#tell(query));
    this.#overlay = new OverlayHost(shop, this.events, this);
  }

  follow(): void {
    if (!this.#page.follow()) this.#overlay.follow();
  }

  keep(): void {
    this.#page.keep();
  }

  close(): void {
    this.#overlay.close();
  }

  search(query: string): Promise<boolean> {
    return this.#show(wantedFor(query));
  }

  choose({ target }: Option, typed: string, queryId: string | null): void {
    if (target.kind === 'item') {
      this.events.clicked(target.item.id, target.position, queryId);
      if (target.item.url === undefined) void this.search(target.item.name);
    } else if (target.kind === 'value') {
      const collection = target.collection === null ? '' : String(target.collection);
      void this.#show({ ...wantedFor(''), filters: { [target.field]: [target.value] }, collection });
    } else if (target.kind === 'banner') bannerClicked(this.#shop, target.banner.id);
    else void this.search(target.kind === 'query' ? target.query : typed.trim());
  }

  takeOver(typed: string): boolean {
    if (this.#overlay.isOpen || !matchMedia(smallScreen).matches) return false;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.#overlay.openField(typed);
    return true;
  }

  onShown(listener: (query: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(query: string): void {
    for (const listener of this.#listeners) listener(query);
  }

  async #show(wanted: Wanted): Promise<boolean> {
    if (this.#shop.settings.results === 'over') return this.#overlay.show(wanted);
    if (this.#page.isHere()) return this.#page.show(wanted, this.#overlay.giveWay());
    return this.#goToPage(wanted);
  }

  /** Asks first: where nothing answers, the page would be empty, and a redirect leads elsewhere at once. */
  async #goToPage(wanted: Wanted): Promise<boolean> {
    try {
      const parameters = { q: wanted.query, per_page: 1 };
      const { redirect } = await this.#shop.calls.get<SearchResults>('search', parameters);
      const page = new URL(this.#shop.settings.page_path, location.origin);
      const wantedPage = page.origin === location.origin ? addressWith(page.href, 'page', wanted) : undefined;
      const address = webAddress(redirect ?? undefined) ?? wantedPage;
      if (address === undefined) return false;
      this.#shop.visit(address);
      return true;
    } catch {
      return false;
    }
  }
}

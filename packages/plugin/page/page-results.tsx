import { render } from 'preact';
import { type Part, partOf, Sheet } from '#plugin/look/shadow.ts';
import { ResultsHistory } from '#plugin/results/results-history.ts';
import { ResultsModel } from '#plugin/results/results-model.ts';
import { Results } from '#plugin/results/results.tsx';
import { type Wanted, wantedFor } from '#plugin/results/wanted.ts';
import type { Shop } from '#plugin/shop.ts';
import pageCss from '#plugin/styles/page.css?inline';
import resultsCss from '#plugin/styles/results.css?inline';

export interface PageActions {
  showItem(model: ResultsModel, id: string, position: number): void;
  shown(model: ResultsModel): void;
}

/** Results on a page of the shop, in place of what stands there. */
export class PageResults {
  readonly #shop: Shop;
  readonly #actions: PageActions;
  readonly #history = new ResultsHistory('page');
  readonly #page: Sheet;
  #part: Part | null = null;
  #model: ResultsModel | null = null;
  #scrollPx = 0;

  constructor(shop: Shop, actions: PageActions) {
    this.#shop = shop;
    this.#actions = actions;
    this.#page = new Sheet('', shop.nonce);
    this.#page.addTo(document);
    addEventListener('popstate', () => this.follow());
    shop.onChange(() => this.#draw());
  }

  isHere(): boolean {
    const { results, page_path: path } = this.#shop.settings;
    return results === 'page' && location.pathname.replace(/(.)\/$/, '$1') === path.replace(/(.)\/$/, '$1');
  }

  /** Shows what the address asks for. Answers whether it asks for anything, and there is a place for it. */
  follow(): boolean {
    const isShown = this.isHere() && this.#place();
    if (isShown) {
      this.#scrollPx = this.#history.scrollPx;
      void this.#show(this.#history.wanted() ?? wantedFor(''));
    } else this.#end();
    return isShown;
  }

  /** Puts what the shop has redrawn back into place. */
  keep(): void {
    if (this.#part === null ? this.isHere() : !this.isHere()) this.follow();
    else if (this.#part !== null && !this.#part.host.isConnected) this.#place();
  }

  async show(wanted: Wanted): Promise<boolean> {
    if (wanted.query === this.#model?.state.wanted.query) this.#history.replace(wanted);
    else this.#history.push(wanted);
    await this.#show(wanted);
    return true;
  }

  async #show(wanted: Wanted): Promise<void> {
    const isOther = this.#model?.state.wanted.query !== wanted.query;
    if (isOther) this.#model?.forget();
    const model: ResultsModel =
      this.#model && !isOther ? this.#model : new ResultsModel(this.#shop, wanted, () => this.#model === model && this.#draw());
    this.#model = model;
    this.#draw();
    const redirect = await model.show(wanted);
    if (this.#model !== model) return;
    if (redirect !== null) this.#shop.visit(redirect, true);
    else if (model.state.found !== null) this.#actions.shown(model);
    if (this.#scrollPx > 0) scrollTo(0, this.#scrollPx);
    this.#scrollPx = 0;
  }

  #place(): boolean {
    const target = this.#target();
    if (target === null) return false;
    this.#part ??= partOf('results', [
      ...this.#shop.sheets,
      ...[resultsCss, pageCss].map((css) => new Sheet(css, this.#shop.nonce)),
    ]);
    target.prepend(this.#part.host);
    // What the shop shows there comes back with the next page.
    this.#page.replace('[data-aisle="results"] ~ * { display: none !important }');
    return true;
  }

  #target(): Element | null {
    const { page_selector: selector } = this.#shop.settings;
    try {
      return document.querySelector(selector || 'main, [role="main"], #content');
    } catch {
      return null;
    }
  }

  #end(): void {
    this.#model?.forget();
    this.#model = null;
    if (this.#part === null) return;
    render(null, this.#part.root);
    this.#part.host.remove();
    this.#part = null;
    this.#page.replace('');
  }

  #draw(): void {
    const model = this.#model;
    if (this.#part === null || model === null) return;
    render(
      <Results
        shop={this.#shop}
        state={model.state}
        onWant={(wanted) => void this.show(wanted)}
        onItem={(id, position) => {
          this.#history.keepScroll(scrollY);
          this.#actions.showItem(model, id, position);
        }}
      />,
      this.#part.root,
    );
  }
}

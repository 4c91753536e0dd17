import { render } from 'preact';
import type { Events } from '#plugin/events.ts';
import { Overlay } from '#plugin/overlay.tsx';
import type { Searching } from '#plugin/fields/attached-field.ts';
import { type Part, partOf, type Shop, sheetOf } from '#plugin/shop.ts';
import { ResultsModel } from './results-model.ts';
import { Results } from './results.tsx';
import { type Place, ResultsHistory, type Wanted, wantedFor } from './wanted.ts';

abstract class ResultsHost {
  protected readonly shop: Shop;
  protected readonly history: ResultsHistory;
  protected part: Part | null = null;
  protected model: ResultsModel | null = null;
  readonly #events: Events;
  readonly #place: Place;

  constructor(shop: Shop, events: Events, place: Place) {
    this.shop = shop;
    this.#events = events;
    this.#place = place;
    this.history = new ResultsHistory(place);
    addEventListener('popstate', () => this.follow());
    shop.onChange(() => this.draw());
  }

  abstract follow(): void;
  protected abstract draw(): void;
  protected abstract changed(begin: () => void): void;

  protected async find(wanted: Wanted, begin: () => void = () => undefined): Promise<boolean> {
    if (this.model?.state.wanted.query !== wanted.query) {
      this.model?.forget();
      const next: ResultsModel = new ResultsModel(this.shop, wanted, () => this.model === next && this.changed(begin));
      this.model = next;
    }
    const model = this.model!;
    const redirect = await model.show(wanted);
    if (this.model !== model) return true;
    if (redirect !== null) this.shop.visit(redirect, this.#place === 'page');
    else if (model.state.found !== null) this.#events.shown(model.state.found);
    return redirect !== null || model.state.found !== null;
  }

  protected forget(): void {
    this.model?.forget();
    this.model = null;
  }

  protected clicked(id: string, position: number, scrollPx: number): void {
    this.history.keepScroll(scrollPx);
    this.#events.clicked(id, position, this.model?.state.found?.queryIds[position - 1] ?? null);
  }
}

export class PageResults extends ResultsHost {
  readonly #page = sheetOf('');
  readonly #shown: (query: string) => void;
  #scrollPx = 0;

  constructor(shop: Shop, events: Events, shown: (query: string) => void) {
    super(shop, events, 'page');
    this.#shown = shown;
    document.adoptedStyleSheets.push(this.#page);
  }

  isHere(): boolean {
    const { results, page_path: path } = this.shop.settings;
    const plain = (address: string): string => address.replace(/(.)\/$/, '$1');
    return results === 'page' && plain(location.pathname) === plain(path);
  }

  /** Returns whether the address asks for results, and the page has a place for them. */
  follow(): boolean {
    const isShown = this.isHere() && this.#put();
    if (isShown) {
      this.#scrollPx = this.history.scrollPx;
      void this.#show(this.history.wanted() ?? wantedFor(''));
    } else this.#end();
    return isShown;
  }

  keep(): void {
    if (this.part === null ? this.isHere() : !this.isHere()) this.follow();
    else if (this.part !== null && !this.part.host.isConnected) this.#put();
  }

  /** `takesEntry`: the current entry of the history is the closed dialog's. */
  async show(wanted: Wanted, takesEntry = false): Promise<boolean> {
    if (takesEntry) this.history.take(wanted);
    else if (wanted.query === this.model?.state.wanted.query) this.history.replace(wanted);
    else this.history.push(wanted);
    await this.#show(wanted);
    return true;
  }

  async #show(wanted: Wanted): Promise<void> {
    this.#shown(wanted.query);
    await this.find(wanted);
    if (this.#scrollPx > 0) scrollTo(0, this.#scrollPx);
    this.#scrollPx = 0;
  }

  #put(): boolean {
    const target = this.#target();
    if (target === null) return false;
    this.part ??= partOf('results', this.shop);
    target.prepend(this.part.host);
    this.#page.replaceSync('[data-aisle="results"] ~ * { display: none !important }');
    return true;
  }

  #target(): Element | null {
    try {
      return document.querySelector(this.shop.settings.page_selector || 'main, [role="main"], #content');
    } catch {
      return null;
    }
  }

  #end(): void {
    this.forget();
    if (this.part === null) return;
    render(null, this.part.root);
    this.part.host.remove();
    this.part = null;
    this.#page.replaceSync('');
  }

  protected changed(): void {
    this.draw();
  }

  protected draw(): void {
    if (this.part === null || this.model === null) return;
    render(
      <Results
        shop={this.shop}
        state={this.model.state}
        onWant={(wanted) => void this.show(wanted)}
        onItem={(id, position) => this.clicked(id, position, scrollY)}
      />,
      this.part.root,
    );
  }
}

/** Search over the page of the shop, with an entry in the history, so that going back closes it. */
export class OverlayHost extends ResultsHost {
  readonly #searching: Searching;
  #typed = '';
  #isOpen = false;

  constructor(shop: Shop, events: Events, searching: Searching) {
    super(shop, events, 'over');
    this.#searching = searching;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  follow(): void {
    const wanted = this.history.wanted();
    if (wanted !== null) void this.find(wanted);
    else if (this.#isOpen && !this.history.isOurs()) this.#end();
  }

  /** On small screens our own field replaces the shop's. */
  openField(typed: string): void {
    this.#typed = typed;
    if (!this.#isOpen) this.history.push(null);
    this.#isOpen = true;
    this.draw();
  }

  /** Returns false if it was closed and nothing was found out. */
  async show(wanted: Wanted): Promise<boolean> {
    const wasOpen = this.#isOpen;
    if (wasOpen) this.history.replace(wanted);
    if ((await this.find(wanted, () => this.history.push(wanted))) || wasOpen) return true;
    this.close();
    return false;
  }

  close(): void {
    if (this.giveWay()) this.history.leave();
  }

  /** Closes without going back, which would end after what is shown next. Returns whether it was open. */
  giveWay(): boolean {
    const wasOpen = this.#isOpen;
    if (wasOpen) this.#end();
    return wasOpen;
  }

  #end(): void {
    this.#isOpen = false;
    this.forget();
    this.draw();
  }

  /** Opens once there are results, or the wait has to be shown. */
  protected changed(begin: () => void): void {
    const { found, isSlow } = this.model!.state;
    if (!this.#isOpen) {
      if (found === null && !isSlow) return;
      begin();
      this.#isOpen = true;
    }
    this.draw();
  }

  protected draw(): void {
    if (!this.#isOpen && this.part === null) return;
    const { host, root } = (this.part ??= partOf('overlay', this.shop));
    if (!this.#isOpen) {
      render(null, root);
      return host.remove();
    }
    if (host.parentNode !== document.body) document.body.append(host);
    render(
      <Overlay
        shop={this.shop}
        results={this.model?.state ?? null}
        typed={this.#typed}
        scrollPx={this.history.scrollPx}
        searching={this.#searching}
        onWant={(wanted) => void this.show(wanted)}
        onItem={(id, position, scrollPx) => this.clicked(id, position, scrollPx)}
        onClose={() => this.close()}
      />,
      root,
    );
  }
}

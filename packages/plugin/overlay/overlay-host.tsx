import { render } from 'preact';
import { type Part, partOf, Sheet } from '#plugin/look/shadow.ts';
import type { Option } from '#plugin/panel/panel-blocks.ts';
import { ResultsHistory } from '#plugin/results/results-history.ts';
import { ResultsModel } from '#plugin/results/results-model.ts';
import { type Wanted } from '#plugin/results/wanted.ts';
import type { Shop } from '#plugin/shop.ts';
import overlayCss from '#plugin/styles/overlay.css?inline';
import panelCss from '#plugin/styles/panel.css?inline';
import resultsCss from '#plugin/styles/results.css?inline';
import { Overlay } from './overlay.tsx';

export interface OverlayActions {
  choose(option: Option, typed: string, queryId: string | null): void;
  search(query: string): void;
  showItem(model: ResultsModel, id: string, position: number): void;
  shown(model: ResultsModel): void;
}

/** Search over the page of the shop, with an entry in the history, so that going back closes it. */
export class OverlayHost {
  readonly #shop: Shop;
  readonly #actions: OverlayActions;
  readonly #history = new ResultsHistory('over');
  #part: Part | null = null;
  #model: ResultsModel | null = null;
  #typed = '';
  #isTyping = false;
  #isOpen = false;

  constructor(shop: Shop, actions: OverlayActions) {
    this.#shop = shop;
    this.#actions = actions;
    addEventListener('popstate', () => this.follow());
    shop.onChange(() => this.#draw());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Shows what the address asks for, or nothing where it asks for nothing. */
  follow(): void {
    const wanted = this.#history.wanted();
    if (wanted !== null) void this.#show(wanted, () => undefined);
    else if (this.#isOpen && !this.#history.isOurs()) this.#end();
  }

  /** A field of our own takes the place of the shop's, where the screen is small. */
  openField(typed: string): void {
    this.#typed = typed;
    this.#isTyping = true;
    if (!this.#isOpen) this.#history.push(null);
    this.#isOpen = true;
    this.#draw();
  }

  /** Shows results. Answers false where it was not open and nothing answered. */
  async show(wanted: Wanted): Promise<boolean> {
    const wasOpen = this.#isOpen;
    if (wasOpen) this.#history.replace(wanted);
    if ((await this.#show(wanted, () => this.#history.push(wanted))) || wasOpen) return true;
    this.close();
    return false;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#end();
    this.#history.leave();
  }

  /** Opens once something has come, or a wait has to be told. Answers whether there is anything to see. */
  async #show(wanted: Wanted, begin: () => void): Promise<boolean> {
    this.#isTyping = false;
    const model = this.#modelOf(wanted, begin);
    const redirect = await model.show(wanted);
    if (this.#model !== model) return true;
    if (redirect !== null) this.#shop.visit(redirect);
    else if (model.state.found !== null) this.#actions.shown(model);
    return redirect !== null || model.state.found !== null;
  }

  /** Results of the same query change in place. */
  #modelOf(wanted: Wanted, begin: () => void): ResultsModel {
    if (this.#model?.state.wanted.query === wanted.query) return this.#model;
    this.#model?.forget();
    const model = new ResultsModel(this.#shop, wanted, () => {
      const { found, isSlow } = model.state;
      if (this.#model !== model) return;
      if (!this.#isOpen) {
        if (found === null && !isSlow) return;
        begin();
        this.#isOpen = true;
      }
      this.#draw();
    });
    this.#model = model;
    return model;
  }

  #end(): void {
    this.#isOpen = false;
    this.#model?.forget();
    this.#model = null;
    this.#draw();
  }

  #draw(): void {
    if (!this.#isOpen && this.#part === null) return;
    const { host, root } = (this.#part ??= partOf('overlay', [
      ...this.#shop.sheets,
      ...[panelCss, resultsCss, overlayCss].map((css) => new Sheet(css, this.#shop.nonce)),
    ]));
    if (this.#isOpen && host.parentNode !== document.body) document.body.append(host);
    if (!this.#isOpen) {
      render(null, root);
      return host.remove();
    }
    const model = this.#model;
    render(
      <Overlay
        shop={this.#shop}
        results={model?.state ?? null}
        typed={this.#typed}
        isTyping={this.#isTyping}
        scrollPx={this.#history.scrollPx}
        onTyping={(isTyping) => {
          this.#isTyping = isTyping;
          this.#draw();
        }}
        onSearch={(query) => this.#actions.search(query)}
        onChoose={(...chosen) => this.#actions.choose(...chosen)}
        onWant={(wanted) => void this.show(wanted)}
        onItem={(id, position, scrollPx) => {
          this.#history.keepScroll(scrollPx);
          if (model) this.#actions.showItem(model, id, position);
        }}
        onClose={() => this.close()}
      />,
      root,
    );
  }
}

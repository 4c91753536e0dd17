import type { PreviewDraft } from '#contract/plugin/plugin-preview.ts';
import type { Aisle } from '#plugin/aisle.ts';

/** Below it the plugin has a field of its own, over the whole screen. */
const smallScreen = '(max-width: 640px)';

/** Has the plugin do what a visitor would: type a query, or search for it. */
export class ShownView {
  readonly #aisle: Aisle;
  readonly #input: HTMLInputElement;
  #shown = '';
  #isSmall = false;

  constructor(aisle: Aisle, input: HTMLInputElement) {
    this.#aisle = aisle;
    this.#input = input;
  }

  show({ view, query, language, start: { settings } }: PreviewDraft): void {
    const isSmall = matchMedia(smallScreen).matches;
    const shown = JSON.stringify([view, query, language, settings.results, settings.texts]);
    const isOther = shown !== this.#shown || isSmall !== this.#isSmall;
    this.#shown = shown;
    this.#isSmall = isSmall;
    this.#input.value = query;
    if (view === 'panel' && !isSmall) {
      if (isOther) this.#aisle.close();
      // Prices and brands come and go with what is redrawn.
      this.#input.dispatchEvent(new Event('input', { bubbles: true }));
    } else if (isOther && query.trim() !== '') this.#open(view, query);
    else if (isOther) this.#aisle.close();
  }

  #open(view: PreviewDraft['view'], query: string): void {
    this.#input.dispatchEvent(new FocusEvent('blur'));
    this.#aisle.close();
    if (view === 'panel') this.#input.dispatchEvent(new FocusEvent('focus'));
    else this.#aisle.search(query);
  }
}

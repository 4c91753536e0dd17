import { PanelHost } from '#plugin/panel/panel-host.tsx';
import { PanelModel, type PanelState, actOnKey } from '#plugin/panel/panel-model.ts';
import type { Option, PanelContent } from '#plugin/panel/panel-blocks.ts';
import type { Shop } from '#plugin/shop.ts';

const unseen =
  'position:absolute;width:1px;height:1px;margin:0;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap';

/**
 * The options of the panel once more, as plain text in the page itself. A field of the shop can't name an element within our root as its list
 * or its active option, so screen readers read this one; the panel itself is hidden from them.
 */
class SpokenList {
  readonly id: string;
  readonly element = document.createElement('div');
  readonly #list = document.createElement('div');
  readonly #status = document.createElement('div');
  readonly #shop: Shop;
  #shown: PanelContent | null = null;

  constructor(shop: Shop, id: string) {
    this.#shop = shop;
    this.id = id;
    this.element.dataset['aisle'] = 'spoken';
    this.element.style.cssText = unseen.replaceAll(/(?=;|$)/g, '!important');
    this.#list.setAttribute('role', 'listbox');
    this.#list.id = id;
    this.#status.setAttribute('role', 'status');
    this.element.append(this.#list, this.#status);
  }

  optionId(place: number): string {
    return `${this.id}-${place}`;
  }

  show({ isOpen, content, active, typed }: PanelState): void {
    const shown = isOpen ? content : null;
    // Options that are replaced with each arrow key would be read again.
    if (shown !== this.#shown) this.#fill(shown, typed);
    for (const [place, option] of [...this.#list.children].entries())
      option.setAttribute('aria-selected', String(place === active));
  }

  #fill(content: PanelContent | null, typed: string): void {
    const { words } = this.#shop;
    this.#shown = content;
    this.#list.setAttribute('aria-label', words.say('suggestions'));
    const options = content?.options ?? [];
    this.#list.replaceChildren(...options.map(({ label, place }) => optionOf(label, this.optionId(place))));
    const count = content?.main?.totalCount ?? options.length;
    const found = options.length > 0 ? words.say('results', { n: count }) : words.say('nothingFound', { q: typed });
    this.#status.textContent = content === null ? '' : found;
  }
}

function optionOf(label: string, id: string): HTMLElement {
  const option = document.createElement('div');
  option.setAttribute('role', 'option');
  option.id = id;
  option.textContent = label;
  return option;
}

export interface Searching {
  choose(option: Option, typed: string, queryId: string | null): void;
  /** Shows results. Answers false where nothing could be found out, so that the shop's own search has to. */
  search(query: string): Promise<boolean>;
  /** Takes over a field where the panel fills the screen; answers whether it does. */
  takeOver(typed: string): boolean;
  /** Calls back with the query of the results in the page, each time that they change; also when going back. */
  onShown(listener: (query: string) => void): () => void;
}

const combobox = {
  role: 'combobox',
  'aria-expanded': 'false',
  'aria-autocomplete': 'list',
  'aria-haspopup': 'listbox',
  autocomplete: 'off',
};
const attributes = [...Object.keys(combobox), 'aria-controls', 'aria-activedescendant'];
const landmarks = 'dialog, [popover], search, [role="search" i], header, nav, main, aside, footer';
let count = 0;

/** The panel stands below `anchor`. */
export function attachField(input: HTMLInputElement, shop: Shop, searching: Searching, anchor: HTMLElement = input): () => void {
  const before = attributes.map((name) => [name, input.getAttribute(name)] as const);
  const spoken = new SpokenList(shop, `aisle-list-${++count}`);
  const panel = new PanelHost(shop, anchor);
  let passesOn = false;

  const model = new PanelModel(shop, (state) => show(state));
  const choose = (option: Option): void => {
    searching.choose(option, input.value, model.state.content?.queryId ?? null);
    model.close();
  };
  const show = (state: PanelState): void => {
    if (state.isOpen) {
      // Where a dialog of the shop is open, all outside of it is out of reach.
      const place = input.closest('dialog, [popover]') ?? document.body;
      if (panel.element.parentNode !== place) place.append(panel.element);
      const landmark = input.closest(landmarks) ?? place;
      if (spoken.element.parentNode !== landmark) landmark.append(spoken.element);
    }
    panel.show(state, model, choose);
    spoken.show(state);
    const hasOptions = state.isOpen && (state.content?.options.length ?? 0) > 0;
    input.setAttribute('aria-expanded', String(hasOptions));
    if (hasOptions && state.active !== null) input.setAttribute('aria-activedescendant', spoken.optionId(state.active));
    else input.removeAttribute('aria-activedescendant');
  };

  const search = async (submitter: HTMLElement | null): Promise<void> => {
    const query = input.value.trim();
    model.close();
    if (await searching.search(query)) return;
    passesOn = true;
    input.form?.requestSubmit(submitter);
    passesOn = false;
  };
  const isOurs = (): boolean => !passesOn && input.value.trim() !== '' && shop.calls.isUp();

  const onKey = (event: KeyboardEvent): void => {
    if (event.composedPath()[0] !== input || event.isComposing) return;
    if (event.key === 'Enter' && model.chosen === undefined) {
      // Of a field in a form, Enter comes as the form's own event.
      if (input.form !== null || !isOurs()) return;
      void search(null);
    } else if (!actOnKey(event, input, model, () => panel.clickActive())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onSubmit = (event: SubmitEvent): void => {
    if (event.target !== input.form || !isOurs()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void search(event.submitter);
  };
  const onInput = (): void => {
    if (input.value.trim() === '') model.close();
    model.type(input.value);
  };
  const onFocus = (): void => {
    if (!searching.takeOver(input.value) && input.value === '') model.type('', 0);
  };
  const onClick = (): void => {
    if (!model.state.isOpen && input.value !== '') model.type(input.value, 0);
  };
  for (const [name, value] of Object.entries({ ...combobox, 'aria-controls': spoken.id })) input.setAttribute(name, value);
  const attached = new AbortController();
  const { signal } = attached;
  // Before any listener of the shop: it would act on the same key.
  addEventListener('keydown', onKey, { capture: true, signal });
  addEventListener('submit', onSubmit, { capture: true, signal });
  input.addEventListener('input', onInput, { signal });
  input.addEventListener('focus', onFocus, { signal });
  input.addEventListener('click', onClick, { signal });
  input.addEventListener('blur', () => model.close(), { signal });
  const unfollow = searching.onShown((query) => {
    input.value = query;
  });
  // Somebody was faster than our script.
  if (document.activeElement === input && input.value !== input.defaultValue) onInput();

  return () => {
    model.close();
    attached.abort();
    unfollow();
    panel.remove();
    spoken.element.remove();
    for (const [name, value] of before) {
      if (value === null) input.removeAttribute(name);
      else input.setAttribute(name, value);
    }
  };
}

import type { PanelContent } from '#plugin/panel/panel-blocks.ts';
import type { PanelState } from '#plugin/panel/panel-model.ts';
import type { Shop } from '#plugin/shop.ts';

/** Seen by nobody, and by no style of the shop: what the element itself says stands above all sheets. */
const unseen: Readonly<Record<string, string>> = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '0',
  padding: '0',
  border: '0',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
  'white-space': 'nowrap',
  'pointer-events': 'none',
};

/**
 * The options of the panel once more, as plain text in the page itself. A field of the shop can't name an element within our root as its list
 * or its active option, so screen readers are told by this one; the panel itself is hidden from them.
 */
export class SpokenList {
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
    for (const [name, value] of Object.entries(unseen)) this.element.style.setProperty(name, value, 'important');
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

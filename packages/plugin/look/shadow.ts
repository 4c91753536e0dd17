/** A part of the plugin in the page: its element, and the root that no style of the shop reaches into. */
export interface Part {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
}

/** Sheets that are adopted need no leave of a content policy; older browsers get a style element with the nonce of our script. */
const adopts = 'adoptedStyleSheets' in Document.prototype && 'replaceSync' in CSSStyleSheet.prototype;

/** A style of the plugin, which changes wherever it is used once it is replaced. */
export class Sheet {
  readonly #sheet = adopts ? new CSSStyleSheet() : null;
  readonly #elements: HTMLStyleElement[] = [];
  readonly #nonce: string;
  #css = '';

  constructor(css: string, nonce: string) {
    this.#nonce = nonce;
    this.replace(css);
  }

  replace(css: string): void {
    this.#css = css;
    this.#sheet?.replaceSync(css);
    for (const element of this.#elements) element.textContent = css;
  }

  addTo(place: ShadowRoot | Document): void {
    if (this.#sheet) {
      place.adoptedStyleSheets = [...place.adoptedStyleSheets, this.#sheet];
      return;
    }
    const element = document.createElement('style');
    element.nonce = this.#nonce;
    element.textContent = this.#css;
    this.#elements.push(element);
    ('head' in place ? place.head : place).append(element);
  }
}

/** An element of the page with a root of its own, drawn with these sheets. Someone has to put it somewhere. */
export function partOf(name: string, sheets: readonly Sheet[]): Part {
  const host = document.createElement('div');
  host.dataset['aisle'] = name;
  const root = host.attachShadow({ mode: 'open' });
  for (const sheet of sheets) sheet.addTo(root);
  return { host, root };
}

import { render } from 'preact';
import { type Part, partOf, type Shop } from '#plugin/shop.ts';
import type { Option } from './panel-blocks.ts';
import type { PanelModel, PanelState } from './panel-model.ts';
import { Panel } from './panel.tsx';

const widthPx = 720;
const narrowPx = 320;
const gapPx = 6;
const edgePx = 8;
/** A panel with less below the field would show hardly a row. */
const leastHeightPx = 160;
/** The way to all results stands below what is scrolled. */
const footPx = 56;

export class PanelHost {
  readonly #part: Part;
  readonly #anchor: HTMLElement;
  readonly #shop: Shop;
  #frame = 0;
  #isNarrow = false;

  /** Placed below `anchor`. */
  constructor(shop: Shop, anchor: HTMLElement) {
    this.#shop = shop;
    this.#anchor = anchor;
    this.#part = partOf('panel', shop);
    if ('popover' in this.#part.host) this.#part.host.popover = 'manual';
  }

  get element(): HTMLElement {
    return this.#part.host;
  }

  show(state: PanelState, model: PanelModel, onChoose: (option: Option) => void): void {
    const { host, root } = this.#part;
    const { isOpen } = state;
    const wasOpen = 'open' in host.dataset;
    render(
      isOpen ? <Panel shop={this.#shop} state={state} onChoose={onChoose} onPoint={(place) => model.activate(place)} /> : null,
      root,
    );
    const isNarrow = state.content?.main == null;
    const isOther = isNarrow !== this.#isNarrow;
    this.#isNarrow = isNarrow;
    if (isOpen && isOther) this.#place();
    if (isOpen === wasOpen) return;
    if (isOpen) {
      host.dataset['open'] = '';
      this.#place();
      // What else claims to be on top stands below it.
      host.showPopover?.();
      addEventListener('scroll', this.#moved, { capture: true, passive: true });
      addEventListener('resize', this.#moved, { passive: true });
    } else this.#hide();
  }

  clickActive(): void {
    this.#part.root.querySelector<HTMLElement>('[data-active]')?.click();
  }

  remove(): void {
    this.#hide();
    render(null, this.#part.root);
    this.#part.host.remove();
  }

  #hide(): void {
    const { host } = this.#part;
    delete host.dataset['open'];
    if (host.isConnected) host.hidePopover?.();
    removeEventListener('scroll', this.#moved, { capture: true });
    removeEventListener('resize', this.#moved);
  }

  readonly #moved = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#place());
  };

  #place(): void {
    const { host } = this.#part;
    const field = this.#anchor.getBoundingClientRect();
    const page = document.documentElement.getBoundingClientRect();
    const isFixed = staysInView(this.#anchor);
    const roomPx = document.documentElement.clientWidth - 2 * edgePx;
    const width = Math.min(Math.max(this.#isNarrow ? narrowPx : widthPx, field.width), roomPx);
    const isRightToLeft = getComputedStyle(this.#anchor).direction === 'rtl';
    const wanted = isRightToLeft ? field.right - width : field.left;
    const left = Math.min(Math.max(wanted, edgePx), edgePx + roomPx - width);
    const below = innerHeight - field.bottom - gapPx - edgePx - footPx;
    const put = (name: string, px: number): void => host.style.setProperty(`--aisle-${name}`, `${px}px`);
    put('left', isFixed ? left : left - page.left);
    put('top', (isFixed ? 0 : -page.top) + field.bottom + gapPx);
    put('width', width);
    put('height', Math.max(below, leastHeightPx));
    host.toggleAttribute('data-fixed', isFixed);
    host.dir = isRightToLeft ? 'rtl' : 'ltr';
  }
}

function staysInView(element: Element): boolean {
  for (let place: Element | null = element; place !== null; place = place.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(place).position)) return true;
  return false;
}

import type { Autocompletion, Trending } from '#plugin/calls.ts';
import type { Shop } from '#plugin/shop.ts';
import { contentOf, type Option, type PanelContent, popularOf } from './panel-blocks.ts';

const typingMilliseconds = 120;
const slowMilliseconds = 300;
const popularItems = 6;

export interface PanelState {
  readonly isOpen: boolean;
  readonly typed: string;
  /** Null while nothing was answered yet. */
  readonly content: PanelContent | null;
  /** The place of the option that Enter takes; null where that is the typed text. */
  readonly active: number | null;
  readonly isSlow: boolean;
}

const closed: PanelState = { isOpen: false, typed: '', content: null, active: null, isSlow: false };

export class PanelModel {
  state = closed;
  readonly #shop: Shop;
  readonly #changed: (state: PanelState) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: AbortController | undefined;

  constructor(shop: Shop, changed: (state: PanelState) => void) {
    this.#shop = shop;
    this.#changed = changed;
  }

  /** The field holds this text by now. What was asked before is of no interest any more. */
  type(text: string, afterMilliseconds = typingMilliseconds): void {
    this.#forget();
    this.#set({ active: null });
    const typed = text.trim();
    this.#timer = setTimeout(() => void this.#ask(typed), afterMilliseconds);
  }

  close(): void {
    this.#forget();
    if (this.state !== closed) this.#set(closed);
  }

  get chosen(): Option | undefined {
    const { isOpen, active, content } = this.state;
    return isOpen && active !== null ? content?.options[active] : undefined;
  }

  activate(place: number | null): void {
    if (place !== this.state.active) this.#set({ active: place });
  }

  move(step: 1 | -1): void {
    const count = this.state.content?.options.length ?? 0;
    const next = (this.state.active ?? (step === 1 ? -1 : count)) + step;
    this.activate(next < 0 || next >= count ? null : next);
  }

  /** From the options at the side to the items, or back. Answers whether there was a way. */
  cross(to: 'items' | 'side'): boolean {
    const { active, content } = this.state;
    if (active === null || !content?.main) return false;
    const first = content.main.options[0]?.place ?? 0;
    if (to === 'items' ? active >= first : active < first || first === 0) return false;
    this.activate(to === 'items' ? first : 0);
    return true;
  }

  async #ask(typed: string): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    const slow = setTimeout(() => this.#set({ isSlow: true }), slowMilliseconds);
    try {
      const content = typed === '' ? await this.#popular(asked.signal) : await this.#complete(typed, asked.signal);
      if (!asked.signal.aborted) this.#set({ isOpen: content !== null, content, typed, active: null, isSlow: false });
    } catch {
      // The shop's own search is there for whoever presses Enter.
      if (!asked.signal.aborted) this.#set(closed);
    } finally {
      clearTimeout(slow);
    }
  }

  async #complete(q: string, signal: AbortSignal): Promise<PanelContent> {
    return contentOf(
      await this.#shop.calls.get<Autocompletion>('autocomplete', { q, lang: this.#shop.words.language }, signal),
      this.#shop.words,
    );
  }

  async #popular(signal: AbortSignal): Promise<PanelContent | null> {
    const trending = await this.#shop.calls.get<Trending>('trending', { limit: popularItems }, signal);
    return trending.basis === 'events' && trending.items.length > 0 ? popularOf(trending, this.#shop.words) : null;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }

  #set(change: Partial<PanelState>): void {
    this.state = { ...this.state, ...change };
    this.#changed(this.state);
  }
}

export function actOnKey(event: KeyboardEvent, input: HTMLInputElement, model: PanelModel, take: () => void): boolean {
  const { isOpen, active } = model.state;
  const isRightToLeft = getComputedStyle(input).direction === 'rtl';
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp':
      if (isOpen) model.move(event.key === 'ArrowDown' ? 1 : -1);
      else model.type(input.value, 0);
      return true;
    case 'ArrowRight':
    case 'ArrowLeft':
      // Within the typed text they move the caret.
      return isOpen && active !== null && model.cross((event.key === 'ArrowRight') === isRightToLeft ? 'side' : 'items');
    case 'Enter':
      if (model.chosen === undefined) return false;
      take();
      return true;
    case 'Escape':
      return escape(input, model, isOpen);
    default:
      return false;
  }
}

function escape(input: HTMLInputElement, model: PanelModel, isOpen: boolean): boolean {
  if (isOpen) model.close();
  else if (input.value !== '') {
    input.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  } else return false;
  return true;
}

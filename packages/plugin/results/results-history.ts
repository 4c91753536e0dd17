import { addressWith, type Place, type Wanted, wantedIn } from './wanted.ts';

/** What we keep beside what the shop's own script keeps in an entry of the history. */
interface Kept {
  /** The entry is ours: going back from it is how results are left. */
  readonly isOurs?: boolean;
  readonly scrollPx?: number;
}

const kept = (): Kept => (history.state as { readonly aisle?: Kept } | null)?.aisle ?? {};
const stateWith = (change: Kept): object => ({ ...(history.state as object | null), aisle: { ...kept(), ...change } });

export class ResultsHistory {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
    // A dialog without results doesn't come back with a page that is loaded again.
    if (this.isOurs() && this.wanted() === null) history.replaceState(stateWith({ isOurs: false }), '', location.href);
  }

  wanted(): Wanted | null {
    return wantedIn(location.href, this.#place);
  }

  /** A new entry; going back leaves it. Null is for a dialog that shows no results yet. */
  push(wanted: Wanted | null): void {
    history.pushState(stateWith({ isOurs: true, scrollPx: 0 }), '', wanted ? this.#address(wanted) : location.href);
  }

  replace(wanted: Wanted): void {
    history.replaceState(stateWith({}), '', this.#address(wanted));
  }

  /** Leaves what was pushed, or takes what is wanted out of an address that somebody came by. */
  leave(): void {
    if (kept().isOurs) history.back();
    else history.replaceState(stateWith({ scrollPx: 0 }), '', addressWith(location.href, this.#place, null));
  }

  isOurs(): boolean {
    return kept().isOurs === true;
  }

  get scrollPx(): number {
    return kept().scrollPx ?? 0;
  }

  keepScroll(scrollPx: number): void {
    history.replaceState(stateWith({ scrollPx }), '', location.href);
  }

  #address(wanted: Wanted): string {
    return addressWith(location.href, this.#place, wanted);
  }
}

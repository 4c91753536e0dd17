import type { DatabaseSync, StatementSync } from 'node:sqlite';

interface LaterId {
  readonly id: string;
  /** Place of the last item of the build before it, -1 for none. */
  readonly after: number;
}

const isBefore = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;

/** Built items have whole numbers; those that came between two of them share the room between their numbers. */
export class IdOrder {
  readonly #built: Uint32Array;
  readonly #before: StatementSync;
  /** In order. */
  readonly #later: LaterId[] = [];

  /** `items` is the build's item store; `built` holds the places of its items by number. */
  constructor(items: DatabaseSync, built: Uint32Array) {
    this.#built = built;
    this.#before = items.prepare('select doc from items where id < ? order by id desc limit 1');
  }

  /** Adds an id that the build doesn't have. */
  add(id: string): void {
    const at = this.#indexOf(id);
    if (this.#later[at]?.id === id) return;
    const row = this.#before.get(id);
    this.#later.splice(at, 0, { id, after: row === undefined ? -1 : this.#built[Number(row['doc'])]! });
  }

  /** Place of an item of the build. */
  builtPlace(builtDoc: number): number {
    return this.#built[builtDoc]!;
  }

  laterPlaces(): Map<string, number> {
    const places = new Map<string, number>();
    for (let start = 0; start < this.#later.length;) {
      const { after } = this.#later[start]!;
      let end = start;
      while (this.#later[end]?.after === after) end += 1;
      for (let at = start; at < end; at += 1) places.set(this.#later[at]!.id, after + (at - start + 1) / (end - start + 1));
      start = end;
    }
    return places;
  }

  #indexOf(id: string): number {
    let low = 0;
    let high = this.#later.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#later[middle]!.id, id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

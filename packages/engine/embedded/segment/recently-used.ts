/** Keeps the entries used last. */
export class RecentlyUsed<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string, make: () => Value): Value {
    const value = this.#entries.get(key) ?? make();
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#size) this.#entries.delete(this.#entries.keys().next().value ?? '');
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }

  values(): IterableIterator<Value> {
    return this.#entries.values();
  }
}

/** Does the work of each key one after the other, whatever becomes of the one before. */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const done: Promise<unknown> = mine.catch(() => undefined).then(() => this.#last.get(key) === done && this.#last.delete(key));
    this.#last.set(key, done);
    return mine;
  }

  isBusy(key: string): boolean {
    return this.#last.has(key);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

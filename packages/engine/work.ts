/**
 * Work that may wait for an engine. The embedded engine answers at once, so nothing is awaited there, which saves a search dozens of
 * promises; OpenSearch answers later.
 */
export type Work<Result> = Generator<Promise<unknown>, Result, unknown>;

export type Awaitable<Value> = Value | Promise<Value>;

/** `const found = yield* wait(session.search(plan))`. */
export function* wait<Value>(value: Awaitable<Value>): Work<Value> {
  return value instanceof Promise ? ((yield value) as Value) : value;
}

/** Runs as far as nothing has to be awaited: returns or throws at once, or else returns a promise. */
export function run<Result>(work: Work<Result>): Awaitable<Result> {
  const step = work.next();
  return step.done === true ? step.value : finish(work, step.value);
}

async function finish<Result>(work: Work<Result>, first: Promise<unknown>): Promise<Result> {
  let waiting = first;
  for (;;) {
    const step = await waiting.then(
      (value) => work.next(value),
      (error: unknown) => work.throw(error),
    );
    if (step.done === true) return step.value;
    waiting = step.value;
  }
}

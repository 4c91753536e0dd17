/**
 * Work that awaits only what isn't there yet. A search of the embedded engine has all in memory, so it runs without promises, which
 * would cost it more than its words; OpenSearch and a database answer later.
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

/** Like `run`, but rejects instead of throwing: work beside it is awaited, too, and its failure never goes unhandled. */
export function begin<Result>(work: Work<Result>): Awaitable<Result> {
  try {
    return run(work);
  } catch (error) {
    return Promise.reject(error as Error);
  }
}

/** Like `then`, at once where nothing has to be awaited. */
export const after = <Value, Next>(value: Awaitable<Value>, work: (value: Value) => Awaitable<Next>): Awaitable<Next> =>
  value instanceof Promise ? value.then(work) : work(value);

/** Like `Promise.all`, of two. */
export const both = <One, Other>(one: Awaitable<One>, other: Awaitable<Other>): Awaitable<[One, Other]> =>
  one instanceof Promise || other instanceof Promise ? Promise.all([one, other]) : [one, other];

/** Like `Promise.all`. */
export const all = <Value>(values: readonly Awaitable<Value>[]): Awaitable<Value[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[]);

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

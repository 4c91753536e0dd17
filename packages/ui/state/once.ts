/** Makes a value when it is first asked for. The formats of `Intl` take milliseconds each, and a page seldom needs all of them. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

const mostTexts = 10_000;

/** Reads each of a bounded number of texts once: feeds repeat names and values. */
export function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (known.size >= mostTexts) known.clear();
    // Copied, because a slice would keep a part of the feed in memory.
    known.set(Buffer.from(text).toString(), value);
    return value;
  };
}

/** A slice of a long text keeps the whole text in memory, so a part of a feed that is to stay goes through here. */
export function detachedText(text: string): string {
  return ` ${text}`.slice(1);
}

/** A slice keeps the whole text in memory; this copies it. */
export function detachedText(text: string): string {
  return ` ${text}`.slice(1);
}

/** What was clicked without being told as shown was seen, too. Null where nobody saw it. */
export function clickRate({ shown, clicks }: { readonly shown: number | null; readonly clicks: number | null }): number | null {
  const seen = Math.max(shown ?? 0, clicks ?? 0);
  return seen === 0 ? null : (clicks ?? 0) / seen;
}

/** Null where nobody saw it, or where it was clicked more often than it was shown: the shop doesn't tell all that it shows then. */
export function clickRate({ shown, clicks }: { readonly shown: number | null; readonly clicks: number | null }): number | null {
  return shown === null || clicks === null || shown === 0 || clicks > shown ? null : clicks / shown;
}

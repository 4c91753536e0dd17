/** Null if never shown, or clicked more often than shown: then the shop doesn't send all impressions. */
export function clickRate({ shown, clicks }: { readonly shown: number | null; readonly clicks: number | null }): number | null {
  return shown === null || clicks === null || shown === 0 || clicks > shown ? null : clicks / shown;
}

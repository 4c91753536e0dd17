const home = '/dashboard';

/** Same-origin only. */
export function returnAddress(query: string): string {
  const wanted = new URLSearchParams(query).get('return');
  if (wanted === null) return home;
  const url = URL.parse(wanted, location.origin);
  // `//host` is an address of another site.
  return url?.origin === location.origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : home;
}

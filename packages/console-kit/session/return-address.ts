const home = '/dashboard';

/** Where the query's `return` leads: back to where sign-in was asked for, but never to another site. */
export function returnAddress(query: string): string {
  const wanted = new URLSearchParams(query).get('return');
  if (wanted === null) return home;
  const url = URL.parse(wanted, location.origin);
  return url?.origin === location.origin ? `${url.pathname}${url.search}` : home;
}

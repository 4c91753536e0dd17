const home = '/dashboard';

/** Where the query's `return` leads: back to where sign-in was asked for, but never to another site. */
export function returnAddress(query: string): string {
  const wanted = new URLSearchParams(query).get('return');
  if (wanted === null) return home;
  const url = URL.parse(wanted, location.origin);
  // A path that begins with two slashes is an address of another site.
  return url?.origin === location.origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : home;
}

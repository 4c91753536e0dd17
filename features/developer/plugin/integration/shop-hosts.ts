/** The host of a shop's address; null where it has none. */
export const hostOf = (address: string): string | null => URL.parse(address)?.host ?? null;

const plain = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** Whether two hosts are one shop: pages with and without `www.` are. */
export const isSameSite = (one: string, other: string): boolean => plain(one) === plain(other);

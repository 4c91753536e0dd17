/** The addresses of a cluster's nodes, which a setting names with commas between. */
export const addressesOf = (url: string): string[] =>
  url
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);

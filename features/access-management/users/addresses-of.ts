const bracketed = /^<([^<>\s]+@[^<>\s]+)>$/;

/**
 * Addresses alone, each once, of words that people typed or pasted. Mail programs copy people as `Ann Lee <ann@example.com>`: the words
 * before an address in brackets are a name.
 */
export function addressesOf(words: readonly string[]): string[] {
  const addresses: string[] = [];
  for (const word of words) {
    const address = bracketed.exec(word)?.[1];
    if (address !== undefined) while (addresses.at(-1)?.includes('@') === false) addresses.pop();
    addresses.push(address ?? word);
  }
  return [...new Set(addresses)];
}

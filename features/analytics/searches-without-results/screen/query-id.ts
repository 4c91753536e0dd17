const [offset, prime] = [0xcbf29ce484222325n, 0x100000001b3n];
const bits = 53;

/** A number for a query, as lists choose rows by numbers: FNV-1a by G. Fowler, L. C. Noll and K.-P. Vo, cut to what a number holds. */
export function queryId(query: string): number {
  let hash = offset;
  for (const byte of new TextEncoder().encode(query)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return Number(BigInt.asUintN(bits, hash ^ (hash >> BigInt(bits))));
}

const [offset, prime] = [0xcbf29ce484222325n, 0x100000001b3n];
const bits = 53;

/** FNV-1a (Fowler, Noll, Vo): lists select rows by number. */
export function queryId(query: string): number {
  let hash = offset;
  for (const byte of new TextEncoder().encode(query)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return Number(BigInt.asUintN(bits, hash ^ (hash >> BigInt(bits))));
}

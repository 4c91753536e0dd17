/** Why an embeddings endpoint gave no vectors; `internal` is a fault of this server. */
export const embeddingFaults = [
  'unreachable',
  'slow',
  'busy',
  'denied',
  'refused',
  'malformed',
  'wrongDimensions',
  'internal',
] as const;
export type EmbeddingFault = (typeof embeddingFaults)[number];

/** Field lengths in one byte: exact below 64 tokens, then sixteen steps per doubling. */
const exactLengths = 64;
const stepsPerDoubling = 16;

export const lengthCodes = 256;

export const decodedLengths = Float64Array.from({ length: lengthCodes }, (_, code) =>
  code < exactLengths ? code : Math.round(exactLengths * 2 ** ((code - exactLengths) / stepsPerDoubling)),
);

export function encodeLength(tokenCount: number): number {
  if (tokenCount < exactLengths) return tokenCount;
  return Math.min(255, exactLengths + Math.round(stepsPerDoubling * Math.log2(tokenCount / exactLengths)));
}

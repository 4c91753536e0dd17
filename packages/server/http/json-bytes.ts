/** A part of a JSON text: as text, or as the UTF-8 that it is kept in. */
export type JsonPiece = string | Buffer;

/** One after the other, in UTF-8. What is bytes already is copied once, and never decoded. */
export function jsonBytes(pieces: readonly JsonPiece[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length), 0);
  const whole = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') end += whole.write(piece, end);
    else end += piece.copy(whole, end);
  }
  return whole;
}

/** The values of a JSON list, each in its pieces. */
export const listPieces = (values: readonly (readonly JsonPiece[])[]): JsonPiece[] => [
  '[',
  ...values.flatMap((pieces, at) => (at === 0 ? pieces : [',', ...pieces])),
  ']',
];

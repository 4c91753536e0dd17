import type { PlacedText } from './placed-text.ts';
import { joinedTokensOf, scanTokens } from './tokens.ts';

export interface PlacedToken {
  readonly text: string;
  /** UTF-16 units of the text that was analysed. */
  readonly start: number;
  readonly end: number;
}

/** What a source has from `start` to `end`, under the text that it became. */
export function placedToken(source: PlacedText, text: string, start: number, end: number): PlacedToken {
  return { text, start: source.starts[start] ?? 0, end: source.ends[end - 1] ?? 0 };
}

/** The tokens of a folded text and those also written as one, with their places. */
export function tokensWithPlaces(source: PlacedText): { tokens: PlacedToken[]; joined: PlacedToken[] } {
  const spans: number[] = [];
  const scan = scanTokens(source.text, spans);
  const tokens = scan.tokens.map((token, index) => placedToken(source, token, spans[index * 2] ?? 0, spans[index * 2 + 1] ?? 0));
  const joined = joinedTokensOf(scan).map(({ token, start, count }) =>
    placedToken(source, token, spans[start * 2] ?? 0, spans[(start + count) * 2 - 1] ?? 0),
  );
  return { tokens, joined };
}

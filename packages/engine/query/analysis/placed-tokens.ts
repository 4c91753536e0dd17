import { foldInPlace, foldWithPlaces } from './folding.ts';
import { placed, type PlacedText } from './placed-text.ts';
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

/** The tokens of a text and those also written as one, with their places. */
export function placedTokensOf(text: string): { tokens: PlacedToken[]; joined: PlacedToken[] } {
  const folded = foldInPlace(text);
  return folded === null ? tokensWithPlaces(foldWithPlaces(placed(text))) : tokensInPlace(folded);
}

/** As `tokensWithPlaces`, for most texts: nothing has moved, so no table of places is needed. */
function tokensInPlace(folded: string): { tokens: PlacedToken[]; joined: PlacedToken[] } {
  const spans: number[] = [];
  const scan = scanTokens(folded, spans);
  const tokens = scan.tokens.map((text, index) => ({ text, start: spans[index * 2]!, end: spans[index * 2 + 1]! }));
  const joined = joinedTokensOf(scan).map(({ token, start, count }) => ({
    text: token,
    start: spans[start * 2]!,
    end: spans[(start + count) * 2 - 1]!,
  }));
  return { tokens, joined };
}

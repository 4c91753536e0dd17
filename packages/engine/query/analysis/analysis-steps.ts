import { createAnalyser } from './analyser.ts';
import { fold, foldWithPlaces } from './folding.ts';
import { placed } from './placed-text.ts';
import { placedToken, tokensWithPlaces } from './placed-tokens.ts';
import type { PlacedToken } from './placed-tokens.ts';
import { plainTextWithPlaces } from './plain-text.ts';

export interface AnalysisStep {
  readonly step: 'normalised' | 'folded' | 'split' | 'joined' | 'stemmed';
  readonly tokens: readonly PlacedToken[];
}

/** What becomes of a field's text, HTML or not, on its way into the index: the words after each step, with their places in the text. */
export function analysisSteps(text: string, language: string): AnalysisStep[] {
  const plain = plainTextWithPlaces(placed(text));
  const words = [...plain.text.matchAll(/\S+/g)].map(({ 0: word, index }) =>
    placedToken(plain, word, index, index + word.length),
  );
  const changed = (change: (word: string) => string): PlacedToken[] =>
    words.map((word) => ({ ...word, text: change(word.text) })).filter((word) => word.text !== '');
  const { tokens, joined } = tokensWithPlaces(foldWithPlaces(plain));
  const { stem } = createAnalyser(language);
  return [
    { step: 'normalised', tokens: changed((word) => word.normalize('NFKC').toLowerCase()) },
    { step: 'folded', tokens: changed((word) => fold(word).trim()) },
    { step: 'split', tokens },
    { step: 'joined', tokens: [...tokens, ...joined] },
    { step: 'stemmed', tokens: [...tokens, ...joined].map((token) => ({ ...token, text: stem(token.text) })) },
  ];
}

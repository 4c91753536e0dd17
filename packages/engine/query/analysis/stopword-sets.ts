import { bul, ces, dan, deu, eng, fra, hun, ita, nld, spa } from 'stopword';
import type { StopwordLanguage } from '#contract/texts/languages.ts';
import { createAnalyser } from './analyser.ts';

const sets: Readonly<Record<StopwordLanguage, readonly string[]>> = {
  bg: bul,
  cs: ces,
  da: dan,
  nl: nld,
  en: eng,
  fr: fra,
  de: deu,
  hu: hun,
  it: ita,
  es: spa,
};

/** The predefined stop words of a language, as they are written. What the analyser reads as several words is left out. */
export function stopwordSet(language: StopwordLanguage): string[] {
  const analyser = createAnalyser(language);
  const read = sets[language].map((word) => analyser.surfaces(word));
  return [...new Set(read.filter(({ length }) => length === 1).flat())];
}

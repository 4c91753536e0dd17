import type { SampleLanguage } from './line.ts';

const nonBreakingSpace = '\u00a0';

/** Czech never ends a line with a one-letter word, nor parts a number from its unit. English keeps its spaces. */
export const typeset = (text: string, language: SampleLanguage): string =>
  language === 'cs'
    ? text
        .replaceAll(/(?<=(?:^|[\s(„])[ksvzouaiKSVZOUAI]) /g, nonBreakingSpace)
        .replaceAll(/(?<=\d) (?=\d|l\b|ml\b|cm\b|mm\b|kg\b|g\b|m\b|W\b|°)/g, nonBreakingSpace)
    : text;

/** Measures are written once, in the Czech way: `1,7 l` is `1.7 l` in English. */
export const inEnglish = (measure: string): string =>
  measure.replaceAll(/(?<=\d),(?=\d)/g, '.').replaceAll(/(?<=\d) (?=\d{3})/g, ',');

/** `Květináč Lipkora 1,7 l` is `kvetinac-lipkora-1-7-l`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const characters = new Intl.Segmenter();

const firstOf = (text: string): string => characters.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

export const initials = (...words: readonly string[]): string => words.map(firstOf).join('').toUpperCase();

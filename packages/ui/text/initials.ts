const characters = new Intl.Segmenter();

/** As people see characters: an emoji or a letter with its accents is one. */
const firstOf = (text: string): string => characters.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

/** Of a first and a last name, or of an address where no name is known; in capitals. */
export const initials = (...words: readonly string[]): string => words.map(firstOf).join('').toUpperCase();

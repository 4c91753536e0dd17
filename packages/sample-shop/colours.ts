/** Grammatical gender of a Czech noun in singular, and of nouns that have a plural only. */
export type Gender = 'm' | 'f' | 'n' | 'plural' | 'neuterPlural';

interface Colour {
  /** Masculine; hard adjectives end in -ý, soft ones in -í and never change. */
  readonly cs: string;
  readonly en: string;
  readonly hex: string;
}

export const colours = {
  black: { cs: 'černý', en: 'black', hex: '#3a3d42' },
  white: { cs: 'bílý', en: 'white', hex: '#f6f5f1' },
  grey: { cs: 'šedý', en: 'grey', hex: '#9aa1a9' },
  silver: { cs: 'stříbrný', en: 'silver', hex: '#c3cad1' },
  red: { cs: 'červený', en: 'red', hex: '#cf4a43' },
  orange: { cs: 'oranžový', en: 'orange', hex: '#e58a3a' },
  yellow: { cs: 'žlutý', en: 'yellow', hex: '#ecc649' },
  green: { cs: 'zelený', en: 'green', hex: '#5b9a5f' },
  turquoise: { cs: 'tyrkysový', en: 'turquoise', hex: '#43aaa8' },
  blue: { cs: 'modrý', en: 'blue', hex: '#4a80c4' },
  navy: { cs: 'tmavě modrý', en: 'navy blue', hex: '#34476f' },
  purple: { cs: 'fialový', en: 'purple', hex: '#8364ad' },
  pink: { cs: 'růžový', en: 'pink', hex: '#e39ab3' },
  brown: { cs: 'hnědý', en: 'brown', hex: '#8d6748' },
  beige: { cs: 'béžový', en: 'beige', hex: '#d9c5a3' },
  natural: { cs: 'přírodní', en: 'natural', hex: '#cfa877' },
} as const satisfies Record<string, Colour>;

export type ColourName = keyof typeof colours;

const endings: Readonly<Record<Gender, string>> = { m: 'ý', f: 'á', n: 'é', plural: 'é', neuterPlural: 'á' };

/** `červený` with `konvice` (f) is `červená`. */
export const czechColour = (name: ColourName, gender: Gender): string => colours[name].cs.replace(/ý$/, endings[gender]);

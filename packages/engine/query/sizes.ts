import type { Alternative, WordGroup } from '#engine/plan.ts';
import type { Analyser } from './analysis/analyser.ts';
import { addAlternatives, type Span } from './rule-matching.ts';

/** `3 m`, `3m` and `3 meters` are one size, and so is 0.5 l of 500 ml. */

/** By language; a prefix comes before them. */
const names: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  m: { en: ['meter', 'metre'], cs: ['metr'], sk: ['meter'], de: ['meter'], fr: ['mètre'], es: ['metro'], pl: ['metr'] },
  l: { en: ['liter', 'litre'], cs: ['litr'], sk: ['liter'], de: ['liter'], fr: ['litre'], es: ['litro'], pl: ['litr'] },
  g: { en: ['gram'], cs: ['gram'], sk: ['gram'], de: ['gramm'], fr: ['gramme'], es: ['gramo'], pl: ['gram'] },
  w: { en: ['watt'], cs: ['watt'], sk: ['watt'], de: ['watt'], fr: ['watt'], es: ['vatio'], pl: ['wat'] },
  v: { en: ['volt'], cs: ['volt'], sk: ['volt'], de: ['volt'], fr: ['volt'], es: ['voltio'], pl: ['wolt'] },
  in: { en: ['inch'], cs: ['palec', 'palce'], sk: ['palec', 'palce'], de: ['zoll'], fr: ['pouce'], es: ['pulgada'], pl: ['cal'] },
};
const writeMilli: ReadonlySet<string> = new Set(['en', 'de', 'fr']);
const prefixes: Readonly<Record<string, (language: string) => string>> = {
  '': () => '',
  m: (language) => (writeMilli.has(language) ? 'milli' : 'mili'),
  c: (language) => (language === 'de' ? 'zenti' : 'centi'),
  k: () => 'kilo',
};
const prefixed = ['mm', 'cm', 'km', 'ml', 'cl', 'mg', 'kg', 'kw'];
const unitSigns: ReadonlySet<string> = new Set([...Object.keys(names), ...prefixed]);

const smaller: readonly (readonly [small: string, large: string, share: number])[] = [
  ['ml', 'l', 1000],
  ['cl', 'l', 100],
  ['mg', 'g', 1000],
  ['g', 'kg', 1000],
  ['mm', 'cm', 10],
  ['cm', 'm', 100],
  ['w', 'kw', 1000],
];
const startsWithDigit = /^\d/;
const mostOfUnit = 100_000;
const hundredths = 100;

function namesOf(sign: string, { language }: Analyser): string[] {
  const base = Object.hasOwn(names, sign) ? sign : sign.slice(1);
  const prefix = prefixes[sign.slice(0, sign.length - base.length)]!(language);
  return (names[base]![language] ?? []).map((name) => prefix + name);
}

const signsByStem = new Map<string, ReadonlyMap<string, string>>();

function signOf(word: string, analyser: Analyser): string | undefined {
  if (unitSigns.has(word)) return word;
  let known = signsByStem.get(analyser.language);
  if (known === undefined) {
    const entries = [...unitSigns].flatMap((sign) => namesOf(sign, analyser).map((name) => [analyser.stem(name), sign] as const));
    signsByStem.set(analyser.language, (known = new Map(entries)));
  }
  return known.get(analyser.stem(word));
}

export const isUnitName = (word: string, analyser: Analyser): boolean => signOf(word, analyser) !== undefined;

interface Size {
  readonly span: Span;
  readonly amount: string;
  readonly sign: string;
}

const amountOnly = /^\d{1,6}(?:\.\d{1,3})?$/;
const amountAndSign = /^(\d{1,6}(?:\.\d{1,3})?)([a-z]{1,2})$/;

function sizeAt(groups: readonly WordGroup[], start: number, analyser: Analyser): Size | null {
  const [word, next] = [groups[start]!.word, groups[start + 1]?.word];
  const [, amount = '', sign = ''] = amountAndSign.exec(word) ?? [];
  if (unitSigns.has(sign)) return { span: { start, count: 1 }, amount, sign };
  if (next === undefined || !amountOnly.test(word)) return null;
  const own = signOf(next, analyser);
  return own === undefined ? null : { span: { start, count: 2 }, amount: word, sign: own };
}

/** The same size in the next smaller and larger units, where it is no long number there. */
function inOtherUnits({ amount, sign }: Size): string[][] {
  return smaller.flatMap(([small, large, share]) => {
    const other = sign === small ? large : sign === large ? small : null;
    const value = sign === small ? Number(amount) / share : Number(amount) * share;
    const isShort = value > 0 && value <= mostOfUnit && Number.isInteger(value * hundredths);
    return other !== null && isShort ? [[String(value), other]] : [];
  });
}

function writings(size: Size, analyser: Analyser, weight: number): Alternative[] {
  const { amount, sign } = size;
  const alike = { kind: 'synonym', weight, isJoined: true } as const;
  const bySign = [[amount, sign], ...inOtherUnits(size)].flatMap((terms): Alternative[] => [
    { ...alike, terms: [terms.join('')] },
    { ...alike, terms },
  ]);
  const byName = namesOf(sign, analyser).map((name): Alternative => ({
    ...alike,
    terms: [amount, analyser.stem(name)],
    isStemmed: true,
  }));
  return [...bySign, ...byName];
}

export function withSizes(analyser: Analyser, groups: readonly WordGroup[], weight: number): readonly WordGroup[] {
  let sized = groups;
  for (let start = 0; start < groups.length; start += 1) {
    if (!startsWithDigit.test(groups[start]!.word)) continue;
    const size = sizeAt(groups, start, analyser);
    if (size !== null) sized = addAlternatives(sized, size.span, writings(size, analyser, weight));
  }
  return sized;
}

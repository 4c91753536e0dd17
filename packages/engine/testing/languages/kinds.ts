import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Items of one kind, and queries that mean all of them and nothing else; without queries, other words of the catalogue. */
export interface Kind {
  readonly items: readonly string[];
  readonly queries: readonly string[];
}

const readText = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

/** Each line of the files next to this one: `item; item | query, ^query of the first item`; `## cs` begins a language. */
export function kindsByLanguage(): (readonly [language: string, kinds: readonly Kind[]])[] {
  const sections = ['slavic.txt', 'others.txt', 'later.txt'].flatMap((file) => readText(file).split('## ').slice(1));
  return sections.map((section) => {
    const [language = '', ...lines] = section.trim().split('\n');
    const kinds = lines.map((line): Kind => {
      const [items = '', queries] = line.split(' | ');
      return { items: items.split('; '), queries: queries?.split(', ') ?? [] };
    });
    return [language, kinds] as const;
  });
}

export interface Forms {
  /** Names of goods, each in several forms. */
  readonly words: readonly (readonly string[])[];
  /** Words that look like others and mean something else. */
  readonly apart: readonly string[];
}

export function formsByLanguage(): (readonly [language: string, forms: Forms])[] {
  const sections = readText('forms.txt').split('## ').slice(1);
  return sections.map((section) => {
    const [language = '', forms = '', apart = ''] = section.split('\n');
    const words = forms.split('; ').map((word) => word.split(' '));
    return [language, { words, apart: apart.split(' ').slice(1) }] as const;
  });
}

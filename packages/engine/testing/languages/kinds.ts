import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Items of one kind, and queries that mean all of them and nothing else; without queries, other words of the catalogue. */
export interface Kind {
  readonly items: readonly string[];
  readonly queries: readonly string[];
}

const linesOf = (file: string): string[] => readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n');

/** Each line of the files next to this one: `item; item | query, ^query of the first item`; `## cs` begins a language. */
export function kindsByLanguage(): Map<string, Kind[]> {
  const languages = new Map<string, Kind[]>();
  for (const file of ['slavic.txt', 'others.txt']) {
    let kinds: Kind[] = [];
    for (const line of linesOf(file)) {
      if (line.startsWith('## ')) languages.set(line.slice(3), (kinds = []));
      const [items, queries] = line.split(' | ');
      if (items !== undefined && items !== '' && !items.startsWith('## '))
        kinds.push({ items: items.split('; '), queries: queries?.split(', ') ?? [] });
    }
  }
  return languages;
}

/** Names of goods by language, each in several forms. */
export function formsByLanguage(): (readonly [language: string, words: string[][]])[] {
  const lines = linesOf('forms.txt').filter((line) => line !== '');
  return lines.flatMap((line, at) => {
    const words = lines[at + 1]?.split('; ').map((forms) => forms.split(' '));
    return line.startsWith('## ') && words !== undefined ? [[line.slice(3), words] as const] : [];
  });
}

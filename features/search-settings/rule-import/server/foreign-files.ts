import { readForeignFile } from './foreign-file.ts';
import type { ForeignFile, ListPage, Shop } from './foreign-rules.ts';
import { maximumRuleFileBytes } from '#contract/limits.ts';
import { fail } from '#server-kit/fail.ts';

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Files that are one export together. Throws where one of them holds no rules of a service that is known. */
export async function readForeignFiles(files: readonly NamedText[], shop: Shop): Promise<ForeignFile> {
  const isOne = files.length === 1;
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > maximumRuleFileBytes) throw fail('maximumLength', { name: 'text', max: maximumRuleFileBytes });
  const read: ForeignFile[] = [];
  for (const { name, text } of files) {
    const file = await readForeignFile(text, shop);
    if (!file) throw isOne ? fail('ruleFileNotValid') : fail('ruleFilesNotValid', { file: name });
    read.push(isOne ? file : { ...file, entries: file.entries.map((entry) => ({ ...entry, file: name })) });
  }
  return {
    services: [...new Set(read.flatMap(({ services }) => services))],
    pages: read.flatMap(({ pages }) => pages),
    entries: read.flatMap(({ entries }) => entries),
  };
}

export function missingPages(pages: readonly ListPage[]): { readonly pages: number[]; readonly total: number }[] {
  return Array.from(Map.groupBy(pages, ({ list, total }) => `${list} ${total}`).values(), (own) => {
    const [{ total }] = own as [ListPage, ...ListPage[]];
    const there = new Set(own.map(({ page }) => page));
    return { pages: [...there].toSorted((one, other) => one - other), total };
  }).filter(({ pages: there, total }) => there.length < total);
}

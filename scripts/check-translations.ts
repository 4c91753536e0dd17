import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { errors, patternMistakes } from '#contract/errors.ts';
import { glossaryNames } from '#contract/texts/glossary-names.ts';
import { importFailures } from '#features/data/imports/import-texts.contract.ts';
import { feedWarnings, problemTexts } from '#feeds/feed-texts.ts';
import { messageTexts } from '#contract/texts/message-texts.ts';
import { callHeaders } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { lostTexts } from '#features/search-settings/rule-import/lost-texts.contract.ts';
import { sentencesIn, type Sentence, translationProblems, type Locale } from './translation-problems.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const consoleSources = ['packages/ui/**/*.{ts,tsx}', 'apps/console/**/*.{ts,tsx}', 'features/**/*.{ts,tsx}'];
const locales = 'apps/console/locales';

const serverTexts = [
  ...glossaryNames,
  ...patternMistakes,
  ...Object.values(errors).map(({ text }) => text),
  ...callHeaders.map(({ label }) => label),
  ...[problemTexts, importFailures, feedWarnings, messageTexts, lostTexts].flatMap((texts) => Object.values(texts)),
];

const problems: string[] = [];
const sentences: Sentence[] = serverTexts.map((text) => ({ text, isPlural: text.includes('{count}') }));
for (const file of filesOf(consoleSources)) {
  const found = sentencesIn(read(file));
  sentences.push(...found.sentences);
  problems.push(...found.unreadable.map((call) => `${file} puts a sentence together, which can't be translated: ${call}`));
}
const byLanguage = filesOf([`${locales}/*.json`]).map(
  (file) => [path.basename(file, '.json'), JSON.parse(read(file)) as Locale] as const,
);
problems.push(...translationProblems(sentences, Object.fromEntries(byLanguage)));
for (const problem of problems) console.error(problem);
console.log(`${new Set(sentences.map(({ text }) => text)).size} sentences, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesOf(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: ['**/dist/**', '**/*.test.*', '**/*.e2e.ts'] });
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

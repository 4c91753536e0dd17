import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { createAnalyser } from './analyser.ts';
import { fold } from './folding.ts';

/** How well stems serve, by published lists of words and stems. The tables that it makes are docs/analysis-figures.md. */
type Pair = readonly [word: string, stem: string];

const lists = {
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fr: 'cc-by-sa/french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
} as const;
const shownFailures = 12;

function pairs(file: string): Pair[] {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n');
  return rows.map((row): Pair => [row.split('\t')[0] ?? '', fold(row.split('\t')[1] ?? '')]);
}

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(2);

/** The share of forms that have the stem which most forms of their group have; `failures` are groups that fall apart. */
function meeting(groups: readonly (readonly string[])[], stem: (word: string) => string): { share: number; failures: string[] } {
  let meet = 0;
  const failures: string[] = [];
  for (const forms of groups) {
    const byStem = Map.groupBy(forms, stem);
    meet += Math.max(...[...byStem.values()].map((same) => same.length));
    if (byStem.size > 1) failures.push([...byStem.values()].map((same) => same[0]).join(' / '));
  }
  return { share: meet / groups.flat().length, failures };
}

function sample(failures: readonly string[]): string {
  const step = Math.max(1, Math.floor(failures.length / shownFailures));
  return failures
    .filter((_, index) => index % step === 0)
    .slice(0, shownFailures)
    .join(', ');
}

/** Published stems are of one family when they differ in no more than the last letter of the shorter one, or its k, h and c. */
function isFamily(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same++;
  return same >= 2 && same >= shorter - 1;
}

const files = Object.entries(lists).map(([language, name]) => [language, sharedData(`analysis/snowball/${name}.tsv`)] as const);
const czechSnowball = sharedData('analysis/snowball/cc-by-sa/czech.tsv');
const czechLucene = sharedData('analysis/lucene/czech_light_stem.tsv');
const hasAll = czechSnowball !== null && czechLucene !== null && files.every(([, file]) => file !== null);

function snowballTable(): { table: string; worst: number } {
  let worst = 1;
  const rows = files.map(([language, file]) => {
    const { stem } = createAnalyser(language);
    const list = pairs(file ?? '');
    const failures = list.filter(([word, wanted]) => stem(word) !== wanted);
    const folded = list.filter(([word, wanted]) => stem(fold(word)) === wanted).length;
    worst = Math.min(worst, 1 - failures.length / list.length);
    const shown = sample(failures.map(([word, wanted]) => `${word} ${stem(word)} (${wanted})`));
    return `| ${language} | ${list.length} | ${percent(list.length - failures.length, list.length)} | ${percent(folded, list.length)} | ${shown} |`;
  });
  const head =
    '| language | words | as written, % | without diacritics, % | not the published stem (which is) |\n|---|---|---|---|---|\n';
  return { table: head + rows.join('\n'), worst };
}

function czechTable(): { table: string; least: number; unrelated: number } {
  const { stem } = createAnalyser('cs');
  const list = pairs(czechSnowball ?? '');
  const forms = (all: readonly Pair[]): string[][] =>
    [...Map.groupBy(all, ([, wanted]) => wanted).values()]
      .map((group) => group.map(([word]) => word))
      .filter((group) => group.length > 1);
  const sets = [
    ['Snowball', forms(list)],
    ['Lucene', forms(pairs(czechLucene ?? ''))],
  ] as const;
  let least = 1;
  const rows = sets.map(([name, groups]) => {
    const written = meeting(groups, stem);
    const folded = meeting(groups, (word) => stem(fold(word)));
    const both = meeting(
      groups.map((group) => group.flatMap((word) => [word, fold(word)])),
      stem,
    );
    least = Math.min(least, written.share, folded.share, both.share);
    const shares = [written, folded, both].map(({ share }) => percent(share, 1)).join(' | ');
    return `| ${name} | ${groups.length} | ${groups.flat().length} | ${shares} | ${sample(both.failures)} |`;
  });
  const strangers: string[] = [];
  for (const same of Map.groupBy(list, ([word]) => stem(word)).values())
    for (const [word, wanted] of same) {
      const stranger = same.find(([, other]) => !isFamily(wanted, other) && wanted !== other);
      if (stranger !== undefined) strangers.push(`${word} / ${stranger[0]}`);
    }
  const head =
    '| groups of | groups | forms | as written, % | without diacritics, % | both together, % | groups that fall apart |\n|---|---|---|---|---|---|---|\n';
  const apart = `Words that share their stem with an unrelated one: ${percent(strangers.length, list.length)} % of ${list.length}: ${sample(strangers)}.`;
  return { table: `${head}${rows.join('\n')}\n\n${apart}`, least, unrelated: strangers.length / list.length };
}

describe('stems', () => {
  it.skipIf(!hasAll)('are as good as docs/analysis-figures.md says', async () => {
    const snowball = snowballTable();
    const czech = czechTable();
    expect(snowball.worst).toBeGreaterThanOrEqual(0.99);
    expect(czech.least).toBeGreaterThanOrEqual(0.95);
    expect(czech.unrelated).toBeLessThanOrEqual(0.02);
    const text = `# How good the stems are\n\nMade by \`npx vitest run packages/engine/analysis/stem-figures.test.ts --update\`; [analysis.md](analysis.md) says what the figures mean.\n\n## Snowball's stems\n\n${snowball.table}\n\n## Czech forms that meet\n\n${czech.table}\n`;
    const page = path.resolve(import.meta.dirname, '../../../docs/analysis-figures.md');
    await expect(text).toMatchFileSnapshot(page);
  });
});

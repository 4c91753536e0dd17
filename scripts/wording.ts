import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** `place` is `path:number`. */
type Line = Readonly<Record<'place' | 'text', string>>;

const headless = '(?:What|Whether|Of|Whoever|Those of) (?!.*\\?)';
const noun = 'name the thing: “rows …”, “returns …”';
const idioms: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [new RegExp(String.raw`\b(?:test|it|describe)\('${headless}`, 'i'), noun],
  [new RegExp(String.raw`(?:\/\*\*? |\/\/ |^\s*\* |^(?:[-|] |\d\. )?)${headless}`), noun],
  [/\banew\b/i, 'write “again” or “re-”'],
  [/\bmeanwhile\b/i, 'drop “meanwhile”'],
  [/\bwhoever\b/i, 'write “users who”, “callers that”'],
  [/\b(?:is|are) told\b/i, 'write “is shown”, “is reported”, “is logged”'],
  [/\bby now\b/i, 'drop “by now”'],
  [/\blets? go of\b/i, 'write “evicts”, “unloads”, “releases”'],
  [/\bleft out\b/i, 'write “skipped”, “excluded”, “omitted”'],
  [/\bpassed over\b/i, 'write “skipped”, “ignored”'],
];

export const wordingProblems = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ place, text }) => idioms.filter(([idiom]) => idiom.test(text)).map(([, advice]) => `${place} ${advice}`));

/** The lines that a `git diff --unified=0` adds. */
export function addedLines(diff: string): Line[] {
  const lines: Line[] = [];
  let file = '';
  let number = 0;
  for (const text of diff.split('\n')) {
    if (text.startsWith('+++ ')) file = text.slice('+++ b/'.length);
    else if (text.startsWith('@@')) number = Number(/\+(\d+)/.exec(text)?.[1]);
    else if (text.startsWith('+')) lines.push({ place: `${file}:${number++}`, text: text.slice(1) });
  }
  return lines;
}

/** A clone without such a commit, such as a shallow one, has nothing to compare with. */
function diffSince(base: string): string | null {
  const files = ['*.md', '*.ts', '*.tsx', '*.mjs', ':!scripts/wording*'];
  try {
    return execFileSync('git', ['diff', '--unified=0', '--merge-base', base, '--', ...files], {
      cwd: path.dirname(import.meta.dirname),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const problems = wordingProblems(addedLines(diffSince('origin/main') ?? diffSince('main') ?? ''));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

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

/** Parses `git diff --unified=0`. */
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

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** null without git or the commit, such as in a shallow clone. */
function diff(...words: string[]): string | null {
  const command = ['diff', '--unified=0', ...words];
  try {
    const cwd = path.dirname(import.meta.dirname);
    return execFileSync('git', command, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const sources = ['--', '*.ts', '*.tsx', '*.mjs', ':!scripts/wording*'];
  const since = (base: string) => diff('--merge-base', base, ...sources);
  const diffs = [diff(emptyTree, '--', '*.md'), since('origin/main') ?? since('main')];
  const problems = diffs.flatMap((text) => wordingProblems(addedLines(text ?? '')));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint');
const tsconfig = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions: { types: [] } };

export interface Finding {
  /** As `eslint(no-restricted-imports)`. */
  readonly rule: string;
  readonly file: string;
}

/** What the linter finds with the project's own rules in files given by path and text. Runs in a folder of its own, outside the tree. */
export async function lintSnippets(snippets: ReadonlyMap<string, string>): Promise<Finding[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-lint-'));
  try {
    copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    for (const [file, text] of snippets) writeSnippet(path.join(folder, file), text);
    return await lint(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeSnippet(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function lint(folder: string): Promise<Finding[]> {
  // The linter leaves with 1 when it finds something; its answer is on standard output either way.
  const run = promisify(execFile)(oxlint, ['--type-aware', '--format=json', '.'], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics.map(({ code, filename }) => ({ rule: code, file: filename }));
}

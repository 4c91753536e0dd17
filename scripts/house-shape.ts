import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const mostFiles = 25;
const fewestLines = 20;
/** They begin something when they are imported, so what they use has to be a file of its own to be tested. */
const programs = new Set(['apps/console/main.ts', 'packages/plugin/preview-page/preview-page.ts']);

const globs = ['{apps,features,packages,scripts}/**/*.{ts,tsx,mjs,css}', '*.config.ts'];
const isLeftOut = /\/(?:dist|node_modules|assembly)\/|\.d\.m?ts$/;
const isTest = /\.(?:test|e2e)\.tsx?$|\/testing\//;
/** Small by their role: only stores use Kysely; locales and setups are loaded by name. */
const isByRole =
  /\.(?:contract|letter|lint|page|panel|picker|released|rule|service|setup|store)\.tsx?$|\/(?:locales|migrations|texts)\/|^[^/]+$|^apps\/console\/version\.ts$/;
const staticImport = /(?:^|\n)(?:import|export)\b[^;'"]*['"]([^'"]+)['"]/g;
const byName = /(?:import\(|new URL\(|glob\()\s*['"]([^'"]+)['"]/g;

const linesOf = (text: string): number => text.split('\n').length - 1;
/** Files are merged within a feature, package or app only. */
const unitOf = (file: string): string => file.split('/', file.startsWith('features/') ? 3 : 2).join('/');

/** By path from `root`. */
export function readSources(root: string): Map<string, string> {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: root })).filter((file) => !isLeftOut.test(`/${file}`));
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

export function shapeProblems(sources: ReadonlyMap<string, string>, aliases: Readonly<Record<string, string>>): string[] {
  const own = [...sources.keys()].filter((file) => !isTest.test(file));
  const folders = Map.groupBy(own, (file) => path.dirname(file));
  const large = [...folders].filter(([folder, files]) => files.length > mostFiles && !isByRole.test(`${folder}/x`));
  const importers = new Map<string, string[]>();
  const loaded = new Set<string>();
  for (const [file, text] of sources) {
    for (const [, name = ''] of text.matchAll(staticImport)) {
      const to = resolved(file, name);
      importers.set(to, [...(importers.get(to) ?? []), file]);
    }
    for (const [, name = ''] of text.matchAll(byName)) loaded.add(resolved(file, name.replace(/^(?=\w)/, './')));
  }
  const small = own.flatMap((file) => {
    const text = sources.get(file) ?? '';
    const stem = file.replace(/\.\w+$/, '.');
    const [reader, other] = new Set((importers.get(file) ?? []).filter((one) => !(isTest.test(one) && one.startsWith(stem))));
    const isMergeable =
      reader !== undefined &&
      other === undefined &&
      unitOf(reader) === unitOf(file) &&
      path.extname(reader) >= path.extname(file);
    // Styles merge into other styles of their folder only.
    const isAlone =
      file.endsWith('.css') && !(folders.get(path.dirname(file)) ?? []).some((one) => one !== file && one.endsWith('.css'));
    const isSmall =
      !isAlone && linesOf(text) < fewestLines && !isByRole.test(file) && !/^export default /m.test(text) && !loaded.has(file);
    return isSmall && isMergeable && !isTest.test(reader) && !programs.has(reader)
      ? [`${file} has ${linesOf(text)} lines: merge it into ${reader}.`]
      : [];
  });
  return [...large.map(([folder, files]) => `${folder} has ${files.length} files: at most ${mostFiles}.`), ...small];

  function resolved(from: string, name: string): string {
    const alias = Object.keys(aliases).find((one) => name.startsWith(one.replace('*', '')));
    if (alias !== undefined) return path.join(aliases[alias]!.replace('/*', ''), name.slice(alias.length - 1));
    return path.join(path.dirname(from), name);
  }
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname);
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> };
  const problems = shapeProblems(readSources(root), imports);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

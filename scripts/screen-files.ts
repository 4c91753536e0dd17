import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const inPages = /'(?<address>\/[^']+)': \(\) =>\s*import\('#(?<page>[^']+)'\)/g;
/** Each screen runs them. */
const ofAll = ['apps/console/start.tsx', 'apps/console/console.tsx'];
const withoutStyles = '/dashboard';
const otherStyles = 'styles.css';

/** Writes the scripts and styles of each screen, for the server to name them in its document. */
export const screenFiles = (): Plugin => ({
  name: 'screen-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((one) => one.type === 'chunk');
      const styles = outputs.filter((one) => one.type === 'asset' && one.names.includes(otherStyles));
      const pages = await readFile(path.join(import.meta.dirname, '../apps/console/pages.ts'), 'utf8');
      const known = filesOf(chunks, ['apps/console/main.ts']);
      const screens = [...pages.matchAll(inPages)].map(({ groups }) => {
        const { address, page } = groups as { address: string; page: string };
        const files = new Set([...filesOf(chunks, [...ofAll, page])].filter((file) => !known.has(file)));
        if (address !== withoutStyles) for (const { fileName } of styles) files.add(fileName);
        return [address, [...files]];
      });
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(Object.fromEntries(screens)) });
    },
  },
});

function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const fileName of chunk.viteMetadata?.importedCss ?? []) files.add(fileName);
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) add(next);
  };
  for (const chunk of chunks) if (modules.some((one) => chunk.moduleIds.some((id) => id.endsWith(`/${one}`)))) add(chunk);
  return files;
}

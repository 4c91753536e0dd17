import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const isGlobalStyle = (id: string) => id.endsWith('.css') && !id.endsWith('.module.css');
const isFirst = (id: string) => id.endsWith('/apps/console/index.html');
const isMain = (id: string) => id.endsWith('/apps/console/main.ts');
const isStart = (id: string) => id.endsWith('/apps/console/start.tsx');
const isPublicPage = (id: string) =>
  /\/apps\/console\/(error|not-found)\.page\.tsx$|\/features\/account\/(login|register)\.page\.tsx$/.test(id);
const isConsole = (id: string) => id.endsWith('/apps/console/console.tsx');
/**
 * What screens share. Libraries of a few screens, such as charts, stay out of what all of them load. What Mantine's inputs are made of
 * stays with them: files that need each other would not start.
 */
const isShared = (id: string) =>
  /\/packages\/(console-kit|contract)\/|\/node_modules\/(@mantine\/(core|hooks|form)|lucide-react|zod|@tanstack|react-number-format)\//.test(
    id,
  );

/**
 * Sorts modules into few files instead of a hundred small ones: each costs a request, and small files compress badly. `first` asks for the
 * others, `base` is what every page needs, `public` what the pages before sign-in share with others, `shell` what stands around the
 * screens and what they share. Only a bundle knows what is left of a library for whom, so the console is bundled once to find out.
 */
export async function chunkNames(config: InlineConfig): Promise<(id: string) => string | null> {
  const trial = { ...config.build, write: false, minify: false, reportCompressedSize: false } as const;
  const result = await build({ ...config, configFile: false, logLevel: 'silent', build: trial });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk');
  const users = usersOf(chunks);
  const names = new Map<string, string>();
  for (const { fileName, moduleIds, isDynamicEntry, facadeModuleId } of chunks) {
    for (const id of moduleIds) {
      const name = isDynamicEntry && id === facadeModuleId ? null : chunkNameOf(id, users.get(fileName) ?? []);
      if (name !== null) names.set(id, name);
    }
  }
  return (id) => names.get(id) ?? null;
}

/** By file: the modules, loaded on demand or first of all, that bring it with them. */
function usersOf(chunks: readonly Rolldown.OutputChunk[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  for (const { fileName, facadeModuleId } of chunks) {
    if (facadeModuleId === null) continue;
    const brought = new Set([fileName]);
    for (const file of brought) for (const next of byName.get(file)?.imports ?? []) brought.add(next);
    for (const file of brought) users.set(file, [...(users.get(file) ?? []), facadeModuleId]);
  }
  return users;
}

/** Null leaves a module where the bundler puts it; files that are loaded on demand stay files of their own. */
function chunkNameOf(id: string, users: readonly string[]): string | null {
  if (isGlobalStyle(id) || isMain(id) || isConsole(id) || isStart(id)) return null;
  if (users.some(isFirst)) return 'first';
  if (users.some(isStart)) return 'base';
  if (!users.some(isConsole) && !(users.length > 1 && isShared(id))) return null;
  return users.some(isPublicPage) ? 'public' : 'shell';
}

/** The browser asks for what every page needs while it still reads the page, instead of after the first script has run. */
export const preloadBase = (): Plugin => ({
  name: 'preload-base',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      return Object.values(bundle)
        .filter(({ fileName }) => /\/base-[^/]+\.js$/.test(fileName) && !html.includes(fileName))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        }));
    },
  },
});

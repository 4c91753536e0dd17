import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const isFirst = (id: string) => id.endsWith('/apps/console/index.html');
const isMain = (id: string) => id.endsWith('/apps/console/main.ts');
const isStart = (id: string) => id.endsWith('/apps/console/start.tsx');
const isSignIn = (id: string) => id.endsWith('/account/screen/login.page.tsx');
const isConsole = (id: string) => id.endsWith('/apps/console/console.tsx');
/**
 * What screens share. Libraries of a few screens, such as charts, stay out of what all of them load. What Mantine's inputs are made of
 * stays with them: files that need each other would not start.
 */
const isShared = (id: string) =>
  /\/packages\/(console-kit|contract)\/|\/node_modules\/(@mantine\/(core|hooks|form)|fast-deep-equal|lucide-react|zod|@tanstack|react-number-format)\//.test(
    id,
  );

/**
 * Sorts modules into few files instead of a hundred small ones: each costs a request, and small files compress badly. `first` asks for the
 * others, `base` is what every page needs, `public` what the sign-in page, or several of the pages before it, share with others, `dialog`
 * what one of those pages or one of their dialogs shares with others, `shell` what stands around the screens and what they share. A module
 * goes into the earliest file that one of its users needs; what it imports has those users, too, so no file needs a later one. Only a
 * bundle knows what is left of a library for whom, so the console is bundled once to find out.
 */
export async function chunkNames(config: InlineConfig): Promise<(id: string) => string | null> {
  const trial = { ...config.build, write: false, minify: false, reportCompressedSize: false } as const;
  const result = await build({ ...config, configFile: false, logLevel: 'silent', build: trial });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk');
  const entries = entriesOf(chunks);
  const names = new Map<string, string>();
  for (const { fileName, moduleIds, facadeModuleId } of chunks) {
    const users = entries.filter(({ brought }) => brought.has(fileName));
    for (const id of moduleIds) {
      const name = id === facadeModuleId ? null : chunkNameOf(id, users);
      if (name !== null) names.set(id, name);
    }
  }
  return (id) => names.get(id) ?? null;
}

type Part = 'first' | 'start' | 'console' | 'signIn' | 'publicPage' | 'publicDialog' | 'screen';

/** A module that is loaded on demand, or first of all. */
interface Entry {
  readonly part: Part;
  /** The files that it brings with it. */
  readonly brought: ReadonlySet<string>;
}

function entriesOf(chunks: readonly Rolldown.OutputChunk[]): readonly Entry[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = chunks.filter(({ facadeModuleId }) => facadeModuleId !== null);
  const bringing = (fileName: string) => {
    const brought = new Set([fileName]);
    for (const file of brought) for (const next of byName.get(file)?.imports ?? []) brought.add(next);
    return brought;
  };
  const onDemandOf = (fileName: string) =>
    [...bringing(fileName)]
      .flatMap((file) => byName.get(file)?.dynamicImports ?? [])
      .filter((file) => !isStart(idOf(file)) && !isConsole(idOf(file)));
  const idOf = (fileName: string) => byName.get(fileName)?.facadeModuleId ?? '';
  const publicPages = new Set(
    entries.filter(({ fileName }) => isFirst(idOf(fileName))).flatMap(({ fileName }) => onDemandOf(fileName)),
  );
  const publicDialogs = new Set([...publicPages].flatMap(onDemandOf));
  const partOf = (fileName: string): Part => {
    const id = idOf(fileName);
    if (isFirst(id)) return 'first';
    if (isStart(id)) return 'start';
    if (isConsole(id)) return 'console';
    if (isSignIn(id)) return 'signIn';
    if (publicPages.has(fileName)) return 'publicPage';
    return publicDialogs.has(fileName) ? 'publicDialog' : 'screen';
  };
  return entries.map(({ fileName }) => ({ part: partOf(fileName), brought: bringing(fileName) }));
}

/** Null leaves a module where the bundler puts it; files that are loaded on demand stay files of their own. */
function chunkNameOf(id: string, users: readonly Entry[]): string | null {
  const serves = (wanted: Part) => users.some(({ part }) => part === wanted);
  if (isMain(id)) return null;
  if (serves('first')) return 'first';
  if (serves('start')) return 'base';
  const isOfSignIn = serves('signIn') && users.length > 1;
  if (!serves('console') && !isOfSignIn && !(users.length > 1 && isShared(id))) return null;
  if (serves('signIn') || users.filter(({ part }) => part === 'publicPage').length > 1) return 'public';
  return serves('publicPage') || serves('publicDialog') ? 'dialog' : 'shell';
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

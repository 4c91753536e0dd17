import type { Plugin } from 'vite';

/** Files to begin a chunk with, in the order in which a page loads them. */
const entries: readonly (readonly [name: string, file: RegExp])[] = [
  ['first', /\/apps\/console\/main\.ts$/],
  ['base', /\/apps\/console\/start\.tsx$/],
  ['public', /\/account\/screen\/login\.page\.tsx$/],
  ['guest', /\/(?:register|confirm|set-up|provider-return|email-change|password-reset|invitation|weekly-report-off)\.page\.tsx$/],
  ['shell', /\/apps\/console\/console\.tsx$/],
];
/** What screens share. Libraries of a few screens stay out of what all of them load. */
const shared =
  /\/packages\/(?:ui|contract)\/|\/node_modules\/(?:@mantine\/(?:core|hooks|form)|fast-deep-equal|lucide-react|zod|@tanstack|react-number-format)\//;

/**
 * Few chunks instead of a hundred small ones: each costs a request, and small files compress badly. A chunk holds whatever its entry imports that no
 * earlier chunk has, so chunks import only earlier ones and none runs too early.
 */
export const chunkGroups = [
  ...entries.map(([name, test], at) => ({ name, test, priority: entries.length + 1 - at })),
  { name: 'kit', test: shared, minShareCount: 2, priority: 1 },
];

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

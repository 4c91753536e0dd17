import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';
import { screenFiles } from './scripts/screen-files.ts';
import { slim } from './scripts/slim.ts';

/** Modules of both public pages and pages behind sign-in, so that neither load the other's chunks. */
const forAll = [
  /\/apps\/console\/start\.tsx$/,
  /\/packages\/ui\/(?:dialog\/(?:confirm|may-leave)|page\/(?:later|goes-live)|calls\/(?:error-text|toast)|state\/unsaved)\.tsx?$/,
  /\/(?:session|invitations)\.contract\.ts$|\/packages\/contract\/texts\//,
  /\/@mantine\/core\/esm\/(?:components\/(?:ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase|Skeleton|TextInput|VisuallyHidden)|utils\/(?:InlineInput|InputsGroupFieldset)|core\/(?:styles-api|MantineProvider))\//,
  /\/@mantine\/hooks\/esm\/(?:use-merged-ref|use-uncontrolled|use-id|use-document-title)\//,
];

/** Chunk entries in load order. */
const entries: readonly (readonly [name: string, test: RegExp | ((id: string) => boolean)])[] = [
  ['first', /\/apps\/console\/main\.ts$|rolldown\/runtime/],
  ['base', (id) => forAll.some((one) => one.test(id))],
  // Contracts import it, but the console shows the texts on few screens.
  ['import-texts', /\/import-texts\.contract\.ts$/],
  ['shell', /\/apps\/console\/console\.tsx$/],
  ['dashboard', /\/dashboard\.page\.tsx$/],
  [
    'list',
    /\/(?:crud-page|collection-page|row-fields|statistics-list\.panel|columns\.panel|verdict|live-bar\.panel|to-int|create-scoped-keydown-handler|search-trends\.contract)\.m?[jt]sx?$/,
  ],
  ['figures', /\/lower-figures\.tsx$/],
  ['overlays', /\/packages\/ui\/page\/overlays\.tsx$/],
  [
    'forms',
    /\/packages\/ui\/form\/(?:form|record-form)\.tsx?$|\/@mantine\/core\/esm\/components\/(?:Checkbox|Divider|SimpleGrid)\//,
  ],
  ['public', /\/account\/screen\/login\.page\.tsx$/],
  ['guest', /\/(?:register|confirm|set-up|provider-return|email-change|password-reset|invitation|weekly-report-off)\.page\.tsx$/],
];

/** Shared by most screens; libraries of few screens stay out. */
const shared =
  /\/packages\/(?:ui|contract)\/|\/node_modules\/(?:@mantine\/(?:core|hooks|form)|fast-deep-equal|lucide-react|zod|@tanstack|react-number-format)\//;

/** Shown at once, unlike forms, drawers and menus of choices. */
const shownAtOnce =
  /\/lucide-react\/|\/packages\/(?:contract|ui\/(?:charts|releases|text|dialog|item\/(?:field|item-cell|person|result)|page|form\/(?:use-draft|add-choice)))|\/@mantine\/core\/esm\/components\/(?:Avatar|Badge|Code|FloatingIndicator|List|Progress|Radio|SegmentedControl)\//;

/**
 * Few chunks, because each costs a request and small files compress badly. A chunk holds everything its entry imports that no earlier
 * chunk has, so chunks import only earlier ones.
 */
const chunkGroups = [
  ...entries.map(([name, test], at) => ({ name, test, priority: entries.length + 3 - at })),
  { name: 'parts', test: shownAtOnce, minShareCount: 2, priority: 3 },
  {
    name: 'settings',
    test: /\/packages\/ui\/(?:form\/(?:save-bar|conflict)|item\/preview-panel)\.tsx$|\/modern\/useQueries\.js$/,
    priority: 2,
  },
  { name: 'kit', test: shared, minShareCount: 2, priority: 1 },
];

/** What the server answers; all other paths are screens of the console. */
const serverPaths = ['/api', '/front', '/auth/authorize', '/docs', '/openapi.json', '/plugin', '/sample-shop'];
const server = `http://127.0.0.1:${process.env.AISLE_PORT ?? '4600'}`;

/** 7 % larger than at the best quality, in a tenth of the time. */
const brotliQuality = 9;

export default defineConfig({
  root: 'apps/console',
  cacheDir: '../../.cache/vite',
  plugins: [react(), slim(), precompress(brotliQuality), screenFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  // React has it; the shim is for React 17.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
});

import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lintSnippets } from './lint-snippets.ts';

const synonyms = 'features/search-settings/synonyms/synonyms';

/** File, what it may not import, what it may. One import of each list is one file for the linter. */
const table: readonly (readonly [file: string, refused: readonly string[], allowed: readonly string[]])[] = [
  [
    'packages/contract/page.ts',
    ['kysely', 'node:fs', '#engine/plan.ts', '#features/a/a.contract.ts'],
    ['zod/mini', './fields.ts', '#contract/fields.ts'],
  ],
  [
    'packages/engine/pipeline.ts',
    ['#server/db/schema.ts', '#feeds/open-feed.ts', 'kysely', 'fastify'],
    ['#contract/item.ts', './plan.ts', 'node:fs', '#process-kit/channel.ts'],
  ],
  [
    'packages/engine/embedded/open.ts',
    ['#engine/opensearch/open.ts', '#engine/search.ts', 'undici'],
    ['#engine/port.ts', '#engine/plan.ts', 'node:sqlite'],
  ],
  [
    'packages/engine/embedded/files/open.ts',
    ['#engine/embedded/segment/open.ts', '#engine/embedded/live/open.ts'],
    ['#engine/embedded/limits.ts', './durable-files.ts', 'node:sqlite'],
  ],
  [
    'packages/engine/embedded/segment/open.ts',
    ['#engine/embedded/query/open.ts', '#engine/embedded/build/open.ts', '#engine/embedded/live/open.ts'],
    ['#engine/embedded/columns/open.ts', '#engine/embedded/files/open.ts', '#engine/analysis/open.ts'],
  ],
  [
    'packages/engine/embedded/query/open.ts',
    ['#engine/embedded/build/open.ts', '#engine/embedded/live/open.ts', '#engine/embedded/threads/open.ts', '#engine/search.ts'],
    ['#engine/embedded/segment/open.ts', '#engine/embedded/columns/open.ts', '#engine/plan.ts'],
  ],
  ['packages/opensearch/open.ts', ['#engine/embedded/open.ts', '#engine/pipeline.ts'], ['#engine/port.ts', 'undici']],
  [
    'packages/feeds/open-feed.ts',
    ['#server/serve.ts', '#engine/port.ts', 'fastify', 'kysely'],
    ['saxes', '#contract/item.ts', 'node:zlib'],
  ],
  ['packages/process-kit/channel.ts', ['#engine/port.ts', '#server/jobs/jobs.ts', 'fastify'], ['node:fs', './line.ts']],
  [
    'packages/server/serve.ts',
    ['#ui/list/table.tsx', '#features/a/a.store.ts', '#feeds/open-feed.ts', '#engine/embedded/open.ts', '#apps/server/app.ts'],
    ['kysely', 'fastify', '#contract/endpoint.ts', '#engine/port.ts'],
  ],
  [
    'packages/ui/table.tsx',
    ['#server/serve.ts', '#features/a/a.page.tsx', '#engine/plan.ts', 'node:fs', 'kysely'],
    ['react', '@mantine/core', '#contract/page.ts'],
  ],
  [
    'packages/clients/javascript/client.ts',
    ['zod/mini', '#contract/search.ts', 'node:fs', 'react'],
    ['./send.ts', '#clients/javascript/client.ts'],
  ],
  [
    'packages/plugin/plugin.ts',
    ['react', 'zod/mini', '#engine/plan.ts', '#ui/calls/api.ts'],
    ['preact', 'preact/hooks', './panel.ts', '#plugin/shop.ts', '#contract/item.ts'],
  ],
  [
    `${synonyms}.contract.ts`,
    ['#server/serve.ts', './synonyms.store.ts', '#features/a/a.store.ts', 'kysely'],
    ['#contract/crud.ts', '#features/a/a.contract.ts', 'zod/mini'],
  ],
  [
    `${synonyms}.rule.ts`,
    ['node:fs', '#server/db/schema.ts', './synonyms.store.ts', '#engine/embedded/open.ts', '#features/a/a.rule.ts'],
    ['#engine/plan.ts', './synonyms.contract.ts'],
  ],
  [
    `${synonyms}.store.ts`,
    ['fastify', '#engine/port.ts', './synonyms.server.ts', '#features/a/a.store.ts'],
    ['kysely', '#server/db/project-table.ts', './synonyms.contract.ts'],
  ],
  [
    `${synonyms}.server.ts`,
    [
      'kysely',
      '#features/a/a.server.ts',
      '#features/a/a.rule.ts',
      '#features/a/a.ts',
      './synonyms.page.tsx',
      '#ui/calls/api.ts',
      '#testing/test-app.ts',
    ],
    ['#server/serve.ts', './synonyms.store.ts', '#features/a/a.store.ts'],
  ],
  [
    `${synonyms}.service.ts`,
    ['kysely', '#features/a/a.server.ts', '#features/a/a.page.tsx', '#apps/server/app.ts'],
    ['#server/jobs/jobs.ts', './synonyms.store.ts', '#features/a/a.service.ts', '#feeds/open-feed.ts'],
  ],
  [
    `${synonyms}.page.tsx`,
    [
      '#server/serve.ts',
      './synonyms.store.ts',
      './synonyms.server.ts',
      '#features/a/a.page.tsx',
      '#features/a/a.tsx',
      '#engine/plan.ts',
      'node:fs',
    ],
    [
      '#ui/list/table.tsx',
      './synonyms.form.tsx',
      '#features/a/a.contract.ts',
      '#features/a/a.picker.tsx',
      '#features/a/a.panel.tsx',
    ],
  ],
  [
    'features/owner/shop/shop.catalogue.ts',
    ['#apps/server/app.ts', '#apps/console/main.tsx', 'kysely', '../a.ts'],
    ['#contract/item.ts'],
  ],
  [
    'apps/server/app.ts',
    ['../console/main.tsx', '#testing/test-app.ts', 'kysely'],
    ['#features/a/a.server.ts', '#feeds/open-feed.ts'],
  ],
  ['apps/server/app.test.ts', ['../app.ts'], ['#apps/server/app.ts', '#testing/test-app.ts', 'kysely']],
  ['packages/testing/test-app.ts', ['../app.ts'], ['#apps/server/app.ts', '#features/a/a.contract.ts', 'kysely']],
];

let refusals: ReadonlySet<string>;

beforeAll(async () => {
  const snippets = new Map<string, string>();
  for (const [file, refused, allowed] of table) {
    for (const specifier of [...refused, ...allowed])
      snippets.set(snippetPath(file, specifier), `export { thing } from '${specifier}';\n`);
  }
  const findings = await lintSnippets(snippets);
  refusals = new Set(findings.filter(({ rule }) => rule === 'eslint(no-restricted-imports)').map(({ file }) => file));
});

/** `page.ts` importing `zod/mini` becomes `zod-mini/page.ts` in the same folder, so that folders and suffixes keep their meaning. */
const snippetPath = (file: string, specifier: string): string =>
  path.join(path.dirname(file), specifier.replaceAll(/[^a-z]+/g, '-'), path.basename(file));

describe.each(table)('%s', (file, refused, allowed) => {
  test.each(refused)('may not import %s', (specifier) => {
    expect(refusals).toContain(snippetPath(file, specifier));
  });
  test.each(allowed)('may import %s', (specifier) => {
    expect(refusals).not.toContain(snippetPath(file, specifier));
  });
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const documents = globSync(['*.md', '{docs,packages}/**/*.md'], { cwd: root, exclude: ['**/node_modules', '**/dist'] });
/** A path of the project in back quotes, without wildcards. */
const named = /`((?:apps|bench|docs|e2e|features|packages|scripts)\/[\w./-]+\.\w+)`/g;
const linked = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

test.each(documents)('every file and link named in %s exists', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const files = [...text.matchAll(named)].map(([, file = '']) => file);
  const links = [...text.matchAll(linked)].map(([, link = '']) => path.join(path.dirname(document), link));
  expect([...new Set([...files, ...links])].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

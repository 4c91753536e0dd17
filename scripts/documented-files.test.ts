import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
/** Documents that name files of the project as proofs or as places to look. */
const documents = ['RESILIENCY.md', 'docs/operating.md', 'docs/testing.md', 'docs/tour.md', 'AGENTS.md', 'CONTRIBUTING.md'];
/** A path within the project, in back quotes. */
const named = /`((?:apps|bench|docs|e2e|features|packages|scripts)\/[\w./-]+\.\w+)`/g;

describe('every file is there that is named in', () => {
  test.each(documents)('%s', (document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const files = [...new Set([...text.matchAll(named)].map(([, file = '']) => file))];
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

test('a promise that is proven on every change needs no test that runs at night alone', () => {
  const text = readFileSync(path.join(root, 'RESILIENCY.md'), 'utf8');
  const [, onEveryChange = ''] = /## Proven on every change\n(.*?)\n## /s.exec(text) ?? [];
  const promises = onEveryChange.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise'));
  expect(promises.length).toBeGreaterThan(50);
  expect(promises.filter((line) => line.includes('.nightly.') || !/`[^`]*\.tsx?`/.test(line))).toEqual([]);
});

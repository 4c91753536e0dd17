import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { slim } from './slim.ts';

async function built(files: Readonly<Record<string, string>>): Promise<string> {
  const virtual = {
    name: 'virtual',
    resolveId: (id: string) => (id in files ? id : null),
    load: (id: string) => files[id] ?? null,
  };
  const bundler = await rolldown({ input: '/entry.js', plugins: [virtual, slim() as never], external: ['lib', 'react'] });
  const { output } = await bundler.generate({ format: 'esm' });
  await bundler.close();
  return output[0].code;
}

test('drops what the server reads and what no screen uses, but no call inside a function', async () => {
  const contract = `
    import { endpoint, z } from 'lib';
    const Unused = z.object({ id: z.string().check(z.trim()) });
    export const list = endpoint('GET /api/list', { needs: 'data', summary: 'Lists', output: z.array(Unused) });
    export const unused = endpoint('GET /api/unused', { needs: 'data' });
    export const keep = (store) => { store.set(1); return 2; };`;
  const entry = `import { keep, list } from '/list.contract.ts'; export const crud = { run: () => { crud.remove(1); return [keep, list]; } };`;
  const code = await built({ '/entry.js': entry, '/list.contract.ts': contract });
  expect(code).toMatch(/GET \/api\/list/);
  expect(code).toMatch(/store\.set\(1\)[^]*crud\.remove\(1\)/);
  expect(code).not.toMatch(/unused|Unused|Lists|z\./);
});

test('renders controls of Mantine once: ids are those of React', async () => {
  const file = '/node_modules/@mantine/hooks/esm/use-id/use-id.mjs';
  const theirs = `import { useId as id, useState } from 'lib'; export function useId() { const [uuid] = useState(id()); return uuid; }`;
  const code = await built({ '/entry.js': `export { useId } from '${file}';`, [file]: theirs });
  expect(code).toMatch(/from ["']react["']/);
  expect(code).not.toContain('useState');
});

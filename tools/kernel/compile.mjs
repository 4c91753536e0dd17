import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import asc from 'assemblyscript/asc';

/* Compiles the source of the kernel into the file that the engine loads it from. */
const folder = path.join(import.meta.dirname, '../../packages/engine/search/kernel');
const optimising = ['-O3', '--runtime', 'stub'];
const sharingMemory = ['--importMemory', '--sharedMemory', '--maximumMemory', '65536', '--enable', 'simd,threads,bulk-memory'];

const output = mkdtempSync(path.join(tmpdir(), 'aisle-kernel-'));
try {
  const binary = path.join(output, 'kernel.wasm');
  const { error } = await asc.main([path.join(folder, 'assembly/index.ts'), '-o', binary, ...optimising, ...sharingMemory], {
    stderr: process.stderr,
  });
  if (error !== null) throw error;
  const compiled = { sourceDigest: sourceDigest(), base64: readFileSync(binary, 'base64') };
  writeFileSync(path.join(folder, 'kernel-binary.json'), `${JSON.stringify(compiled, null, 2)}\n`);
} finally {
  rmSync(output, { recursive: true, force: true });
}

function sourceDigest() {
  const hash = createHash('sha256');
  for (const name of readdirSync(path.join(folder, 'assembly')).toSorted())
    if (name.endsWith('.ts')) hash.update(readFileSync(path.join(folder, 'assembly', name)));
  return hash.digest('hex');
}

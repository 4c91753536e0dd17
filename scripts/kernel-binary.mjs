import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './places.mjs';

const folder = path.join(root, 'packages/engine/embedded/kernel');
export const kernelBinaryFile = path.join(folder, 'kernel-binary.ts');
const lineLength = 120;

const optimising = ['-O3', '--runtime', 'stub'];
const sharingMemory = ['--importMemory', '--sharedMemory', '--maximumMemory', '65536', '--enable', 'simd,threads,bulk-memory'];

/** Compiles the source of the kernel. Throws what the compiler says where it fails. */
async function compileKernel() {
  const { default: asc } = await import('assemblyscript/asc');
  const output = await mkdtemp(path.join(tmpdir(), 'aisle-kernel-'));
  try {
    const binary = path.join(output, 'kernel.wasm');
    const source = path.join(folder, 'assembly/index.ts');
    const { error, stderr } = /** @type {{ error: Error | null, stderr: { toString(): string } }} */ (
      await asc.main([source, '-o', binary, ...optimising, ...sharingMemory])
    );
    if (error !== null) throw new Error(stderr.toString(), { cause: error });
    return await readFile(binary);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/** What `kernel-binary.ts` says while the source is what it is. */
export async function kernelBinaryModule() {
  const text = (await compileKernel()).toString('base64');
  const lines = text.match(new RegExp(`.{1,${lineLength}}`, 'gu')) ?? [];
  return `// Compiled from \`assembly/\` by \`npm run kernel\`.
/** The kernel as WebAssembly, in base64. */
export const kernelBinary =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

/** Compiles the source of the kernel into the file that the engine loads it from. */
export async function writeKernel() {
  await writeFile(kernelBinaryFile, await kernelBinaryModule());
}

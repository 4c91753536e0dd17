import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { program } from './server-process.ts';

/** Runs a command beside the server, such as `backup`, from its sources or built, as the server is. Answers what it printed. */
export async function runServerCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ exitCode: number | null; said: string }> {
  const server = program.at(-1)!;
  const file = path.join(path.dirname(server), name + path.extname(server));
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, said: said.trim() };
}

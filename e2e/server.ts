import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runServer } from '#testing/processes/server-process.ts';

export interface JourneyServer {
  readonly url: string;
  /** Mails, as there is no mail server. */
  readonly dataDirectory: string;
  /** Stops it and removes its data folder. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Data folder to copy; default: empty. */
  readonly copyOf?: string;
}

/** A real server on a temporary data folder. */
export async function startServer({ settings = {}, copyOf }: StartOptions = {}): Promise<JourneyServer> {
  const data = await newFolder();
  if (copyOf !== undefined) await cp(copyOf, data, { recursive: true });
  const server = await runServer({ AISLE_DATA: data, ...settings });
  return {
    url: server.url,
    dataDirectory: data,
    async stop() {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

export const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'aisle-e2e-'));

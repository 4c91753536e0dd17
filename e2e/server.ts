import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runServer } from '#testing/processes/server-process.ts';

export interface JourneyServer {
  readonly url: string;
  /** Where it writes mails, as it has no mail server. */
  readonly dataDirectory: string;
  /** Ends it and removes its data folder. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** A data folder that it starts with a copy of; otherwise it starts empty. */
  readonly copyOf?: string;
}

/** Starts the real server on a data folder of its own, which goes when it is stopped. */
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

/** For the data of a server. */
export const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'aisle-e2e-'));

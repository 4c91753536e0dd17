import { rm } from 'node:fs/promises';
import { register } from '#features/account/account.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { runServer } from '#testing/processes/server-process.ts';
import { owner, post, firstImport, importAtMidnight, timeZone } from './calls.ts';
import { newFolder } from './server.ts';

/** A data folder with an imported sample shop. */
export interface PreparedShop {
  readonly data: string;
  /** The owner's session. */
  readonly token: string;
}

/** Read by Playwright's workers. */
const variable = 'AISLE_PREPARED_SHOP';

export const preparedShop = (): PreparedShop => JSON.parse(process.env[variable] ?? '{}') as PreparedShop;

/** Global setup: one import, copied by every worker's server. Returns the teardown. */
export default async function prepareShop(): Promise<() => Promise<void>> {
  const data = await newFolder();
  const server = await runServer({ AISLE_DATA: data });
  try {
    const { token: sessionToken } = await post<{ token: string }>(server.url, register.path, owner);
    const sample = { language: 'en', time_zone: timeZone };
    const { token } = await post<{ token: string }>(server.url, createSampleProject.path, sample, sessionToken);
    const { id, last_import: last } = await firstImport(server.url, { sessionToken, token });
    if (last?.state !== 'done') throw new Error(`The import of the sample shop ended as ${last?.state}.`);
    await importAtMidnight(server.url, id, { sessionToken, token });
    process.env[variable] = JSON.stringify({ data, token: sessionToken } satisfies PreparedShop);
  } finally {
    await server.stop();
  }
  return () => rm(data, { recursive: true, force: true });
}

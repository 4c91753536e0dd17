import { EngineSettingError } from '#engine/port-errors.ts';
import type { Cluster } from './cluster.ts';
import { oldestVersion } from './limits.ts';

interface Greeting {
  readonly version?: { readonly distribution?: string; readonly number?: string };
}

/** Throws `EngineSettingError` unless an OpenSearch that is new enough answers. */
export async function checkVersion(cluster: Cluster, addresses: string): Promise<void> {
  const greeting = await cluster.command<Greeting>({ method: 'GET', path: '' }, 10_000).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineSettingError(`No OpenSearch answers at ${addresses}; start it, or correct AISLE_OPENSEARCH_URL. ${reason}`);
  });
  const { distribution, number = '' } = greeting?.version ?? {};
  const wanted = oldestVersion.join('.');
  if (distribution !== 'opensearch')
    throw new EngineSettingError(
      `What answers at ${addresses} is not OpenSearch; set AISLE_OPENSEARCH_URL to an OpenSearch ${wanted} or newer.`,
    );
  const [major = 0, minor = 0] = number.split('.').map(Number);
  if (major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]))
    throw new EngineSettingError(`The OpenSearch at ${addresses} is ${number}; Aisle needs ${wanted} or newer.`);
}

import type { Endpoint } from '#contract/endpoint.ts';
import { maskedValue } from '#features/super-admin/api-logs/api-logs.contract.ts';

/** Addresses of no call. What stands in them may be anything, so nothing of it is kept. */
const unknownPaths = ['/api/', '/front/'].map((prefix) => prefix + maskedValue);

/** The paths of all calls, as the contract has them. Features add theirs until the server starts. */
export function callPaths(endpoints: readonly Endpoint[]) {
  let byRoute: ReadonlyMap<string, Endpoint> | null = null;
  const routes = () =>
    (byRoute ??= new Map(
      endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, endpoint]),
    ));
  const all = (): string[] => [...new Set([...endpoints.map(({ path }) => path), ...unknownPaths])];

  return {
    endpointOf: (method: string, route: string | undefined): Endpoint | undefined => routes().get(`${method} ${route}`),
    unknown: (url: string): string => unknownPaths.find((path) => url.startsWith(path.replace(maskedValue, ''))) ?? maskedValue,
    /** Those that a text means: the one that it is, or all that it is a part of. */
    meant(text: string): string[] {
      const wanted = text.toLowerCase();
      const paths = all();
      return paths.includes(text) ? [text] : paths.filter((path) => path.toLowerCase().includes(wanted));
    },
    isOfShop: (method: string, path: string): boolean => {
      const needs = endpoints.find((one) => one.method === method && one.path === path)?.needs;
      return needs === 'shop' || needs === 'api' || path.startsWith('/front/');
    },
  };
}
export type CallPaths = ReturnType<typeof callPaths>;

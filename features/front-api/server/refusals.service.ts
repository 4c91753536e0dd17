import type { IncomingMessage } from 'node:http';
import { isCachedEndpoint } from '#contract/endpoint-caching.ts';
import type { App } from '#server/app.ts';
import type { Failure } from '#server/fail.ts';
import { couldBeSecret } from '#server/secrets/secrets.ts';

/** Calls that come with every keystroke and page. */
const frequentCall = /^\/front\/(?:v1\/)?(search|autocomplete|catalog|trending)\?(?:.*&)?token=([\w-]+)/;

/**
 * What a call of a shop is refused with before anything of it is read: the project has been called too often, or its searches are queued
 * for so long that another one would be in vain. A search whose answer may be kept is let through: it may not have to wait.
 */
export const refusalOf =
  ({ access, limits, cache }: Pick<App, 'access' | 'limits' | 'cache'>) =>
  ({ method, url = '' }: IncomingMessage): Failure | null => {
    if (method !== 'GET') return null;
    const [, name = '', token = ''] = frequentCall.exec(url) ?? [];
    const project = couldBeSecret(token) ? access.lastKnownProject(token) : undefined;
    if (!project?.isActive) return null;
    const caching = isCachedEndpoint(name) ? cache.settings.lastOf(project.id)?.[name] : undefined;
    return limits.refusalAhead(project, caching?.isCached === false);
  };

import {
  changeKey,
  deleteKey,
  type KeyInput,
  listKeys,
  makeKey,
  mostKeys,
  rotateKey,
} from '#features/developer/credentials/keys.contract.ts';
import { keyStore } from './keys.store.ts';
import { overlapMilliseconds } from '#features/developer/credentials/credentials.contract.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';

/** Labels of letters, digits and hyphens, perhaps with a port; `localhost` is one, too. */
const hostPattern = /^(?:\*\.)?(?!-)[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63})*(?::\d{1,5})?$/u;

/** As browsers send it; null where it is none. A whole address counts as its host. */
function hostOf(text: string): string | null {
  const host = /^https?:\/\//i.test(text) ? (URL.parse(text)?.host ?? '') : text.toLowerCase();
  if (!hostPattern.test(host)) return null;
  const isAnySubdomain = host.startsWith('*.');
  const written = URL.parse(`http://${isAnySubdomain ? host.slice(2) : host}`)?.host;
  return written === undefined ? null : `${isAnySubdomain ? '*.' : ''}${written}`;
}

export function serveKeys(app: App): void {
  const keys = keyStore(app.db);

  async function checked(project: ProjectScope, input: KeyInput, id: number | null): Promise<KeyInput> {
    const isUsed = (await keys.list(project)).some((one) => one.id !== id && one.name.toLowerCase() === input.name.toLowerCase());
    if (isUsed) throw failField('name', 'alreadyUsed', { name: 'name' });
    if (input.expires_at !== null && input.expires_at <= Date.now()) throw failField('expires_at', 'momentPassed');
    const origins = input.origins.map((text) => {
      const host = hostOf(text);
      if (host === null) throw failField('origins', 'notAHost', { host: text });
      return host;
    });
    if (origins.length > 0 && input.rights.includes('items')) throw failField('origins', 'secretWithOrigins');
    return { ...input, origins: [...new Set(origins)] };
  }

  serve(app, listKeys, async (_input, { project }) => ({ keys: await keys.list(project) }));

  serve(app, makeKey, async (input, { project }) => {
    const checkedInput = await checked(project, input, null);
    const made = await keys.make(project, checkedInput, mostKeys);
    if (made === null) throw fail('tooMany', { max: mostKeys });
    return made;
  });

  serve(app, changeKey, async ({ id, ...input }, { project }) => {
    const isThere = await keys.change(project, id, await checked(project, input, id));
    foundIn(isThere || null, 'record');
    return {};
  });

  serve(app, rotateKey, async ({ id, keeps_old: keepsOld }, { project }) => {
    const oldUntil = keepsOld ? Date.now() + overlapMilliseconds : null;
    return { id, key: foundIn(await keys.rotate(project, id, oldUntil), 'record') };
  });

  serve(app, deleteKey, async ({ id }, { project }) => {
    foundIn((await keys.remove(project, id)) || null, 'record');
    return {};
  });
}

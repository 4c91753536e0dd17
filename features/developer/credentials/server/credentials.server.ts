import {
  authorize,
  authorizeByPost,
  endOldSecret,
  overlapMilliseconds,
  readCredentials,
  rotateSecret,
} from '#features/developer/credentials/credentials.contract.ts';
import { credentialStore } from './credentials.store.ts';
import { frontCallStore } from '#features/front-api/server/front-calls.store.ts';
import { bearerSeconds } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { isSecret } from '#server/secrets/secrets.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';
import { serve } from '#server/app/serve.ts';

/** Wrong secrets of one project from one address. A secret can't be guessed; this is for whoever tries again and again with an old one. */
const failuresPerProjectAndAddressAndHour = 600;

export function serveCredentials(app: App): void {
  const credentials = credentialStore(app.db);
  const frontCalls = frontCallStore(app.db);
  const failures = countSharedAttempts(app.db, {
    name: 'bearer tokens',
    maximum: failuresPerProjectAndAddressAndHour,
    windowSeconds: 3600,
  });

  serve(app, readCredentials, async (_input, { project }) => ({
    client_id: project.token,
    old_secret_until: await credentials.oldSecretUntil(project),
    front_called_at: await frontCalls.lastAt(project),
  }));

  serve(app, rotateSecret, async ({ keeps_old: keepsOld }, { project }) => ({
    client_id: project.token,
    client_secret: await credentials.rotateSecret(project, keepsOld ? Date.now() + overlapMilliseconds : null),
  }));

  serve(app, endOldSecret, async (_input, { project }) => {
    await credentials.endOldSecret(project);
    return {};
  });

  for (const endpoint of [authorize, authorizeByPost]) {
    serve(app, endpoint, async ({ client_id, client_secret }, { address }) => {
      const project = await credentials.findByClientId(client_id);
      // The right secret is never refused, whatever others send from the same address.
      if (!project?.secretHashes.some((hash) => isSecret(client_secret, hash))) {
        await failures.take(`${client_id} ${address}`);
        throw fail('loginIncorrect');
      }
      const token = await credentials.openToken(project, bearerSeconds * 1000);
      return { token, token_type: 'Bearer' as const, expires_in: bearerSeconds };
    });
  }
}

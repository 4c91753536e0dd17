import { authorize, authorizeByPost, readCredentials, rotateSecret } from './credentials.contract.ts';
import { credentialStore } from './credentials.store.ts';
import type { App } from '#server-kit/app.ts';
import { fail } from '#server-kit/fail.ts';
import { isSecret } from '#server-kit/secrets.ts';
import { countSharedAttempts } from '#server-kit/shared-attempts.ts';
import { serve } from '#server-kit/serve.ts';

const bearerSeconds = 600;
const triesPerAddressAndHour = 600;

export function serveCredentials(app: App): void {
  const credentials = credentialStore(app.db);
  const tries = countSharedAttempts(app.db, { name: 'bearer tokens', maximum: triesPerAddressAndHour, windowSeconds: 3600 });

  serve(app, readCredentials, (_input, { project }) => ({ client_id: project.token }));

  serve(app, rotateSecret, async (_input, { project }) => ({
    client_id: project.token,
    client_secret: await credentials.rotateSecret(project),
  }));

  for (const endpoint of [authorize, authorizeByPost]) {
    serve(app, endpoint, async ({ client_id, client_secret }, { address }) => {
      await tries.take(address);
      const project = await credentials.findByClientId(client_id);
      if (!project || !isSecret(client_secret, project.secret_hash)) throw fail('loginIncorrect');
      const token = await credentials.openToken(project, bearerSeconds * 1000);
      return { token, token_type: 'Bearer' as const, expires_in: bearerSeconds };
    });
  }
}

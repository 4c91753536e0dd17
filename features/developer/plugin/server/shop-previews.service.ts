import { pluginStore } from './plugin.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Sealing } from '#server/secrets/secrets.ts';

export interface Preview {
  readonly project: ProjectScope;
  /** Links of an earlier one have ended. */
  readonly round: number;
}

const asText = ({ project, round }: Preview, until: string): string => `preview of project ${project.id}, ${round}, ${until}`;
const base = 36;

export function previewSecret(sealing: Sealing, preview: Preview, untilMilliseconds: number): string {
  const until = untilMilliseconds.toString(base);
  return `${until}.${sealing.hash(asText(preview, until))}`;
}

export function isPreview(sealing: Sealing, preview: Preview, secret: string, now: number): boolean {
  const [until = '', hash] = secret.split('.');
  return Number.parseInt(until, base) > now && hash === sealing.hash(asText(preview, until));
}

export function shopPreviews({ db, sealing }: Pick<App, 'db' | 'sealing'>) {
  const plugins = pluginStore(db);
  const previewOf = async (project: ProjectScope) => ({ project, round: (await plugins.read(project)).preview_round });
  return {
    isLive: (project: ProjectScope): Promise<boolean> => plugins.isLive(project),

    opens: async (project: ProjectScope, secret: string): Promise<boolean> =>
      isPreview(sealing, await previewOf(project), secret, Date.now()),

    /** For one person who may see the plugin anyway. It ends no link, and the next link ends it. */
    passUntil: async (project: ProjectScope, untilMilliseconds: number): Promise<string> =>
      previewSecret(sealing, await previewOf(project), untilMilliseconds),
  };
}

import { pluginStore } from './plugin.store.ts';
import { isPreview, previewEnd, previewSecret } from './preview-links.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';

export function shopPreviews({ db, sealing }: Pick<App, 'db' | 'sealing'>) {
  const plugins = pluginStore(db);
  const roundOf = async (project: ProjectScope): Promise<number> => (await plugins.read(project)).preview_round;
  return {
    isLive: (project: ProjectScope): Promise<boolean> => plugins.isLive(project),

    /** Whether the secret is that of a preview link, or of a pass, of this very project, and still good. */
    opens: async (project: ProjectScope, secret: string): Promise<boolean> =>
      isPreview(sealing, { project, round: await roundOf(project) }, secret, Date.now()),

    /** A secret as in preview links, for one person who may see the plugin anyway. It ends no link, and with the next link it has ended. */
    passUntil: async (project: ProjectScope, untilMilliseconds: number): Promise<string> =>
      previewSecret(sealing, { project, round: await roundOf(project) }, untilMilliseconds),

    endOf: previewEnd,
  };
}

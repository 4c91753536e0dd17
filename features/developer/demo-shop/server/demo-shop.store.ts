import type { SelectedProject } from '#server/access.ts';
import type { Database } from '#server/db/schema.ts';
import { couldBeSecret } from '#server/secrets/secrets.ts';

export const demoShopStore = (db: Database) => ({
  /** The project with this public token; null where there is none, or it was deleted. */
  async project(token: string): Promise<SelectedProject | null> {
    if (!couldBeSecret(token)) return null;
    const row = await db
      .selectFrom('project')
      .select(['id', 'name', 'url', 'language', 'time_zone as timeZone', 'token', 'is_active'])
      .select(['visitor_calls_per_second as visitorCallsPerSecond', 'project_calls_per_second as projectCallsPerSecond'])
      .where('token', '=', token)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    const { is_active, ...project } = row;
    return { ...project, isActive: is_active === 1 };
  },
});

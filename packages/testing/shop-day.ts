import { dayOf } from '#contract/days.ts';
import type { TestServer } from './test-app.ts';

/** Where the shop of a project is. */
export async function zoneOf({ app }: Pick<TestServer, 'app'>, projectId: number): Promise<string> {
  const project = app.db.selectFrom('project').select('time_zone').where('id', '=', projectId);
  return (await project.executeTakeFirstOrThrow()).time_zone;
}

/** Today, where the shop of a project is. */
export const todayOf = async (server: Pick<TestServer, 'app'>, projectId: number): Promise<string> =>
  dayOf(Date.now(), await zoneOf(server, projectId));

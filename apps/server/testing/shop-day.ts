import { dayOf } from '#contract/days.ts';
import type { TestApp } from './test-app.ts';

/** Today, where the shop of a project is. */
export async function todayOf({ app }: Pick<TestApp, 'app'>, projectId: number): Promise<string> {
  const project = app.db.selectFrom('project').select('time_zone').where('id', '=', projectId);
  return dayOf(Date.now(), (await project.executeTakeFirstOrThrow()).time_zone);
}

import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import type { Actor, TestServer } from '#testing/test-app.ts';

const farMs = 12 * 60 * 60 * 1000;

/** Feeds with the same number are due at the same time on every server; half a day later no test meets it. */
export async function unschedule(server: Pick<TestServer, 'call'>, actor: Actor, feedId: number): Promise<void> {
  const schedule_time = new Date(Date.now() + farMs).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
  const schedule = { schedule: 'daily', schedule_time, availability_url: '', availability_minutes: 5 } as const;
  const { status, msg } = await server.call(actor, updateSchedule, { id: feedId, activated: true, ...schedule });
  if (status !== 200) throw new Error(msg);
}

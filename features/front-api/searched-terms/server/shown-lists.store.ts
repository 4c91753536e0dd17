import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { dayOf, defaultTimeZone, mondayOf } from '#contract/days.ts';
import type { LogEntry, LoggedQuery } from './query-tracker.ts';
import type { Database } from '#server/db/schema.ts';
import { inParts } from '#server/db/in-parts.ts';
import { newSecret } from '#server/secrets/secrets.ts';

const hashLetters = 16;

export const listHash = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, hashLetters);

/** Each once, with the last day on which it was shown. */
export async function addLists(db: Database, entries: readonly LogEntry[]): Promise<void> {
  const lists = new Map<string, LoggedQuery & { readonly list: string }>();
  for (const { after } of entries) {
    const { list = null, projectId, day } = after;
    if (list === null) continue;
    const key = `${projectId} ${list}`;
    if ((lists.get(key)?.day ?? '') < day) lists.set(key, { ...after, list });
  }
  // In one order, so that servers don't lock each other out.
  const rows = [...lists.values()]
    .map(({ projectId, list, day }) => ({ project_id: projectId, hash: listHash(list), ids: list, day }))
    .toSorted((one, other) => one.project_id - other.project_id || (one.hash < other.hash ? -1 : 1));
  for (const some of inParts(rows))
    await db
      .insertInto('shown_list')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'hash'])
          .doUpdateSet(({ ref }) => ({ day: ref('excluded.day') }))
          .whereRef('shown_list.day', '<', 'excluded.day'),
      )
      .execute();
}

/** /24 of IPv4, /48 of IPv6; `address` is one of `clientAddress`. */
export const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');

/** Stored: renaming it needs a migration. */
const settingName = 'key of networks';
const mondayLetters = 'YYYY-MM-DD'.length;

/**
 * Keyed hashes of networks. The servers of a database share a random key, which is replaced each week: no older hash can be traced to a
 * network then.
 */
export function networkHashes(db: Database, now: () => number) {
  let known: { readonly monday: string; readonly key: string } | null = null;

  async function keyOf(monday: string): Promise<string> {
    if (known?.monday === monday) return known.key;
    await db
      .insertInto('server_setting')
      .values({ name: settingName, value: `${monday} ${newSecret()}` })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') }))
          .where(sql`substr(server_setting.value, 1, ${sql.lit(mondayLetters)})`, '<', monday),
      )
      .execute();
    const row = db.selectFrom('server_setting').select('value').where('name', '=', settingName);
    const key = (await row.executeTakeFirstOrThrow()).value;
    known = { monday, key };
    return key;
  }

  /** By the key of the current week. */
  return async (): Promise<(projectId: number, network: string) => string> => {
    const key = await keyOf(mondayOf(dayOf(now(), defaultTimeZone)));
    return (projectId, network) =>
      createHmac('sha256', key).update(`${projectId} ${network}`).digest('base64url').slice(0, hashLetters);
  };
}

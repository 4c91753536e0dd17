import { sql } from 'kysely';
import {
  callRanges,
  type CallRange,
  type callStatuses,
  exportedCalls,
  firstFailure,
  firstServerFailure,
  keptMinutes,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/base/slices.ts';

export interface CallParameter {
  readonly name: string;
  readonly value: string;
  readonly isInPath: boolean;
}

export interface NotedCall {
  /** Epoch milliseconds. */
  readonly answeredAt: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly tookMilliseconds: number;
  readonly projectId: number | null;
  readonly userId: number | null;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
  readonly failureCode: string | null;
  readonly parameters: readonly CallParameter[];
}

interface CallFilters {
  readonly range: CallRange;
  readonly project?: number | undefined;
  readonly user?: number | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly status?: (typeof callStatuses)[number] | undefined;
  readonly slowerThan?: number | undefined;
}

const rowsAtOnce = 500;
/** SQLite blocks searches while it reads, so rare calls are found in slices. */
const idsAtOnce = 10_000;
const mostChoices = 1_000;
/** Clock skew between servers. */
const clockToleranceMilliseconds = 60_000;
const minuteMilliseconds = 60_000;
/** As in the index of slow calls. */
const slowMilliseconds = 500;

export const apiCallStore = (db: Database, now: () => number = Date.now) => {
  const sinceOf = (range: CallRange): number => now() - callRanges[range] * minuteMilliseconds;

  const newestId = async (): Promise<number> =>
    (await db.selectFrom('api_call').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;

  const oldestId = async (since: number): Promise<number> => {
    const first = db
      .selectFrom('api_call')
      .select('id')
      .where('answered_at', '>=', since - clockToleranceMilliseconds);
    return (await first.orderBy('answered_at').orderBy('id').limit(1).executeTakeFirst())?.id ?? Number.MAX_SAFE_INTEGER;
  };

  /** The literals make the partial indexes apply. */
  const matching = ({ range, project, user, paths, status, slowerThan }: CallFilters, low: number, high: number) =>
    db
      .selectFrom('api_call')
      .where('api_call.id', '>', low)
      .where('api_call.id', '<=', high)
      .where('answered_at', '>=', sinceOf(range))
      .$if(project !== undefined, (calls) => calls.where('api_call.project_id', '=', project!))
      .$if(user !== undefined, (calls) => calls.where('api_call.user_id', '=', user!))
      .$if(paths !== undefined, (calls) => calls.where('path', 'in', [...paths!]))
      .$if(status !== undefined, (calls) => calls.where('status', '>=', sql.lit(firstFailure)))
      .$if(status === '4xx', (calls) => calls.where('status', '<', firstServerFailure))
      .$if(status === '5xx', (calls) => calls.where('status', '>=', firstServerFailure))
      .$if((slowerThan ?? 0) >= slowMilliseconds, (calls) => calls.where('took_milliseconds', '>=', sql.lit(slowMilliseconds)))
      .$if(slowerThan !== undefined, (calls) => calls.where('took_milliseconds', '>', slowerThan!));

  /** Current names; none for deleted accounts. */
  const shown = (calls: ReturnType<typeof matching>) =>
    calls
      .leftJoin('project', 'project.id', 'api_call.project_id')
      .leftJoin('user', (join) => join.onRef('user.id', '=', 'api_call.user_id').on('user.erased_at', 'is', null))
      .select(['api_call.id', 'answered_at', 'method', 'path', 'status', 'took_milliseconds', 'api_call.project_id'])
      .select(['address', 'agent', 'request_id', 'failure_code', 'parameters'])
      .select(['project.name as project_name', 'user.id as user_id', 'user.name as user_name', 'user.surname as user_surname'])
      .orderBy('api_call.id', 'desc');

  return {
    async add(calls: readonly NotedCall[]): Promise<void> {
      for (let at = 0; at < calls.length; at += rowsAtOnce)
        await db
          .insertInto('api_call')
          .values(calls.slice(at, at + rowsAtOnce).map(rowOf))
          .execute();
    },

    async find(id: number) {
      const one = matching({ range: 'week' }, id - 1, id);
      return (await shown(one).executeTakeFirst()) ?? null;
    },

    /** Newest first. Counts up to `exportedCalls`. */
    async list(filters: CallFilters, { offset, limit }: { readonly offset: number; readonly limit: number }) {
      if (filters.paths?.length === 0) return { rows: [], count: 0, hasMore: false };
      const breathe = inSlices();
      const oldest = (await oldestId(sinceOf(filters.range))) - 1;
      const rows: Awaited<ReturnType<ReturnType<typeof shown>['execute']>> = [];
      let high = await newestId();
      let count = 0;
      while (high > oldest && count < exportedCalls) {
        const low = Math.max(oldest, high - idsAtOnce);
        const part = matching(filters, low, high);
        const { found } = await part.select((call) => call.fn.countAll<number>().as('found')).executeTakeFirstOrThrow();
        const left = limit - rows.length;
        if (left > 0 && count + Number(found) > offset)
          rows.push(
            ...(await shown(part)
              .offset(Math.max(0, offset - count))
              .limit(left)
              .execute()),
          );
        count += Number(found);
        high = low;
        await breathe();
      }
      return { rows, count: Math.min(count, exportedCalls), hasMore: count >= exportedCalls && high > oldest };
    },

    projects: () =>
      db
        .selectFrom('project')
        .select(['id', 'name'])
        .where((row) =>
          row.exists(row.selectFrom('api_call').select('api_call.id').whereRef('api_call.project_id', '=', 'project.id')),
        )
        .orderBy('name')
        .orderBy('id')
        .limit(mostChoices)
        .execute(),

    users: () =>
      db
        .selectFrom('user')
        .select(['id', 'name', 'surname', 'email'])
        .where('erased_at', 'is', null)
        .where((row) => row.exists(row.selectFrom('api_call').select('api_call.id').whereRef('api_call.user_id', '=', 'user.id')))
        .orderBy('name')
        .orderBy('surname')
        .orderBy('id')
        .limit(mostChoices)
        .execute(),
  };
};
export type ShownCall = NonNullable<Awaited<ReturnType<ReturnType<typeof apiCallStore>['find']>>>;

const rowOf = (call: NotedCall) => ({
  answered_at: call.answeredAt,
  method: call.method,
  path: call.path,
  status: call.status,
  took_milliseconds: call.tookMilliseconds,
  project_id: call.projectId,
  user_id: call.userId,
  address: call.address,
  agent: call.agent,
  request_id: call.requestId,
  failure_code: call.failureCode,
  parameters: JSON.stringify(call.parameters),
});

/** About 1.5 GB. */
const mostKeptCalls = 5_000_000;
const deletedAtOnce = 2_000;

/** In parts by id: PostgreSQL might repeat a subquery for every row. */
export async function forgetOldCalls(db: Database, signal: AbortSignal, now: number = Date.now()): Promise<void> {
  const newest = await db.selectFrom('api_call').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const beyond = (newest?.id ?? 0) - mostKeptCalls;
  const calls = db.selectFrom('api_call').select('id').limit(deletedAtOnce);
  const breathe = inSlices();
  for (const old of [calls.where('answered_at', '<', now - keptMinutes * minuteMilliseconds), calls.where('id', '<=', beyond)])
    for (let count = deletedAtOnce; count === deletedAtOnce && !signal.aborted; await breathe()) {
      const ids = (await old.execute()).map(({ id }) => id);
      count = ids.length;
      if (count > 0) await db.deleteFrom('api_call').where('id', 'in', ids).execute();
    }
}

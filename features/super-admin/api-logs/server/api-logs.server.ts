import { isErrorCode } from '#contract/errors.ts';
import { toPage } from '#contract/page.ts';
import { apiCallStore, type CallParameter, forgetOldCalls, type ShownCall } from './api-calls.store.ts';
import {
  type ApiCall,
  type CallFilters,
  callHeaders,
  exportApiCalls,
  exportedCalls,
  listApiCalls,
  listCallFilters,
  listFailedCalls,
  sampledEvery,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import { apiCallNoted } from './api-logs.events.ts';
import { callPaths, noteCalls, notedCalls } from './note-calls.ts';
import type { App } from '#server/app/app.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { csvText } from '#server/formats/csv.ts';
import { serve } from '#server/app/serve.ts';

/** Columns of the file, after the time. */
const columns = ['call', 'status', 'took', 'project', 'user', 'address', 'code', 'agent'] as const;

/** A killed server loses at most this much. */
export const writeEveryMilliseconds = 1_000;
const forgetEveryMilliseconds = 60 * 1_000;

export function serveApiLogs(app: App): void {
  const { db, disk, jobs, http } = app;
  const store = apiCallStore(db);
  const paths = callPaths(app.endpoints);
  const calls = notedCalls({ write: store.add, mayWrite: () => disk.level() !== 'full', log: http.log });
  const { nextSecond } = noteCalls(app, { calls, paths });
  app.events.on(apiCallNoted, async (call) => calls.add(call));
  jobs.repeat('API log', writeEveryMilliseconds, () => {
    nextSecond();
    return calls.write();
  });
  jobs.repeat('old calls of the API log', forgetEveryMilliseconds, (signal) => forgetOldCalls(db, signal));
  http.addHook('onClose', calls.write);

  const shown = (row: ShownCall): ApiCall => ({
    id: row.id,
    time: row.answered_at,
    call: `${row.method} ${row.path}`,
    status: row.status,
    took: row.took_milliseconds,
    project: row.project_name,
    user: row.user_name === null ? null : `${row.user_name} ${row.user_surname}`,
    address: row.address,
    method: row.method,
    path: row.path,
    project_id: row.project_name === null ? null : row.project_id,
    user_id: row.user_id,
    is_shop: paths.isOfShop(row.method, row.path),
    agent: row.agent,
    request_id: row.request_id,
    code: isErrorCode(row.failure_code) ? row.failure_code : null,
    parameters: jsonOf<CallParameter[]>(row.parameters, [], 'api_call.parameters', row.id).map(({ name, value, isInPath }) => ({
      name,
      value,
      is_in_path: isInPath,
    })),
  });

  const filtersOf = ({ path, from, project_id: project, user_id: user, slower_than: slowerThan, ...asked }: CallFilters) => ({
    ...asked,
    project,
    user,
    slowerThan,
    paths: path === '' && from === 'all' ? undefined : paths.meant(path, from),
  });

  serve(app, listApiCalls, async ({ call, page, per_page: limit, ...asked }) => {
    const about = { headers: [...callHeaders], sampled_every: sampledEvery };
    if (call !== undefined) {
      const row = await store.find(call);
      const rows = row === null ? [] : [shown(row)];
      return { ...toPage(rows, rows.length, limit), ...about, has_more: false };
    }
    const { rows, count, hasMore } = await store.list(filtersOf(asked), { offset: (page - 1) * limit, limit });
    return { ...toPage(rows.map(shown), count, limit), ...about, has_more: hasMore };
  });

  serve(app, listFailedCalls, async ({ page, per_page: limit }, { project }) => {
    const failed = { range: 'week', status: 'failed', project: project.id, paths: paths.meant('', 'shop') } as const;
    const { rows, count } = await store.list(failed, { offset: (page - 1) * limit, limit });
    return toPage(
      rows.map(shown).map(({ id, time, call, status, took, agent, request_id, code, parameters }) => {
        return { id, time, call, status, took, agent, request_id, code, parameters };
      }),
      count,
      limit,
    );
  });

  serve(app, exportApiCalls, async (asked, { language }) => {
    const t = app.translate(language);
    const { rows } = await store.list(filtersOf(asked), { offset: 0, limit: exportedCalls });
    const linesOf = ({ time, parameters, request_id: request, ...call }: ApiCall) => [
      new Date(time).toISOString(),
      ...columns.map((name) => call[name]),
      request,
      parameters.map(({ name, value }) => `${name}=${value}`).join('&'),
    ];
    const titles = [...callHeaders.map(({ label }) => t(label)), 'code', 'agent', 'request_id', 'parameters'];
    return { file_name: `api-logs-${asked.range}.csv`, csv: csvText(titles, rows.map(shown).map(linesOf)) };
  });

  serve(app, listCallFilters, async () => ({
    projects: await store.projects(),
    users: (await store.users()).map(({ id, name, surname, email }) => ({
      id,
      name: `${name} ${surname}`.trim() || email,
    })),
  }));
}

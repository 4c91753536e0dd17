import { type StoredEvent, type StoredQuery, ubiStore } from './ubi-export.store.ts';
import { sentToPage } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { EventType } from '#features/front-api/events/events.contract.ts';
import * as z from 'zod/mini';
import { downloadUbi, openUbiDownload, ubiKinds } from '#features/analytics/ubi-export/ubi-export.contract.ts';
import { daysOf, rangeOf } from '#features/analytics/statistics/server/statistics.service.ts';
import type { App } from '#server/app/app.ts';
import { downloadTickets } from '#server/app/download-tickets.ts';
import { fail } from '#server/base/fail.ts';
import { serve, StreamedFileAnswer } from '#server/app/serve.ts';

const Ticket = z.object({ project: z.number(), kind: z.enum(ubiKinds), start: z.string(), end: z.string() });
type Ticket = z.output<typeof Ticket>;

export function serveUbiExport(app: App): void {
  const store = ubiStore(app.db);
  const tickets = downloadTickets(app, { name: 'ubi download', holds: Ticket, needs: 'analytics' });

  async function* linesOf(application: string, { project: id, kind, ...range }: Ticket): AsyncGenerator<string> {
    for (const day of daysOf(range)) {
      if (kind === 'queries')
        for await (const rows of store.queriesOfDay({ id }, day))
          yield linesText(rows.map((row) => queryDocument(application, row)));
      else
        for await (const rows of store.eventsOfDay({ id }, day))
          yield linesText(rows.map((row) => eventDocument(application, row)));
    }
  }

  serve(app, openUbiDownload, ({ kind, ...asked }, caller) =>
    tickets.link(downloadUbi.path, caller, {
      project: caller.project.id,
      kind,
      ...rangeOf(asked, caller.project.timeZone),
    }),
  );

  serve(app, downloadUbi, async ({ ticket }) => {
    const taken = await tickets.take(ticket);
    const name = await store.nameOf({ id: taken.project });
    if (name === undefined) throw fail('linkNotValid');
    return new StreamedFileAnswer(linesOf(applicationOf(name), taken), `ubi-${taken.kind}-${taken.start}-${taken.end}.ndjson`);
  });
}

const linesText = (documents: readonly object[]): string => documents.map((one) => `${JSON.stringify(one)}\n`).join('');

const actions: Readonly<Record<EventType, string>> = {
  impression: 'impression',
  click: 'click',
  cart: 'add_to_cart',
  purchase: 'purchase',
};
/** Of `application`: https://o19s.github.io/ubi/schema/1.3.0/event.schema.json */
const longestApplicationName = 100;

const applicationOf = (projectName: string): string => Array.from(projectName).slice(0, longestApplicationName).join('');

const momentText = (moment: number): string => new Date(moment).toISOString();

/** https://o19s.github.io/ubi/schema/1.3.0/query.request.schema.json; ids of results aren't stored. */
const queryDocument = (application: string, row: StoredQuery) => ({
  application,
  query_id: row.query_id,
  query_response_id: row.query_id,
  client_id: row.visitor,
  user_query: row.term,
  timestamp: momentText(row.happened_at),
  query_attributes: {
    result_object: row.result_object,
    language: row.language,
    collection_id: row.collection_id,
    ...(row.item_count !== sentToPage && { item_count: row.item_count }),
    ...(row.found_as !== null && { found_as: row.found_as }),
    took_ms: row.took_ms,
    search_id: row.search_id,
    is_counted: row.is_counted === 1,
  },
});

/** https://o19s.github.io/ubi/schema/1.3.0/event.schema.json */
const eventDocument = (application: string, row: StoredEvent) => ({
  application,
  action_name: actions[row.type as EventType],
  ...(row.query_id !== null && { query_id: row.query_id }),
  client_id: row.visitor,
  timestamp: momentText(row.happened_at),
  event_attributes: {
    event_id: row.event_id,
    object: { object_id: row.item_id, object_id_field: 'id' },
    ...(row.position !== null && { position: { ordinal: row.position } }),
    collection_id: row.collection_id,
    ...(row.quantity !== null && { quantity: row.quantity }),
    ...(row.price !== null && { price: row.price }),
    ...(row.currency !== null && { currency: row.currency }),
  },
});

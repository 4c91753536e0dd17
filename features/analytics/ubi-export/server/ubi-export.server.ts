import * as z from 'zod/mini';
import { downloadUbi, openUbiDownload, ubiKinds } from '#features/analytics/ubi-export/ubi-export.contract.ts';
import { applicationOf, eventDocument, queryDocument } from './ubi-documents.ts';
import { ubiStore } from './ubi-export.store.ts';
import { daysOf, rangeOf } from '#features/analytics/statistics/server/statistics-range.service.ts';
import type { App } from '#server/app.ts';
import { downloadTickets } from '#server/http/download-tickets.ts';
import { fail } from '#server/fail.ts';
import { serve, StreamedFileAnswer } from '#server/serve.ts';

const Held = z.object({ project: z.number(), kind: z.enum(ubiKinds), start: z.string(), end: z.string() });
type Held = z.output<typeof Held>;

export function serveUbiExport(app: App): void {
  const store = ubiStore(app.db);
  const tickets = downloadTickets(app, { name: 'ubi download', holds: Held, needs: 'analytics' });

  async function* linesOf(application: string, { project: id, kind, ...range }: Held): AsyncGenerator<string> {
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
    const held = await tickets.take(ticket);
    const name = await store.nameOf({ id: held.project });
    if (name === undefined) throw fail('linkNotValid');
    return new StreamedFileAnswer(linesOf(applicationOf(name), held), `ubi-${held.kind}-${held.start}-${held.end}.ndjson`);
  });
}

const linesText = (documents: readonly object[]): string => documents.map((one) => `${JSON.stringify(one)}\n`).join('');

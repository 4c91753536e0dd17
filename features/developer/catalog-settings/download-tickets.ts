import * as z from 'zod/mini';
import type { App } from '#server-kit/app.ts';
import { downloadTickets } from '#server-kit/download-tickets.ts';

const holds = z.object({ id: z.number(), collectionId: z.number() });

/** Tickets for the categories of a collection. */
export const catalogTickets = (app: App, now?: () => number) =>
  downloadTickets(app, { name: 'catalogue download', holds, ...(now && { now }) });

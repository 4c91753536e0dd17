import * as z from 'zod/mini';

export const ticketSeconds = 60;

/** What a call answers that opens a link to a file. */
export const OpenedLink = z.object({ address: z.string(), seconds: z.number() });

/** What the call of such a link is asked with. */
export const TicketInput = z.object({ ticket: z.string().check(z.maxLength(1000)) });

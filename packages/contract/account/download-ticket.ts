import * as z from 'zod/mini';

export const ticketSeconds = 60;

export const OpenedLink = z.object({ address: z.string(), seconds: z.number() });

export const TicketInput = z.object({ ticket: z.string().check(z.maxLength(1000)) });

import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type OpenedLink, ticketSeconds } from '#contract/account/download-ticket.ts';
import type { App } from '#server-kit/app.ts';
import { Failure, fail } from '#server-kit/fail.ts';
import { countSharedAttempts } from './shared-attempts.ts';

interface TicketOptions<Held> {
  /** Keeps its tickets apart from those of other files. It is counted by, so it stays as it is. */
  readonly name: string;
  /** What a ticket opens. */
  readonly holds: z.ZodMiniType<Held>;
  readonly now?: () => number;
}

/**
 * Tickets for files that a browser fetches by an address alone. They are sealed, so nobody else can make one, and each is taken once, over
 * all servers of the database.
 */
export function downloadTickets<Held>(
  { db, sealing }: Pick<App, 'db' | 'sealing'>,
  { name, holds, now = Date.now }: TicketOptions<Held>,
) {
  const uses = countSharedAttempts(db, { name, maximum: 1, windowSeconds: ticketSeconds, now });
  const Ticket = z.object({ id: z.string(), of: z.literal(name), until: z.number(), held: holds });
  return {
    open(held: Held): string {
      return sealing.seal(JSON.stringify({ id: randomUUID(), of: name, until: now() + ticketSeconds * 1000, held }));
    },

    /** The link at which a call serves what a ticket opens. */
    link(path: string, held: Held): z.output<typeof OpenedLink> {
      return { address: `${path}?${new URLSearchParams({ ticket: this.open(held) }).toString()}`, seconds: ticketSeconds };
    },

    /** What it opens. Throws `linkNotValid` for one that is over, was taken, or is none. */
    async take(ticket: string): Promise<Held> {
      const { success, data } = z.safeParse(Ticket, parsed(sealing.open(ticket)));
      if (!success || data.until <= now()) throw fail('linkNotValid');
      try {
        await uses.take(data.id);
      } catch (error) {
        throw error instanceof Failure && error.code === 'tooManyRequests' ? fail('linkNotValid') : error;
      }
      return data.held;
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

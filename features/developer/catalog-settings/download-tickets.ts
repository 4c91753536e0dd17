import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ticketSeconds } from './catalog-info.contract.ts';
import type { App } from '#server-kit/app.ts';
import type { CollectionScope } from '#server-kit/db/row-scope.ts';
import { Failure, fail } from '#server-kit/fail.ts';
import { countSharedAttempts } from '#server-kit/shared-attempts.ts';

const Ticket = z.object({ id: z.string(), project: z.number(), collection: z.number(), until: z.number() });

/**
 * Tickets for files that a browser fetches by an address alone. They are sealed, so nobody else can make one, and each is taken once, over
 * all servers of the database.
 */
export function downloadTickets({ db, sealing }: App, now: () => number = Date.now) {
  const uses = countSharedAttempts(db, { name: 'catalogue download', maximum: 1, windowSeconds: ticketSeconds, now });
  return {
    open({ id: project, collectionId: collection }: CollectionScope): string {
      const until = now() + ticketSeconds * 1000;
      return sealing.seal(JSON.stringify({ id: randomUUID(), project, collection, until } satisfies z.output<typeof Ticket>));
    },

    /** What it opens. Throws `linkNotValid` for one that is over, was taken, or is none. */
    async take(ticket: string): Promise<CollectionScope> {
      const { success, data } = z.safeParse(Ticket, parsed(sealing.open(ticket)));
      if (!success || data.until <= now()) throw fail('linkNotValid');
      try {
        await uses.take(data.id);
      } catch (error) {
        throw error instanceof Failure && error.code === 'tooManyRequests' ? fail('linkNotValid') : error;
      }
      return { id: data.project, collectionId: data.collection };
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

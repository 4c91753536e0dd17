import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProjectPermission } from '#contract/permission.ts';
import { type OpenedLink, ticketSeconds } from '#contract/fields.ts';
import { otherProject } from './access.ts';
import type { SelectedProject } from './shop-access.ts';
import type { App } from './app.ts';
import type { User } from '#server/secrets/sessions.ts';
import { Failure, fail } from '#server/base/fail.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';

interface Asker {
  readonly user: Pick<User, 'id'>;
  readonly project: Pick<SelectedProject, 'token'>;
}

interface TicketOptions<Held> {
  /** Stored with used tickets: never rename it. */
  readonly name: string;
  readonly holds: z.ZodMiniType<Held>;
  /** Checked when the ticket is issued and when it is used. */
  readonly needs: ProjectPermission;
  readonly now?: () => number;
}

/** Sealed tickets, each usable once across all servers of a database. */
export function downloadTickets<Held>(
  { db, sealing }: Pick<App, 'db' | 'sealing'>,
  { name, holds, needs, now = Date.now }: TicketOptions<Held>,
) {
  const uses = countSharedAttempts(db, { name, maximum: 1, windowSeconds: ticketSeconds, now });
  const Ticket = z.object({
    id: z.string(),
    of: z.literal(name),
    until: z.number(),
    held: holds,
    person: z.number(),
    project: z.string(),
  });

  /** The person may have been blocked or removed, and the project deleted, since. */
  async function isStillAllowed({ person: id, project }: z.output<typeof Ticket>): Promise<boolean> {
    const people = db.selectFrom('user').select('is_admin').where('id', '=', id).where('is_blocked', '=', 0);
    const person = await people.executeTakeFirst();
    if (person === undefined) return false;
    return otherProject(db, { id, isAdmin: person.is_admin === 1 }, project, needs).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure) return false;
        throw error;
      },
    );
  }

  return {
    open({ user, project }: Asker, held: Held): string {
      const until = now() + ticketSeconds * 1000;
      const ticket = { id: randomUUID(), of: name, until, held, person: user.id, project: project.token };
      return sealing.seal(JSON.stringify(ticket satisfies z.output<typeof Ticket>));
    },

    link(path: string, asker: Asker, held: Held): z.output<typeof OpenedLink> {
      return { address: `${path}?${new URLSearchParams({ ticket: this.open(asker, held) }).toString()}`, seconds: ticketSeconds };
    },

    /** Throws `linkNotValid` for an expired, used or forged ticket. */
    async take(ticket: string): Promise<Held> {
      const { success, data } = z.safeParse(Ticket, parsed(sealing.open(ticket)));
      if (!success || data.until <= now()) throw fail('linkNotValid');
      try {
        await uses.take(data.id);
      } catch (error) {
        throw error instanceof Failure && error.code === 'tooManyRequests' ? fail('linkNotValid') : error;
      }
      if (!(await isStillAllowed(data))) throw fail('linkNotValid');
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

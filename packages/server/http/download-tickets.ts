import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProjectPermission } from '#contract/permission.ts';
import { type OpenedLink, ticketSeconds } from '#contract/fields.ts';
import { otherProject, type SelectedProject } from '#server/access.ts';
import type { App } from '#server/app.ts';
import type { User } from '#server/secrets/sessions.ts';
import { Failure, fail } from '#server/fail.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';

/** Who asked for a ticket, and where. */
interface Asker {
  readonly user: Pick<User, 'id'>;
  readonly project: Pick<SelectedProject, 'token'>;
}

interface TicketOptions<Held> {
  /** Keeps its tickets apart from those of other files. It is counted by, so it stays as it is. */
  readonly name: string;
  readonly holds: z.ZodMiniType<Held>;
  /** What who asked for the ticket has to be allowed in their project, also once it is taken. */
  readonly needs: ProjectPermission;
  readonly now?: () => number;
}

/** Sealed, so nobody else can make one, and each is taken once, over all servers of the database. */
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

  /** Who asked may have been blocked or removed since, and the project deleted. */
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

    /** The link at which a call serves what a ticket opens. */
    link(path: string, asker: Asker, held: Held): z.output<typeof OpenedLink> {
      return { address: `${path}?${new URLSearchParams({ ticket: this.open(asker, held) }).toString()}`, seconds: ticketSeconds };
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

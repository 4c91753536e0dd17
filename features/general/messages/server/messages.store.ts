import { acceptedLanguage, type ConsoleLanguage } from '#contract/texts/languages.ts';
import type { MessageKind } from '#contract/texts/message-texts.ts';
import type { Message } from '#features/general/messages/messages.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface NewMessage extends Omit<Message, 'id' | 'created_at'> {
  /** Such as `feed:3`. Unique per project and kind. */
  readonly about: string;
}

export interface Recipient {
  readonly userId: number;
  readonly email: string;
  /** Their own, or else that of the project. */
  readonly language: ConsoleLanguage;
}

export const messageStore = (db: Database) => {
  const messagesOf = ({ id }: ProjectScope) => db.selectFrom('message').where('message.project_id', '=', id);

  return {
    async list(project: ProjectScope, userId: number): Promise<Message[]> {
      const dismissed = db.selectFrom('message_dismissal').select('message_id').where('user_id', '=', userId);
      const rows = await messagesOf(project).selectAll().where('id', 'not in', dismissed).orderBy('id', 'desc').execute();
      return rows.map(({ id, kind, details, failure, address, created_at }) => ({
        id,
        kind: kind as MessageKind,
        details: jsonOf<Message['details']>(details, {}, 'message.details', id),
        failure: jsonOf<Message['failure']>(failure, null, 'message.failure', id),
        address,
        created_at,
      }));
    },

    async raise(project: ProjectScope, { kind, about, details, failure, address }: NewMessage): Promise<number> {
      const said = { details: JSON.stringify(details), failure: failure && JSON.stringify(failure), address };
      const row = await db
        .insertInto('message')
        .values({ ...said, project_id: project.id, kind, about, created_at: Date.now() })
        .onConflict((conflict) => conflict.columns(['project_id', 'kind', 'about']).doUpdateSet(said))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    async isRaised(project: ProjectScope, kind: MessageKind, about: string): Promise<boolean> {
      const same = messagesOf(project).where('kind', '=', kind).where('about', '=', about);
      return (await same.select('message.id').executeTakeFirst()) !== undefined;
    },

    async markMailed(id: number): Promise<boolean> {
      const unmailed = db.updateTable('message').set({ mailed_at: Date.now() }).where('id', '=', id);
      return (await unmailed.where('mailed_at', 'is', null).returning('id').execute()).length > 0;
    },

    async dismiss(userId: number, id: number): Promise<void> {
      await db
        .insertInto('message_dismissal')
        .values({ message_id: id, user_id: userId })
        .onConflict((conflict) => conflict.columns(['message_id', 'user_id']).doNothing())
        .execute();
    },

    async remove(project: ProjectScope, kind: MessageKind, about: string): Promise<void> {
      const removed = db.deleteFrom('message').where('project_id', '=', project.id);
      await removed.where('kind', '=', kind).where('about', '=', about).execute();
    },

    async subjects(kind: MessageKind): Promise<{ readonly project: ProjectScope; readonly about: string }[]> {
      const rows = await db.selectFrom('message').select(['project_id', 'about']).where('kind', '=', kind).execute();
      return rows.map(({ project_id: id, about }) => ({ project: { id }, about }));
    },

    async removeKind(kind: MessageKind): Promise<void> {
      await db.deleteFrom('message').where('kind', '=', kind).execute();
    },

    async removeAbout(project: ProjectScope, about: string): Promise<void> {
      await db.deleteFrom('message').where('project_id', '=', project.id).where('about', '=', about).execute();
    },

    /** Owners and members of the group, without blocked users and those who muted the kind. */
    async recipients(project: ProjectScope, group: number, kind: MessageKind): Promise<Recipient[]> {
      const members = await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.user_id')
        .innerJoin('project', 'project.id', 'member.project_id')
        .select([
          'user.id as userId',
          'user.email',
          'user.language',
          'project.language as project_language',
          'member.id',
          'member.is_owner',
          'member.user_groups',
        ])
        .where('member.project_id', '=', project.id)
        .where('member.is_blocked', '=', 0)
        .where('user.is_blocked', '=', 0)
        .where('user.id', 'not in', db.selectFrom('muted_mail').select('user_id').where('kind', '=', kind))
        .orderBy('user.id')
        .execute();
      const isPublic = (member: (typeof members)[number]): boolean =>
        member.is_owner === 1 || jsonOf<number[]>(member.user_groups, [], 'member.user_groups', member.id).includes(group);
      return members.filter(isPublic).map(({ userId, email, language, project_language: fallback }) => ({
        userId,
        email,
        language: acceptedLanguage(language ?? fallback),
      }));
    },

    async projectName({ id }: ProjectScope): Promise<string> {
      return (await db.selectFrom('project').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
    },
  };
};

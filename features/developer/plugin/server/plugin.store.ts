import { type PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

interface Author {
  readonly userId: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

const untouched = {
  settings: {},
  updated_at: null,
  preview_round: 0,
  preview_until: null,
  seen_host: null,
  seen_at: null,
  by: null,
};

/** A project that never changed anything has no row. */
export const pluginStore = (db: Database) => ({
  async read({ id }: ProjectScope) {
    const row = await db
      .selectFrom('plugin')
      .leftJoin('user', 'user.id', 'plugin.updated_by')
      .select(['settings', 'plugin.updated_at', 'preview_round', 'preview_until', 'seen_host', 'seen_at'])
      .select(['user.name', 'user.surname'])
      .where('project_id', '=', id)
      .executeTakeFirst();
    if (!row) return untouched;
    const { name, surname, ...plugin } = row;
    return {
      ...plugin,
      settings: jsonOf<object>(row.settings, {}, 'plugin.settings', `of project ${id}`),
      by: name === null ? null : `${name} ${surname ?? ''}`.trim(),
    };
  },

  /** Always true for a shop that calls the front API itself. */
  async isLive({ id }: ProjectScope): Promise<boolean> {
    const row = await db.selectFrom('project').select(['is_live', 'type']).where('id', '=', id).executeTakeFirst();
    return row !== undefined && (row.type === 'front_api' || row.is_live === 1);
  },

  /** Returns false if another version than the edited one is saved; undefined replaces any. */
  async save({ id }: ProjectScope, settings: PluginSettings, { userId, at }: Author, edited: number | null | undefined) {
    const values = { settings: JSON.stringify(settings), updated_at: at, updated_by: userId };
    const written = await db
      .insertInto('plugin')
      .values({ project_id: id, ...values })
      .onConflict((conflict) => {
        const update = conflict.column('project_id').doUpdateSet(values);
        return edited === undefined ? update : update.where('plugin.updated_at', edited === null ? 'is' : '=', edited);
      })
      .returning('id')
      .execute();
    return written.length > 0;
  },

  /** Ends the links of all earlier rounds. */
  async beginPreview({ id }: ProjectScope, until: number): Promise<void> {
    await db
      .insertInto('plugin')
      .values({ project_id: id, settings: '{}', preview_round: 1, preview_until: until })
      .onConflict((conflict) =>
        conflict
          .column('project_id')
          .doUpdateSet((set) => ({ preview_round: set('plugin.preview_round', '+', 1), preview_until: until })),
      )
      .execute();
  },

  async setLive({ id }: ProjectScope, isLive: boolean): Promise<void> {
    await db
      .updateTable('project')
      .set({ is_live: isLive ? 1 : 0 })
      .where('id', '=', id)
      .execute();
  },

  async noteSeen({ id }: ProjectScope, host: string, at: number): Promise<void> {
    const seen = { seen_host: host, seen_at: at };
    await db
      .insertInto('plugin')
      .values({ project_id: id, settings: '{}', ...seen })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(seen))
      .execute();
  },
});

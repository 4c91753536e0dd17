import { reportedMistakes } from '#contract/limits.ts';
import { otherProject } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { rowFileKind } from './row-file-kind.ts';
import { eventKind } from '#server/base/events.ts';
import { failField, Failure, foundIn } from '#server/base/fail.ts';
import { collectionOf, type ProjectScope, type RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { readRows, writeRows } from '#server/rules/files/row-files.ts';
import type { Lint } from '#server/rules/lints.ts';
import type { Claiming } from '#server/rules/rows/row-claims.ts';
import { copyRows } from '#server/rules/rows/copy-rows.ts';
import { type Complete, type Completing, type InputWay, rowImporter } from '#server/rules/rows/row-import.ts';
import {
  type Author,
  type Envelope,
  envelopeOf,
  type RowInput,
  type RowItem,
  type Rows,
  type StoredRow,
  type Tracked,
} from '#server/rules/rows/row-table.ts';
import { rowWriter, type RowWriter } from '#server/rules/rows/row-writer.ts';
import { type RuleDescription, ruleSource } from '#server/rules/rows/rule-source.ts';
import type { ServedCrud } from '#server/rules/rows/served-crud.ts';
import { serve } from '#server/app/serve.ts';

/** Rows of a list were written, `key` says of which. */
export const rowsWritten = eventKind<{ readonly key: string; readonly project: ProjectScope }>('rows written');

export interface RowHooks<Fields, Input, Item> {
  /** Turns rows into what people see, in the same order. Lists may show less of each. */
  readonly shown: (rows: readonly RowItem<Fields>[], project: ProjectScope, isList: boolean) => Item[] | Promise<Item[]>;
  readonly completing: Completing<Fields, Input>;
  /** Further unique keys of rows. */
  readonly claiming?: (project: ProjectScope, db: Database) => Promise<Claiming<Fields>>;
}

interface Who {
  readonly project: ProjectScope;
  readonly user: { readonly id: number };
}

type Rule<Fields, Prepared> = RuleDescription<Fields, Prepared> & { readonly lint?: Lint };
type ShownRow<Fields> = Fields & Omit<Tracked, keyof Envelope | 'state'>;

/** Serves the calls of a `crud` of rules that are stored as they are sent and shown as they are stored. */
export function serveRules<Fields extends object, Sort extends string, Prepared>(
  app: App,
  calls: ServedCrud<Sort, RowInput<Fields>, ShownRow<Fields>>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  rule: Rule<Fields, Prepared>,
): void {
  serveRulesWith(app, calls, rowsOf, rule, { shown: (rows) => [...rows], completing: () => (input) => input });
}

/** `serveRules` for rules of which less is sent than stored, or more is shown. */
export function serveRulesWith<Fields extends object, Sort extends string, Input, Item, Prepared>(
  app: App,
  calls: ServedCrud<Sort, Input, Item>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  { lint, ...rule }: Rule<Fields, Prepared>,
  hooks: RowHooks<Fields, Input, Item>,
) {
  app.releases.add(ruleSource(calls, rowsOf, rule));
  if (lint) app.lints.set(rule.key, lint);
  return serveRowsWith(app, calls, rowsOf, rule.key, hooks);
}

/**
 * Serves the calls of a `crud`. Rows are written in one transaction with the release that has them, if releases hold such rows. `key` names
 * them in the file of a project. Returns how other calls of the feature change rows.
 */
export function serveRowsWith<Fields extends object, Sort extends string, Input, Item>(
  app: App,
  calls: ServedCrud<Sort, Input, Item>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  key: string,
  { shown, completing, claiming }: RowHooks<Fields, Input, Item>,
) {
  const { name } = calls;
  const rows = rowsOf(app.db);
  const completed = async (scope: RowScope, way: InputWay, db = app.db): Promise<Complete<Fields, Input>> => {
    const complete = await completing(scope, db, way);
    return async (input, storedAs) => ({ ...(await complete(input, storedAs)), ...checkedEnvelope(input as Partial<Envelope>) });
  };
  const scopeOf = (project: ProjectScope, c: number | undefined): RowScope | Promise<RowScope> =>
    c === undefined ? project : collectionOf(app.db, project, c);

  async function write<Done>(
    { project, user }: Who,
    work: (writer: RowWriter<Fields>, rows: Rows<Fields, Sort>, db: Database) => Promise<Done>,
  ): Promise<Done> {
    const claims = await claiming?.(project, app.db);
    const done = await app.releases.change(project, { userId: user.id, reason: name }, (db) => {
      const author: Author = { userId: user.id, at: Date.now() };
      return work(rowWriter(rowsOf(db), calls, author, claims), rowsOf(db), db);
    });
    await app.events.tell(rowsWritten, { key, project });
    return done;
  }

  /** Rows as people see them, with the states that they have after the change. */
  async function changed(project: ProjectScope, items: readonly RowItem<Fields>[]): Promise<Item[]> {
    if (rows.waitsAs === undefined) return shown(items, project, false);
    const stored = await rows.stored(
      project,
      items.map(({ id }) => id),
    );
    const states = new Map(stored.map(({ item: { id, state } }) => [id, state]));
    const now = items.map((item) => ({ ...item, state: states.get(item.id) ?? item.state }));
    return shown(now, project, false);
  }
  const changedOne = async (project: ProjectScope, item: RowItem<Fields>): Promise<Item> =>
    foundIn((await changed(project, [item]))[0], name);
  const remove = (who: Who, ids: readonly number[]) => write(who, (writer) => writer.remove(who.project, ids));

  serve(app, calls.list, async ({ c, ...query }, { project }) => {
    const { items, ...page } = await rows.list(await scopeOf(project, c), query);
    return { items: await shown(items, project, true), ...page };
  });
  serve(app, calls.create, async (input, who) => {
    const scope = await scopeOf(who.project, input.c);
    const fields = await (await completed(scope, 'form'))(input, () => undefined);
    return changedOne(who.project, await write(who, (writer) => writer.create(scope, fields)));
  });
  serve(app, calls.read, async ({ id }, { project }) => {
    const [row] = await rows.stored(project, [id]);
    const { item } = foundIn(row?.deletedAt === null ? row : null, name);
    return foundIn((await shown([item], project, false))[0], name);
  });
  serve(app, calls.update, async (input, who) => {
    const [before] = await rows.stored(who.project, [input.id]);
    const { scope, fields: known } = foundIn(before, name);
    // Before the transaction, as it may search.
    const fields = await (await completed(scope, 'form'))(input, () => known);
    const update = (writer: RowWriter<Fields>) => writer.update(who.project, input.id, input.updated_at ?? null, () => fields);
    const item = await write(who, update).catch(async (error: unknown) => {
      if (error instanceof Failure && error.shown !== null) {
        const [theirs] = await shown([error.shown as RowItem<Fields>], who.project, false);
        error.showing(theirs);
      }
      throw error;
    });
    return changedOne(who.project, item);
  });
  serve(app, calls.remove, async ({ id }, who) => {
    foundIn((await remove(who, [id]))[0], name);
    return {};
  });
  serve(app, calls.removeMany, async ({ ids }, who) => ({ ids: await remove(who, ids) }));
  serve(app, calls.restore, async ({ ids }, who) => ({
    items: await changed(who.project, await write(who, (writer) => writer.restore(who.project, ids))),
  }));
  if (calls.isRule)
    serve(app, calls.setActive, async ({ ids, is_active: isActive }, who) => ({
      ids: await write(who, (writer) => writer.setActive(who.project, ids, isActive)),
    }));

  const importer = rowImporter({
    calls,
    db: app.db,
    rowsOf,
    scopeOf,
    completing: (scope) => completed(scope, 'rows'),
    claiming,
  });
  app.importers.set(name, importer);
  app.fileKinds.set(
    key,
    rowFileKind({
      key,
      calls,
      rowsOf,
      claiming,
      inProjectFile: rows.inProjectFile,
      completing: (scope, db) => completed(scope, 'project', db),
    }),
  );
  serve(app, calls.exportRows, async ({ c, format }, { project }) => {
    const all = (await rows.all(await scopeOf(project, c))).map(({ item }) => item);
    const text = await writeRows(format, calls.input, all, { flat: calls.flat, timeZone: project.timeZone });
    return { file_name: `${name.replaceAll(' ', '-')}s.${format}`, text };
  });
  serve(app, calls.importRows, async ({ c, format, text, dry_run: isDryRun }, { project, user }) => {
    const words = { flat: calls.flat, timeZone: project.timeZone, aliases: calls.create.aliases ?? {} };
    const file = await readRows(format, calls.input, text, words);
    const prepared = await importer.prepare(project, c, file.rows);
    const outcome = isDryRun
      ? prepared.outcome
      : await app.releases.change(project, { userId: user.id, reason: name }, (db) =>
          prepared.write(db, { userId: user.id, at: Date.now() }),
        );
    return { ...outcome, unknown_columns: [...file.unknownColumns], is_written: !isDryRun };
  });
  serve(app, calls.copyTo, async ({ ids, project: token }, { project, user }) => {
    const to = await otherProject(app.db, user, token, calls.copyTo.needs);
    const chosen = (await rows.stored(project, ids)).filter(({ deletedAt }) => deletedAt === null);
    const kind = { ...calls, fields: Object.keys(calls.input._zod.def.shape) };
    const outcome = await write({ project: to, user }, (writer, within, db) =>
      copyRows(db, { rows: within, kind, writer }, chosen, to),
    );
    const refused = outcome.refused.slice(0, reportedMistakes);
    return {
      ...outcome,
      refused_count: outcome.refused.length,
      refused: refused.map(({ row, problem }) => ({ id: row.item.id, name: rows.titleOf(row.fields), ...problem })),
    };
  });

  const changedFields = ({ fields, item }: StoredRow<Fields>, change: (fields: Fields) => Fields): RowInput<Fields> => ({
    ...change(fields),
    ...envelopeOf(item),
  });
  return {
    /** Writes rows, and makes the release with them, in one transaction. */
    write,
    /** Changes chosen rows. Returns the ids of those that were found. */
    updateMany: (who: Who, ids: readonly number[], change: (fields: Fields) => Fields): Promise<number[]> =>
      write(who, async (writer, within) => {
        const chosen = (await within.stored(who.project, ids)).filter(({ deletedAt }) => deletedAt === null);
        for (const ofPlace of Map.groupBy(chosen, ({ scope }) => scope.collectionId).values())
          await writer.write(ofPlace[0]!.scope, {
            added: [],
            changed: ofPlace.map((row) => ({ id: row.item.id, fields: changedFields(row, change) })),
          });
        return chosen.map(({ item }) => item.id);
      }),
    update: async (who: Who, id: number, change: (fields: Fields) => Fields): Promise<Item> =>
      changedOne(
        who.project,
        await write(who, (writer) => writer.update(who.project, id, null, (row) => changedFields(row, change))),
      ),
  };
}

function checkedEnvelope(input: Partial<Envelope>): Envelope {
  const envelope = envelopeOf(input);
  const { valid_from: from, valid_to: to } = envelope;
  if (from !== null && to !== null && to <= from) throw failField('valid_to', 'endsBeforeStart');
  return envelope;
}

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
import { type Author, type Envelope, envelopeOf, type RowItem, type Rows } from '#server/rules/rows/row-table.ts';
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

/** Hooks of rows that are stored as they are sent, and shown as they are stored. */
export const asStored = {
  shown: <Row>(rows: readonly Row[]): Row[] => [...rows],
  completing:
    () =>
    <Input>(input: Input): Input =>
      input,
};

export interface Who {
  readonly project: ProjectScope;
  readonly user: { readonly id: number };
}

/** Serves a `crud` of rules: releases hold its rows. */
export function serveRules<Fields extends object, Sort extends string, Input, Item, Prepared>(
  app: App,
  calls: ServedCrud<Sort, Input, Item>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  { lint, ...rule }: RuleDescription<Fields, Prepared> & { readonly lint?: Lint },
  hooks: RowHooks<Fields, Input, NoInfer<Item>>,
) {
  app.releases.add(ruleSource(calls, rowsOf, rule));
  if (lint) app.lints.set(rule.key, lint);
  return serveRows(app, calls, rowsOf, rule.key, hooks);
}

/**
 * Serves the calls of a `crud`. Rows are written in one transaction with the release that has them. `key` names them in the file of a
 * project. Returns how other calls of the feature write rows.
 */
export function serveRows<Fields extends object, Sort extends string, Input, Item>(
  app: App,
  calls: ServedCrud<Sort, Input, Item>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  key: string,
  { shown, completing, claiming }: RowHooks<Fields, Input, NoInfer<Item>>,
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

  /** Read after the change, which decides whether a row waits. */
  const shownNow = async (project: ProjectScope, ids: readonly number[]): Promise<Item[]> => {
    const items = (await rows.stored(project, ids)).map(({ item }) => item);
    return shown(items, project, false);
  };
  const shownOne = async (project: ProjectScope, id: number): Promise<Item> => foundIn((await shownNow(project, [id]))[0], name);
  const remove = (who: Who, ids: readonly number[]) => write(who, (writer) => writer.remove(who.project, ids));

  serve(app, calls.list, async ({ c, ...query }, { project }) => {
    const { items, ...page } = await rows.list(await scopeOf(project, c), query);
    return { items: await shown(items, project, true), ...page };
  });
  serve(app, calls.create, async (input, who) => {
    const scope = await scopeOf(who.project, input.c);
    const fields = await (await completed(scope, 'form'))(input, () => undefined);
    return shownOne(who.project, await write(who, (writer) => writer.create(scope, fields)));
  });
  serve(app, calls.read, async ({ id }, { project }) => {
    const [row] = await rows.stored(project, [id]);
    const { item } = foundIn(row?.deletedAt === null ? row : null, name);
    return foundIn((await shown([item], project, false))[0], name);
  });
  serve(app, calls.update, async (input, who) => {
    const { id, updated_at: began = null } = input;
    const [before] = await rows.stored(who.project, [id]);
    const { scope, fields: known } = foundIn(before, name);
    // Before the transaction, as it may search.
    const fields = await (await completed(scope, 'form'))(input, () => known);
    try {
      await write(who, (writer) => writer.update(who.project, id, began, fields));
    } catch (error) {
      if (error instanceof Failure && error.shown !== null)
        error.showing((await shown([error.shown as RowItem<Fields>], who.project, false))[0]);
      throw error;
    }
    return shownOne(who.project, id);
  });
  serve(app, calls.remove, async ({ id }, who) => {
    foundIn((await remove(who, [id]))[0], name);
    return {};
  });
  serve(app, calls.removeMany, async ({ ids }, who) => ({ ids: await remove(who, ids) }));
  serve(app, calls.restore, async ({ ids }, who) => ({
    items: await shownNow(who.project, await write(who, (writer) => writer.restore(who.project, ids))),
  }));
  if (calls.isRule)
    serve(app, calls.setActive, async ({ ids, is_active: isActive }, who) => ({
      ids: await write(who, (writer) => writer.setActive(who.project, ids, isActive)),
    }));

  const served = { calls, rowsOf, completed, claiming };
  const importer = rowImporter({ ...served, db: app.db, scopeOf });
  app.importers.set(name, importer);
  app.fileKinds.set(key, rowFileKind({ ...served, key }));
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
    const fields = Object.keys(calls.input._zod.def.shape);
    const { copied, same, refused } = await write({ project: to, user }, (writer, within, db) =>
      copyRows(db, { rows: within, kind: calls, fields, writer }, chosen, to),
    );
    return {
      copied,
      same,
      refused_count: refused.length,
      refused: refused
        .slice(0, reportedMistakes)
        .map(({ row, problem }) => ({ id: row.item.id, name: rows.titleOf(row.fields), ...problem })),
    };
  });
  return { write, shownNow };
}

function checkedEnvelope(input: Partial<Envelope>): Envelope {
  const envelope = envelopeOf(input);
  const { valid_from: from, valid_to: to } = envelope;
  if (from !== null && to !== null && to <= from) throw failField('valid_to', 'endsBeforeStart');
  return envelope;
}

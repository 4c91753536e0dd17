import type { LeftOutRules } from '#contract/rows/left-out-rules.ts';
import type { Page } from '#contract/page.ts';
import type { App } from '#server/app.ts';
import { type Complete, type Completing, remembering } from '#server/rules/rows/completion.ts';
import { rowImporter } from '#server/rules/rows/row-importer.ts';
import { rowWriter, type RowWriter } from '#server/rules/rows/row-writer.ts';
import { serveRowFiles } from './serve-row-files.ts';
import { type CopyHooks, serveCopy } from './serve-copy.ts';
import type { ServedCrud } from '#server/rules/rows/served-crud.ts';
import type { ReadPage } from '#server/rules/rows/row-reads.ts';
import { collectionOf, type ProjectScope, type RowScope } from '#server/db/row-scope.ts';
import {
  type Author,
  type Envelope,
  envelopeOf,
  type ListQuery,
  type RowInput,
  type RowItem,
  type Rows,
  type StoredRow,
} from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { failField, Failure } from '#server/fail.ts';
import { type FileHooks, rowFileKind } from './row-file-kind.ts';
import { foundIn } from '#server/found-in.ts';
import { serve } from '#server/serve.ts';

export interface RowHooks<Fields, Sort extends string, Input, Item> extends CopyHooks<Fields> {
  /** Makes rows what people see, in the same order. Lists may show less of each. */
  readonly shown: (rows: readonly RowItem<Fields>[], project: ProjectScope, isList: boolean) => Item[] | Promise<Item[]>;
  /** Answers a list that is searched or sorted by more than the table has. */
  readonly listed?: (
    scope: RowScope,
    query: ListQuery<Sort>,
  ) => Promise<Page<RowItem<Fields>> & Partial<Pick<ReadPage<Fields>, 'unsound'>>>;
  /** Reads by the database that is handed in. */
  readonly completing: Completing<Fields, Input>;
  /** Throws; `known` is the row it changes. Asked before writing, and not of rows of files, copies or releases. */
  readonly checkSent?: (scope: RowScope, sent: RowInput<Fields>, known: Fields | undefined) => Promise<void>;
  /** Throws for a row that can't be deleted. */
  readonly checkRemoval?: (fields: Fields) => void;
  readonly written?: (project: ProjectScope) => Promise<unknown>;
  readonly inFile?: FileHooks<Fields, Input>;
}

interface Who {
  readonly project: ProjectScope;
  readonly user: { readonly id: number };
}

/** What a list of rows says of those that searches do without; `unsound` are those of the page that can't be read. */
type LeftOut = (scope: RowScope, unsound: readonly number[]) => Promise<LeftOutRules>;

/**
 * Serves the calls of a `crud`. What is written is one transaction, and the release that has it, where releases hold such rows. `key` is
 * what the file of a project calls them. Answers how other calls of the feature change rows.
 */
export function serveRowsWith<Fields extends object, Sort extends string, Input, Item>(
  app: App,
  calls: ServedCrud<Sort, Input, Item>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  key: string,
  hooks: RowHooks<Fields, Sort, Input, Item>,
  leftOut?: LeftOut,
) {
  const { shown, listed, completing, claiming, missingItems, checkSent, checkRemoval, written, inFile } = hooks;
  const { name } = calls;
  const withEnvelope =
    (wanted: Completing<Fields, Input>) =>
    async (scope: RowScope, db = app.db): Promise<Complete<Fields, Input>> => {
      const complete = await wanted(scope, db);
      return async (input, storedAs) => ({
        ...(await complete(input, storedAs)),
        ...checkedEnvelope(input as Partial<Envelope>),
      });
    };
  const completed = withEnvelope(completing);
  const ofFile = { ...inFile, completing: withEnvelope(inFile?.completing ?? completing) };
  app.fileKinds.set(key, rowFileKind({ key, calls, rowsOf, claiming, ...ofFile }));
  const rows = rowsOf(app.db);
  const scopeOf = (project: ProjectScope, c: number | undefined): RowScope | Promise<RowScope> =>
    c === undefined ? project : collectionOf(app.db, project, c);
  const changing = <Done>({ project, user }: Who, work: (db: Database, author: Author) => Promise<Done>): Promise<Done> =>
    app.releases.change(project, { userId: user.id, reason: name }, (db) => work(db, { userId: user.id, at: Date.now() }));
  async function write<Done>(
    { project, user }: Who,
    work: (writer: RowWriter<Fields>, rows: Rows<Fields, Sort>, db: Database) => Promise<Done>,
  ): Promise<Done> {
    const claims = await claiming?.(project, app.db);
    const done = await changing({ project, user }, (db, author) =>
      work(rowWriter(rowsOf(db), calls, author, claims), rowsOf(db), db),
    );
    await written?.(project);
    return done;
  }
  const itemOf = async (project: ProjectScope, id: number): Promise<RowItem<Fields>> => {
    const [row] = await rows.stored(project, [id]);
    return foundIn(row?.deletedAt === null && row.isSound ? row : null, name).item;
  };

  /** Rows as people see them, with the states that they have after the change. */
  async function told(project: ProjectScope, items: readonly RowItem<Fields>[]): Promise<Item[]> {
    if (rows.waitsAs === undefined) return shown(items, project, false);
    const stored = await rows.stored(
      project,
      items.map(({ id }) => id),
    );
    const states = new Map(stored.map(({ item: { id, state } }) => [id, state]));
    const now = items.map((item) => ({ ...item, state: states.get(item.id) ?? item.state }));
    return shown(now, project, false);
  }
  const toldOne = async (project: ProjectScope, item: RowItem<Fields>): Promise<Item> =>
    foundIn((await told(project, [item]))[0], name);

  serve(app, calls.list, async ({ c, ...query }, { project }) => {
    const scope = await scopeOf(project, c);
    const { items, unsound = [], ...page } = await (listed ?? rows.list)(scope, query);
    return { items: await shown(items, project, true), ...page, left_out: await leftOut?.(scope, unsound) };
  });
  serve(app, calls.create, async (input, who) => {
    const scope = await scopeOf(who.project, input.c);
    const complete = await completed(scope);
    const fields = await complete(input, () => undefined);
    await checkSent?.(scope, fields, undefined);
    return toldOne(who.project, await write(who, (writer) => writer.create(scope, fields)));
  });
  serve(app, calls.read, async ({ id }, { project }) => {
    const [item] = await shown([await itemOf(project, id)], project, false);
    return foundIn(item, name);
  });
  serve(app, calls.update, async (input, who) => {
    const [before] = await rows.stored(who.project, [input.id]);
    const { scope, fields: known } = foundIn(before, name);
    const complete = remembering(await completed(scope));
    const sent = await complete(input, () => known);
    await checkSent?.(scope, sent, known);
    const changed = await write(who, (writer) =>
      writer.update(who.project, input.id, input.updated_at ?? null, ({ fields }) => complete(input, () => fields)),
    ).catch(async (error: unknown) => {
      if (error instanceof Failure && error.shown !== null) {
        const [theirs] = await shown([error.shown as RowItem<Fields>], who.project, false);
        error.showing(theirs);
      }
      throw error;
    });
    return toldOne(who.project, changed);
  });
  const remove = (who: Who, ids: readonly number[]) =>
    write(who, async (writer, within) => {
      if (checkRemoval)
        for (const { fields, deletedAt } of await within.stored(who.project, ids)) if (deletedAt === null) checkRemoval(fields);
      return writer.remove(who.project, ids);
    });
  serve(app, calls.remove, async ({ id }, who) => {
    const [removed] = await remove(who, [id]);
    foundIn(removed, name);
    return {};
  });
  serve(app, calls.removeMany, async ({ ids }, who) => ({ ids: await remove(who, ids) }));
  serve(app, calls.restore, async ({ ids }, who) => ({
    items: await told(who.project, await write(who, (writer) => writer.restore(who.project, ids))),
  }));
  if (calls.isRule)
    serve(app, calls.setActive, async ({ ids, is_active: isActive }, who) => ({
      ids: await write(who, (writer) => writer.setActive(who.project, ids, isActive)),
    }));

  const importer = rowImporter({ calls, db: app.db, rowsOf, scopeOf, completing: completed, claiming });
  app.importers.set(name, importer);
  const allOf = async (project: ProjectScope, c: number | undefined) =>
    (await rows.all(await scopeOf(project, c))).map(({ item }) => item);
  serveRowFiles(app, { calls, aliases: calls.create.aliases, importer, allOf });
  serveCopy(app, calls, rowsOf, { claiming, missingItems });

  return {
    /** Writes rows and makes the release with them in one transaction. */
    write,
    /** Changes chosen rows together, and answers which of them were found. */
    updateMany: (who: Who, ids: readonly number[], change: (fields: Fields) => Fields): Promise<number[]> =>
      write(who, async (writer, within) => {
        const chosen = (await within.stored(who.project, ids)).filter(({ deletedAt }) => deletedAt === null);
        const changed = ({ fields, item }: StoredRow<Fields>) => ({
          id: item.id,
          fields: { ...change(fields), ...envelopeOf(item) },
        });
        for (const [, [first, ...others]] of Map.groupBy(chosen, ({ scope }) => scope.collectionId))
          if (first) await writer.write(first.scope, { added: [], changed: [first, ...others].map(changed) });
        return chosen.map(({ item }) => item.id);
      }),
    update: async (who: Who, id: number, change: (fields: Fields) => Fields): Promise<Item> => {
      const changed = ({ fields, item }: StoredRow<Fields>) => ({ ...change(fields), ...envelopeOf(item) });
      return toldOne(who.project, await write(who, (writer) => writer.update(who.project, id, null, changed)));
    },
  };
}

/** Reads the switch and the bounds of an input. Throws if the end isn't after the beginning. */
function checkedEnvelope(input: Partial<Envelope>): Envelope {
  const envelope = envelopeOf(input);
  const { valid_from: from, valid_to: to } = envelope;
  if (from !== null && to !== null && to <= from) throw failField('valid_to', 'endsBeforeStart');
  return envelope;
}

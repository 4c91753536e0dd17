import { sql, type Selectable, type Insertable } from 'kysely';
import { type PageQuery, toPage, type Page } from '#contract/page.ts';
import type { Database, Schema } from '#server-kit/db/schema.ts';
import { searchText } from '#server-kit/search-text.ts';

/** The project that a call acts in. Only the server's access check makes one, so holding it proves membership. */
export interface ProjectScope {
  readonly id: number;
}

/** What `serveCrud` needs of a feature's store. `find`, `update` and `remove` answer null or false for rows of other projects. */
export interface CrudStore<Item, Input> {
  list(project: ProjectScope, query: PageQuery): Promise<Page<Item>>;
  find(project: ProjectScope, id: number): Promise<Item | null>;
  insert(project: ProjectScope, input: Input): Promise<Item>;
  update(project: ProjectScope, id: number, input: Input): Promise<Item | null>;
  remove(project: ProjectScope, id: number): Promise<boolean>;
}

/** What a release needs of the store of its rules. */
export interface RuleStore<Item> {
  /** All of them, oldest first. */
  all(project: ProjectScope): Promise<Item[]>;
  /** Adds the rules of one project to another. */
  copy(from: ProjectScope, to: ProjectScope): Promise<void>;
}

/** Tables whose rows are found by their folded texts. */
type SearchableTable = 'synonym' | 'char_filter';
type Columns<Table extends SearchableTable> = Omit<Insertable<Schema[Table]>, 'id' | 'project_id' | 'search_text'>;

interface ProjectTableDefinition<Table extends SearchableTable, Item, Input> {
  readonly toItem: (row: Selectable<Schema[Table]>) => Item;
  readonly toRow: (input: Input) => Columns<Table>;
  /** The texts that a person would search a row by; the first one is what the list is sorted by. */
  readonly search: (input: Input) => readonly string[];
}

/** A store over one table of a project's rows. Every statement carries the project; there is no way around it. */
export function projectTable<Table extends SearchableTable, Item, Input>(
  db: Database,
  table: Table,
  { toItem, toRow, search }: ProjectTableDefinition<Table, Item, Input>,
): CrudStore<Item, Input> & RuleStore<Item> {
  // Kysely can't follow a table name that is a type parameter; all of these tables share the columns used here.
  const name = table as 'synonym';
  const item = (row: unknown): Item => toItem(row as Selectable<Schema[Table]>);
  const columns = (input: Input) => ({
    ...(toRow(input) as unknown as Columns<'synonym'>),
    search_text: searchText(search(input)),
  });
  const rowsOf = ({ id }: ProjectScope) => db.selectFrom(name).where('project_id', '=', id);

  return {
    async list(project, { search: wanted, sort, order, page, per_page }) {
      const matching = wanted === '' ? rowsOf(project) : rowsOf(project).where(contains(wanted));
      const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
      const rows = await matching
        .selectAll()
        .orderBy(sort ? 'search_text' : 'id', sort ? order : 'desc')
        .orderBy('id', 'desc')
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      return toPage(rows.map(item), Number(count), per_page);
    },
    async find(project, id) {
      const row = await rowsOf(project).selectAll().where('id', '=', id).executeTakeFirst();
      return row ? item(row) : null;
    },
    async insert(project, input) {
      return item(
        await db
          .insertInto(name)
          .values({ ...columns(input), project_id: project.id })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    },
    async update(project, id, input) {
      const changed = db.updateTable(name).set(columns(input)).where('project_id', '=', project.id).where('id', '=', id);
      const row = await changed.returningAll().executeTakeFirst();
      return row ? item(row) : null;
    },
    async remove(project, id) {
      const removed = db.deleteFrom(name).where('project_id', '=', project.id).where('id', '=', id);
      return (await removed.returning('id').execute()).length > 0;
    },
    async all(project) {
      return (await rowsOf(project).selectAll().orderBy('id').execute()).map(item);
    },
    async copy(from, to) {
      const rows = await rowsOf(from).selectAll().orderBy('id').execute();
      for (const { id: _id, ...row } of rows)
        await db
          .insertInto(name)
          .values({ ...row, project_id: to.id })
          .execute();
    },
  };
}

/** Whether the folded texts of a row contain what was typed; `%`, `_` and `\` are letters in it. */
export function contains(wanted: string) {
  const pattern = `%${searchText([wanted]).replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`search_text like ${pattern} escape '\\'`;
}

import type { Cube } from './cubes.ts';
import { remembered } from './remembered.ts';
import { PackedMeanwhile, parts } from './sum-packs.store.ts';
import { columnContains, type ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

const namesAtOnce = 500;
/** A page is mostly among the first ones. */
const orderedAtFirst = 200;
const orderedAtOnce = 5_000;

/** Of all projects and cubes; what is looked at most are the same names again and again. */
const rememberedBytes = 16 * 1024 * 1024;
/** What a name takes besides its letters, which take two. */
const bytesBeside = 100;

/** The numbers that stand for names in the packs of a cube. */
export const sumNameStore = (db: Database, { name: cube }: Pick<Cube, 'name'>) => {
  const memory = remembered<number>(db, 'numbers of names', rememberedBytes);
  const ofProject = (project: ProjectScope) =>
    db.selectFrom('sum_name').where('project_id', '=', project.id).where('cube', '=', cube);

  async function read(project: ProjectScope, names: readonly string[]): Promise<Map<string, number>> {
    const numbers = new Map<string, number>();
    for (const some of parts(names, namesAtOnce)) {
      const rows = await ofProject(project).select(['name', 'number']).where('name', 'in', some).execute();
      for (const { name, number } of rows) numbers.set(name, number);
    }
    return numbers;
  }

  /** Names keep their numbers as long as the first of them is the same row: all are forgotten together. */
  async function firstRow(project: ProjectScope): Promise<number | null> {
    const first = await ofProject(project).select('id').where('number', '=', 0).executeTakeFirst();
    return first ? Number(first.id) : null;
  }

  return {
    /** The numbers that some names have already. */
    async numbersOf(project: ProjectScope, names: readonly string[]): Promise<Map<string, number>> {
      const first = names.length === 0 ? null : await firstRow(project);
      if (first === null) return new Map();
      const numbers = new Map<string, number>();
      const missing: string[] = [];
      for (const name of names) {
        const number = memory.get(`${first} ${name}`);
        if (number === undefined) missing.push(name);
        else numbers.set(name, number);
      }
      for (const [name, number] of await read(project, missing)) {
        numbers.set(name, number);
        memory.set(`${first} ${name}`, number, { size: bytesBeside + 2 * name.length });
      }
      return numbers;
    },

    /** The same, and numbers for those that have none. Throws `PackedMeanwhile`. Small numbers are those of names that came first, which are the frequent ones. */
    async numbersFor(project: ProjectScope, names: readonly string[]): Promise<Map<string, number>> {
      const numbers = await read(project, names);
      const fresh = names.filter((name) => !numbers.has(name));
      if (fresh.length === 0) return numbers;
      const newest = await ofProject(project)
        .select((eb) => eb.fn.max('number').as('number'))
        .executeTakeFirst();
      const first = Number(newest?.number ?? -1) + 1;
      for (const [at, name] of fresh.entries()) numbers.set(name, first + at);
      for (const some of parts(fresh, namesAtOnce)) {
        const added = await db
          .insertInto('sum_name')
          .values(some.map((name) => ({ project_id: project.id, cube, number: numbers.get(name)!, name })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute();
        if (added.length !== some.length) throw new PackedMeanwhile();
      }
      return numbers;
    },

    /** Numbers of the names that contain a text, or lie between two. */
    async numbersLike(
      project: ProjectScope,
      which: { readonly containing: string } | { readonly from: string; readonly before: string },
    ): Promise<Map<string, number>> {
      const rows = await ofProject(project)
        .select(['name', 'number'])
        .$if('containing' in which, (some) => some.where(columnContains('name', which['containing' as never]) as never))
        .$if('from' in which, (some) =>
          some.where('name', '>=', which['from' as never]).where('name', '<', which['before' as never]),
        )
        .execute();
      return new Map(rows.map(({ name, number }) => [name, number]));
    },

    /** All names with their numbers in the order of names, some at a time. */
    async *inOrder(project: ProjectScope, order: 'asc' | 'desc'): AsyncGenerator<readonly { name: string; number: number }[]> {
      let last: string | null = null;
      for (let limit = orderedAtFirst; ; limit = orderedAtOnce) {
        const rows: { name: string; number: number }[] = await ofProject(project)
          .select(['name', 'number'])
          .$if(last !== null, (some) => some.where('name', order === 'asc' ? '>' : '<', last!))
          .orderBy('name', order)
          .limit(limit)
          .execute();
        if (rows.length === 0) return;
        yield rows;
        last = rows.at(-1)!.name;
      }
    },

    async namesOf(project: ProjectScope, numbers: readonly number[]): Promise<Map<number, string>> {
      const names = new Map<number, string>();
      for (const some of parts(numbers, namesAtOnce)) {
        const rows = await ofProject(project).select(['name', 'number']).where('number', 'in', some).execute();
        for (const { name, number } of rows) names.set(number, name);
      }
      return names;
    },
  };
};

import type { Cube } from './cubes.ts';
import { remembered } from './remembered.ts';
import { PackedMeanwhile, parts } from './sum-packs.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

const namesAtOnce = 500;
/** A page is mostly among the first ones. */
const orderedAtFirst = 200;
const orderedAtOnce = 5_000;

/** Of all projects and cubes; what is looked at most are the same names again and again. */
const rememberedBytes = 16 * 1024 * 1024;
/** What a name takes besides its letters, which take two. */
const bytesBeside = 100;
const lastCharacter = '\u{10ffff}';
/** In place of the number of a name that has none. */
const noNumber = -1;

/** All names of a cube that are searched in for what they contain: 300,000 take 12 MB. */
const listedBytes = 48 * 1024 * 1024;
const listedBytesBeside = 24;
/** Of one step in the thread that answers. */
const listedAtOnce = 5_000;

export const sumNameStore = (db: Database, { name: cube }: Pick<Cube, 'name'>) => {
  const memory = remembered<number>(db, 'numbers of names', rememberedBytes);
  const lists = remembered<readonly string[]>(db, 'lists of names', listedBytes);
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

  /**
   * Names keep their numbers as long as the first of them is the same row: all are forgotten together. As long as the newest number is the
   * same, none has got one. Null where there are no names.
   */
  async function stateOf(project: ProjectScope): Promise<{ first: number; newest: number } | null> {
    const state = await db
      .selectNoFrom([
        ofProject(project).select('id').where('number', '=', 0).as('first'),
        ofProject(project)
          .select((eb) => eb.fn.max('number').as('number'))
          .as('newest'),
      ])
      .executeTakeFirstOrThrow();
    return state.first === null ? null : { first: Number(state.first), newest: Number(state.newest) };
  }

  /** All names by their numbers. Names that came since they were listed are added. */
  async function listed(project: ProjectScope): Promise<readonly string[]> {
    const state = await stateOf(project);
    if (state === null) return [];
    const key = `${cube} ${state.first}`;
    const known = lists.get(key) ?? [];
    if (known.length > state.newest) return known;
    const names = [...known];
    const breathe = inSlices();
    for (let from = known.length; from <= state.newest; from += listedAtOnce) {
      const next = ofProject(project)
        .where('number', '>=', from)
        .where('number', '<', from + listedAtOnce);
      for (const { name, number } of await next.select(['name', 'number']).orderBy('number').execute()) names[number] = name;
      await breathe();
    }
    const size = names.reduce((bytes, { length }) => bytes + listedBytesBeside + length, 0);
    lists.set(key, names, { size });
    return names;
  }

  return {
    async numbersOf(project: ProjectScope, names: readonly string[]): Promise<Map<string, number>> {
      const state = names.length === 0 ? null : await stateOf(project);
      if (state === null) return new Map();
      const numbers = new Map<string, number>();
      const missing: string[] = [];
      const keyOf = (name: string): string => `${state.first} ${name}`;
      const keyOfNone = (name: string): string => `none up to ${state.newest} of ${state.first} ${name}`;
      for (const name of names) {
        const number = memory.get(keyOf(name)) ?? memory.get(keyOfNone(name));
        if (number === undefined) missing.push(name);
        else if (number !== noNumber) numbers.set(name, number);
      }
      const found = await read(project, missing);
      for (const name of missing) {
        const number = found.get(name);
        if (number !== undefined) numbers.set(name, number);
        const key = number === undefined ? keyOfNone(name) : keyOf(name);
        memory.set(key, number ?? noNumber, { size: bytesBeside + 2 * key.length });
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

    async numbersContaining(project: ProjectScope, text: string): Promise<number[]> {
      const numbers: number[] = [];
      for (const [number, name] of (await listed(project)).entries()) if (name.includes(text)) numbers.push(number);
      return numbers;
    },

    async numbersBeginning(project: ProjectScope, text: string): Promise<number[]> {
      const rows = await ofProject(project)
        .select('number')
        .where('name', '>=', text)
        .where('name', '<', `${text}${lastCharacter}`)
        .execute();
      return rows.map(({ number }) => number);
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

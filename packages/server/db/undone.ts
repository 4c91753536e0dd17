import type { Database } from './schema.ts';

/** Does some work in a transaction and undoes all of it. Answers what the work found. */
export async function undone<Found>(db: Database, work: (db: Database) => Promise<Found>): Promise<Found> {
  const found: Found[] = [];
  const undo = new Error('What was tried is undone.');
  try {
    await db.transaction().execute(async (transaction) => {
      found.push(await work(transaction));
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return found[0] as Found;
}

import { keyOf, proposedSynonymStore } from './proposed-synonyms.store.ts';
import { synonymRows } from './synonyms.store.ts';
import { type ProjectScope, sameText } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

/** Neither dismissed nor synonyms already, those of most visitors first. */
export async function proposedSynonyms(db: Database, project: ProjectScope) {
  const all = await proposedSynonymStore(db).all(project);
  if (all.length === 0) return [];
  const dismissed = new Set(all.filter(({ isDismissed }) => isDismissed).map(keyOf));
  const rules = (await synonymRows(db).all(project)).map(({ fields }) => [fields.term, ...fields.synonyms].map(sameText));
  const open = all.filter(
    (one) =>
      !dismissed.has(keyOf(one)) &&
      !rules.some((words) => [one.term, one.synonym].every((word) => words.includes(sameText(word)))),
  );
  const most = open.toSorted((a, b) => b.visitors - a.visitors || a.id - b.id);
  // Collections of a project may propose the same.
  return most.filter((one, at) => most.findIndex((other) => keyOf(other) === keyOf(one)) === at);
}

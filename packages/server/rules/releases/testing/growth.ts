import type { SynonymRule } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject, addSynonyms, releaseKit, synonymStore } from './release-kit.ts';

const synonym = (term: string): SynonymRule => ({
  term,
  synonym_type_id: 1,
  synonyms: [`${term} spare part`, `${term} accessory`],
});
const who = { userId: null, reason: 'test' };

/** Characters that the tables of releases hold for a project. */
async function heldCharacters(db: Database, project: ProjectScope): Promise<number> {
  const rows = await db.selectFrom('released_row').selectAll().where('project_id', '=', project.id).execute();
  const releases = await db.selectFrom('release').selectAll().where('project_id', '=', project.id).execute();
  return JSON.stringify(rows).length + JSON.stringify(releases).length;
}

/** How many times the size of the rules releases take after so many saves, each of one rule. */
export async function growthOf(db: Database, ruleCount: number, saveCount: number): Promise<number> {
  const { releases } = releaseKit(db);
  addSynonyms(releases);
  const project = await addProject(db);
  const rules = Array.from({ length: ruleCount }, (_, number) => synonym(`garden tool ${number}`));
  const { id: first } = await releases.change(project, who, (handle) => synonymStore(handle).insert(project, ...rules));
  const size = await heldCharacters(db, project);
  for (let number = 0; number < saveCount; number += 1)
    await releases.change(project, who, (handle) =>
      synonymStore(handle).update(project, first + number, synonym(`changed tool ${number}`)),
    );
  const { number } = await releases.live(project);
  if (number !== saveCount + 2) throw new Error(`After ${saveCount} saves, release ${number} is live.`);
  return (await heldCharacters(db, project)) / size;
}

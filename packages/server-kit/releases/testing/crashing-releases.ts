/** Releases on a server that is killed at crash points. Run by `fork` with the file or the address of its database. */
import { answerOver } from '#process-kit/channel.ts';
import { parentLine } from '#process-kit/line.ts';
import { kindOf } from '#server/testing/raw-database.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';
import { addMidnightWords, addSynonyms, charFilterStore, releaseKit, synonymStore } from './release-kit.ts';
import type { ReleaseTask } from './release-tasks.ts';

const who = { userId: null, reason: 'test' };
let clock = 0;
const db = await openDatabase(kindOf(process.argv[2] ?? ''));
const { releases } = releaseKit(db, () => clock);
addSynonyms(releases);
addMidnightWords(releases);

async function answer(task: ReleaseTask): Promise<null> {
  if (task.kind === 'save') {
    const { project, term } = task;
    await releases.change(project, who, (handle) =>
      synonymStore(handle).insert(project, { term, synonym_type_id: 1, synonyms: [`other ${term}`], is_active: true }),
    );
    return null;
  }
  clock = task.at;
  if (task.kind === 'midnight') await releases.publishAtMidnight();
  else
    await releases.change(task.project, who, (handle) =>
      charFilterStore(handle).insert(task.project, { from: task.word, to: '', is_active: true }),
    );
  return null;
}

process.once('disconnect', () => void db.destroy().finally(() => process.exit()));
answerOver(parentLine(), answer);

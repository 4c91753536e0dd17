import { answerOver, parentLine } from '#process-kit/channel.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Envelope } from '#server/rules/rows/row-table.ts';
import { kindOf } from '#testing/raw-database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { addMidnightWords, addSynonyms, charFilterStore, releaseKit, synonymStore } from './release-kit.ts';

/** Times are epoch milliseconds, by the clock of the killed server. */
export type ReleaseTask =
  /** Saves a rule that goes live with the save. */
  | { readonly kind: 'save'; readonly project: ProjectScope; readonly term: string }
  /** Saves a rule that waits for midnight. */
  | { readonly kind: 'saveForMidnight'; readonly project: ProjectScope; readonly word: string; readonly at: number }
  /** Saves a rule that acts from one moment to another. */
  | {
      readonly kind: 'saveTimed';
      readonly project: ProjectScope;
      readonly term: string;
      readonly from: number;
      readonly to: number;
      readonly at: number;
    }
  /** Saves a rule that waits, and plans it. */
  | {
      readonly kind: 'plan';
      readonly project: ProjectScope;
      readonly word: string;
      readonly at: number;
      readonly publishAt: number;
    }
  /** Looks for midnights that have come, and for rules that begin or end. */
  | { readonly kind: 'look'; readonly at: number };

const who = { userId: null, reason: 'test' };
let clock = 0;
const db = await openDatabase(kindOf(process.argv[2] ?? ''));
const { releases } = releaseKit(db, () => clock);
addSynonyms(releases);
addMidnightWords(releases);

async function answer(task: ReleaseTask): Promise<null> {
  const saveSynonym = (project: ProjectScope, term: string, bounds: Partial<Envelope> = {}) =>
    releases.change(project, who, (handle) =>
      synonymStore(handle).insert(project, { term, synonym_type_id: 1, synonyms: [`other ${term}`], ...bounds }),
    );
  if (task.kind === 'save') {
    await saveSynonym(task.project, task.term);
    return null;
  }
  clock = task.at;
  if (task.kind === 'look') {
    await releases.publishAtMidnight();
    await releases.publishBoundaries();
    await releases.publishPlanned();
  } else if (task.kind === 'saveTimed') await saveSynonym(task.project, task.term, { valid_from: task.from, valid_to: task.to });
  else {
    await releases.change(task.project, who, (handle) =>
      charFilterStore(handle).insert(task.project, { from: task.word, to: '', is_active: true }),
    );
    const { userId } = who;
    if (task.kind === 'plan') await releases.plan(task.project, { userId, name: '', comment: '', publishAt: task.publishAt });
  }
  return null;
}

process.once('disconnect', () => void db.destroy().finally(() => process.exit()));
answerOver(parentLine(), answer);

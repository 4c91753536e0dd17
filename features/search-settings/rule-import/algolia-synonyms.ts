import { lost, nothingTaken, type Taken } from './foreign-rules.ts';
import { type Fields, textOf, textsOf } from './foreign-values.ts';
import { oneWay, twoWay } from './synonym-rows.ts';

/** A synonym as Algolia exports it. Older clients write types in small letters, and corrections under the names of one-way synonyms. */
export function readAlgoliaSynonym(entry: Fields): Taken | null {
  const term = textOf(entry['input'] ?? entry['word']);
  const words = textsOf(entry['synonyms'] ?? entry['corrections']);
  switch (textOf(entry['type']).toLowerCase()) {
    case 'synonym':
      return twoWay(words);
    case 'onewaysynonym':
      return oneWay(term, words);
    // Words found as if they were typing errors come after those that were typed.
    case 'altcorrection1':
    case 'altcorrection2':
      return oneWay(term, textsOf(entry['corrections'] ?? entry['synonyms']), 3);
    case 'placeholder':
      return nothingTaken(lost('placeholder', textOf(entry['placeholder'])));
    default:
      return null;
  }
}

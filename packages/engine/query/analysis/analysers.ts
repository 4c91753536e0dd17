import { type Analyser, createAnalyser } from './analyser.ts';

const analysers = new Map<string, Analyser>();

/** Analysers keep a cache of stems, so all searches and changes of a process share one for each language. */
export function analyserOf(language: string): Analyser {
  const known = analysers.get(language);
  if (known !== undefined) return known;
  const analyser = createAnalyser(language);
  analysers.set(language, analyser);
  return analyser;
}

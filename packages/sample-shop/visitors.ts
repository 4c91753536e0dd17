import { readFileSync } from 'node:fs';
import type { SampleLanguage } from './catalogue.ts';

interface MadeUpQueries {
  /** Most frequent first. Some find nothing, as in any shop. */
  readonly queries: readonly string[];
  /** Words of the catalogue for queries that find nothing; many visitors try them next. */
  readonly remedies: Readonly<Record<string, string>>;
}

export const madeUpQueries = JSON.parse(readFileSync(new URL('queries.json', import.meta.url), 'utf8')) as Readonly<
  Record<SampleLanguage, MadeUpQueries>
>;

/** A hash of the text from 0 to 1: FNV-1a with the finaliser of MurmurHash3. */
export function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const usualVisitorsADay = 60;
/** From Sunday on. */
const weekdays = [0.8, 1.15, 1.1, 1.05, 1, 0.95, 0.7];
const growthADay = 0.008;
const knownVisitors = 900;
const mostQueriesOfVisit = 3;
/** From 7 to 23 o'clock. */
const [opensAtMinute, openMinutes] = [7 * 60, 16 * 60];
/** Share of visitors who find nothing and search with other words. */
const remediedShare = 0.6;
/** Frequency of each query relative to the one before. */
const rarer = 0.92;

export interface MadeUpVisit {
  /** From midnight. */
  readonly minute: number;
  /** Some return on other days. */
  readonly visitor: number;
  readonly queries: readonly string[];
}

/** `weekday` from Sunday as 0. Deterministic per day. */
export function madeUpVisits(language: SampleLanguage, day: number, weekday: number): MadeUpVisit[] {
  const { queries, remedies } = madeUpQueries[language];
  const noise = 0.85 + 0.3 * chance(`visitors of day ${day}`);
  const count = Math.round(usualVisitorsADay * (weekdays[weekday] ?? 1) * (1 + growthADay * day) * noise);
  return Array.from({ length: count }, (_, visit) => {
    const drawn = (what: string): number => chance(`${what} of visit ${visit} on day ${day}`);
    const many = 1 + Math.floor(drawn('queries') ** 2 * mostQueriesOfVisit);
    return {
      minute: opensAtMinute + Math.floor(drawn('time') * openMinutes),
      visitor: Math.floor(drawn('visitor') * knownVisitors),
      queries: Array.from({ length: many }, (_each, at) => queryAt(queries, drawn(`query ${at}`))).flatMap((query, at) => {
        const remedy = remedies[query];
        return remedy !== undefined && drawn(`remedy ${at}`) < remediedShare ? [query, remedy] : [query];
      }),
    };
  });
}

function queryAt(queries: readonly string[], share: number): string {
  const place = Math.floor(Math.log(1 - share * (1 - rarer ** queries.length)) / Math.log(rarer));
  return queries[Math.min(place, queries.length - 1)] ?? '';
}

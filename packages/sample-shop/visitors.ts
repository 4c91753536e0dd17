import { drugstore } from '#sample-shop/departments/drugstore.ts';
import { electronics } from '#sample-shop/departments/electronics.ts';
import { fashion } from '#sample-shop/departments/fashion.ts';
import { garden } from '#sample-shop/departments/garden.ts';
import { home } from '#sample-shop/departments/home.ts';
import { kitchen } from '#sample-shop/departments/kitchen.ts';
import { pets } from '#sample-shop/departments/pets.ts';
import { sport } from '#sample-shop/departments/sport.ts';
import { inLanguage, type SampleLanguage } from './line.ts';
import { chance } from './numbers.ts';

const searchedDepartments = [kitchen, garden, sport, fashion, electronics, home, pets, drugstore];

/** What visitors of any shop type that it doesn't have, or has under another name. */
const unfound: Readonly<Record<SampleLanguage, readonly string[]>> = {
  cs: [
    'mobyl',
    'konvyce',
    'ledincka',
    'vysavač',
    'tlačítkový telefon',
    'varná kanvica',
    'reklamace',
    'bot y',
    'yahradni hadice',
    'pračka',
  ],
  en: ['mobyl', 'fridge', 'vacuum cleaner', 'kettel', 'return policy', 'sho es', 'scooter', 'washing machine', 'gift card'],
};

const usualVisitorsADay = 60;
/** From Sunday on. */
const weekdays = [0.8, 1.15, 1.1, 1.05, 1, 0.95, 0.7];
/** More people find the shop from day to day. */
const growthADay = 0.008;
const knownVisitors = 900;
const mostQueriesOfVisit = 3;
/** When shops are visited: from seven in the morning to eleven in the evening. */
const [opensAtMinute, openMinutes] = [7 * 60, 16 * 60];
/** So much rarer each query is than the one before. */
const rarer = 0.92;

export interface MadeUpVisit {
  /** From midnight. */
  readonly minute: number;
  /** Some come again on other days. */
  readonly visitor: number;
  readonly queries: readonly string[];
}

/** What visitors of the sample shop search for, most frequent first. */
export function madeUpQueries(language: SampleLanguage): string[] {
  const nouns = searchedDepartments.flatMap(({ sections }) =>
    sections.flatMap(({ lines }) => lines.map(({ noun }) => inLanguage(noun, language).toLowerCase())),
  );
  const found = nouns.toSorted((a, b) => chance(a) - chance(b));
  const queries = [...new Set(found)];
  // What isn't found stands among the frequent ones, as it does in shops.
  unfound[language].forEach((query, at) => queries.splice(3 + at * 4, 0, query));
  return queries;
}

/** The visits of one day, `weekday` from Sunday as 0; the same for the same number of the day. */
export function madeUpVisits(language: SampleLanguage, day: number, weekday: number): MadeUpVisit[] {
  const queries = madeUpQueries(language);
  const noise = 0.85 + 0.3 * chance(`visitors of day ${day}`);
  const count = Math.round(usualVisitorsADay * (weekdays[weekday] ?? 1) * (1 + growthADay * day) * noise);
  return Array.from({ length: count }, (_, visit) => {
    const drawn = (what: string): number => chance(`${what} of visit ${visit} on day ${day}`);
    const many = 1 + Math.floor(drawn('queries') ** 2 * mostQueriesOfVisit);
    return {
      minute: opensAtMinute + Math.floor(drawn('time') * openMinutes),
      visitor: Math.floor(drawn('visitor') * knownVisitors),
      queries: Array.from({ length: many }, (_each, at) => queryAt(queries, drawn(`query ${at}`))),
    };
  });
}

/** The query whose share of all covers a number from 0 to 1. */
function queryAt(queries: readonly string[], share: number): string {
  const place = Math.floor(Math.log(1 - share * (1 - rarer ** queries.length)) / Math.log(rarer));
  return queries[Math.min(place, queries.length - 1)] ?? '';
}

import { queriesAreHarmless } from './testing/query-fuzz.ts';

queriesAreHarmless(200_000);

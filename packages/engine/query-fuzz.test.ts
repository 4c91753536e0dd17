import { queriesAreHarmless } from './testing/query-fuzz.ts';

queriesAreHarmless(5_000);

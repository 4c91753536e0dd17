import { queriesAreHarmless } from './testing/query-fuzz.ts';

queriesAreHarmless(2_000);

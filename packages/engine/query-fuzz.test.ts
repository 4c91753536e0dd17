import { queriesAreHarmless } from './testing/query-fuzz.ts';

queriesAreHarmless(500);

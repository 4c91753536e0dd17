import { queriesAreHarmless } from '#engine/testing/query-fuzz.ts';

queriesAreHarmless(200_000);

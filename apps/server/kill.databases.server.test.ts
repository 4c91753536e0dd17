import { importsSurviveKills } from '#server/testing/kill-imports.ts';

// Fifty in all, with two on OpenSearch. What a kill cuts off is mostly the engine's, which is the same on both databases.
importsSurviveKills(process.env.AISLE_TEST_DATABASE_URL === undefined ? 42 : 6);

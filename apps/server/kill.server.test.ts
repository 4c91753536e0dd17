import { importsSurviveKills } from '#server/testing/kill-imports.ts';

// What a kill cuts off is mostly the engine's, which is the same on PostgreSQL.
importsSurviveKills(process.env.AISLE_TEST_DATABASE_URL === undefined ? 50 : 25);

import { importsSurviveKills } from '#server/testing/kill-imports.ts';

// What a kill cuts off is mostly the engine's; PostgreSQL makes its part of it slower.
importsSurviveKills(process.env.AISLE_TEST_DATABASE_URL === undefined ? 20 : 10);

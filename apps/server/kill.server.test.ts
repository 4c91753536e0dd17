import { importsSurviveKills } from '#testing/processes/kill-imports.ts';

// Random kills; named crash points are tested by themselves.
importsSurviveKills(process.env.AISLE_TEST_DATABASE_URL === undefined ? 4 : 2);

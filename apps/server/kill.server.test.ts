import { importsSurviveKills } from '#testing/processes/kill-imports.ts';

// What each crash point is tested for is not looked for here, but what nobody thought of; at night there are a thousand.
importsSurviveKills(process.env.AISLE_TEST_DATABASE_URL === undefined ? 4 : 2);

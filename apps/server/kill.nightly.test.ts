import { importsSurviveKills } from '#testing/processes/kill-imports.ts';

importsSurviveKills(Number(process.env.AISLE_TEST_KILLS ?? 1000), {}, Number(process.env.AISLE_TEST_FULL_DISKS ?? 20));

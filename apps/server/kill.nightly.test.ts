import { importsSurviveKills } from '#testing/processes/kill-imports.ts';

importsSurviveKills(1000);

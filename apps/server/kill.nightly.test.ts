import { importsSurviveKills } from '#server/testing/kill-imports.ts';

importsSurviveKills(1000);

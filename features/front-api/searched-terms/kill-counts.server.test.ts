import { countsSurviveKills } from '#server/testing/kill-counts.ts';

countsSurviveKills(1);

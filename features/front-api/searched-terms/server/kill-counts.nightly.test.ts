import { countsSurviveKills } from '#testing/processes/kill-counts.ts';

countsSurviveKills(50);

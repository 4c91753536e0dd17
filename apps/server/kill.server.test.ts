import { importsSurviveKills } from '#testing/processes/kill-imports.ts';

// Random kills, many more at night; named crash points are tested by themselves.
importsSurviveKills(2);

import { importsSurviveKills } from '#testing/processes/kill-imports.ts';

// A random kill, many more at night; named crash points are tested by themselves.
importsSurviveKills(1);

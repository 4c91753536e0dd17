import { changesSurviveKills } from '#engine/testing/kill-changes.ts';

changesSurviveKills(300);

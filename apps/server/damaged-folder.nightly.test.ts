import { foldersSurviveDamage } from '#testing/processes/damaged-folders.ts';

foldersSurviveDamage(Number(process.env.AISLE_TEST_DAMAGES ?? 3), new RegExp(process.env.AISLE_TEST_FILES ?? '.'));

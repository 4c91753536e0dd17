import { expect, test } from 'vitest';
import { problemsOf } from '#contract/problems.ts';
import { AnnouncementFields } from './announcement.contract.ts';

const missingIn = (written: object) =>
  problemsOf(AnnouncementFields.safeParse(written).error!, written).map(({ field, code }) => [field, code]);

test('all that an announcement lacks is told at once', () => {
  expect(missingIn({ text_en: ' ', text_cs: '', until: null })).toEqual([
    ['until', 'required'],
    ['text_en', 'required'],
  ]);
  expect(missingIn({ text_en: 'Tonight.', text_cs: '', until: null })).toEqual([['until', 'required']]);
  expect(missingIn({ text_en: '', text_cs: '', until: Date.now() })).toEqual([['text_en', 'required']]);
});

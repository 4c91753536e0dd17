import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, optionalText } from '#contract/fields.ts';
import { type ConsoleLanguage, consoleLanguages } from '#contract/texts/languages.ts';
import { PlannedMoment } from '#contract/rows/rule-fields.ts';

export const maximumAnnouncementLength = 500;

export type TextName = `text_${ConsoleLanguage}`;
export const textNameOf = (language: ConsoleLanguage): TextName => `text_${language}`;
export const textNames = consoleLanguages.map(textNameOf);
const textsOf = <Schema>(schema: Schema) =>
  Object.fromEntries(textNames.map((name) => [name, schema])) as Record<TextName, Schema>;

/** Falls back to English, then to any other language. */
export const Announcement = z.object({ id: Id, ...textsOf(z.string()), created_at: Moment });
export type Announcement = z.output<typeof Announcement>;

const path = '/api/announcement';
const one = z.object({ id: Id });

export const readAnnouncement = endpoint(`GET ${path}`, {
  needs: 'user',
  summary: 'Reads what administrators tell everybody, until it is over or the signed-in person has dismissed it',
  output: z.nullable(Announcement),
});

export const dismissAnnouncement = endpoint(`POST ${path}/dismiss`, {
  needs: 'user',
  summary: 'Takes the announcement out of the own messages; others keep it',
  input: one,
  errors: ['notFound'],
});

const Text = optionalText(maximumAnnouncementLength);
const Texts = z.object({ ...textsOf(z._default(Text, '')), text_en: Text });
const Written = z.extend(Texts, { until: PlannedMoment });
const hasText = z.refine<z.output<typeof Texts>>((texts) => textNames.some((name) => texts[name] !== ''), {
  error: 'required',
  path: ['text_en'],
  // Runs even if the moment is missing.
  when: ({ value }) => Texts.safeParse(value).success,
});
export const AnnouncementFields = Written.check(hasText);

export const WrittenAnnouncement = z.object({
  id: Id,
  ...textsOf(z.string()),
  until: Moment,
  written_by: z.string(),
  created_at: Moment,
});
export type WrittenAnnouncement = z.output<typeof WrittenAnnouncement>;

export const readWrittenAnnouncement = endpoint(`GET ${path}/written`, {
  needs: 'admin',
  summary: 'Reads the announcement as it was written, until it is over',
  output: z.nullable(WrittenAnnouncement),
});

export const announce = endpoint(`PUT ${path}`, {
  needs: 'admin',
  summary: 'Tells everybody on the server something, in place of what was told before',
  input: z.extend(Written, { over: z.optional(z.nullable(Moment)) }).check(hasText),
  output: WrittenAnnouncement,
  errors: ['required', 'momentPassed', 'changedMeanwhile'],
});

export const takeBackAnnouncement = endpoint(`DELETE ${path}`, {
  needs: 'admin',
  summary: 'Takes the announcement back before it is over',
  input: one,
  errors: ['notFound'],
});

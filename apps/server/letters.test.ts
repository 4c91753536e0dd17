import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type MessageKind, messageTexts } from '#contract/texts/message-texts.ts';
import { type ConsoleLanguage, consoleLanguages, languageTag } from '#contract/texts/languages.ts';
import * as invitations from '#features/access-management/invitations/server/invitations.service.ts';
import * as passwordReset from '#features/account/server/password-reset.server.ts';
import * as emailChange from '#features/account/profile/server/personal-data.server.ts';
import * as secondFactor from '#features/account/server/second-factor.server.ts';
import * as singleSignOn from '#features/account/server/single-sign-on.server.ts';
import * as signUp from '#features/account/sign-up/sign-up.server.ts';
import * as weeklyReport from '#features/analytics/weekly-report/server/weekly-report.letter.ts';
import * as messages from '#features/general/messages/server/messages.service.ts';
import * as ownership from '#features/owner/projects/server/project-settings.server.ts';
import * as serverSettings from '#features/super-admin/server-settings/server-settings.server.ts';
import type { App } from '#server/app/app.ts';
import { type Letter, letterHtml } from '#server/mail/mail.ts';
import { readTranslations } from './app.ts';

const texts = { translate: readTranslations(), settings: { publicUrl: 'https://search.shop.example' } } as unknown as App;
const email = 'eva@example.com';
const token = 'a-token';

type Made = (language: ConsoleLanguage) => Letter;
const details = {
  collection: 'Products',
  feed: 'Lamps',
  test: 'Kettles first',
  added: 3,
  changed: 12,
  removed: 450,
  email: 'petr@example.com',
  item: 'Kettle',
  fields: 'cost, margin',
  query: 'kettle',
  beforePlace: '3',
  nowPlace: '24',
};
const failure = { code: 'noUsableItem', details: {} } as const;
const messageOf =
  (kind: MessageKind): Made =>
  (language) =>
    messages.messageLetter(texts, { email, language }, 'Lamps', { kind, details, failure, address: '/data/import' });
const transfer = { project: { id: 1, name: 'Lampy & světla' }, person: 'Jana Nová' };
const week = (term: string, by: string | null = 'Eva Nová') => ({
  start: '2026-11-16',
  end: '2026-11-22',
  searches: { now: 1_204, before: 1_100 },
  without_results: { now: 51, before: 56 },
  clicked: { now: 409, before: null },
  turnover: { now: 24_890, before: 20_100.5 },
  order: { now: 0.81, before: 0.79 },
  to_fix: [
    { query: term, count: 27, why: 'found nothing' as const },
    { query: 'kettle', count: 12, why: 'not clicked' as const },
  ],
  top: [{ query: term, count: 54 }],
  rising: [{ query: term, count: 54, previous_count: 1 }],
  unfound: [{ query: term, count: 27 }],
  releases: [{ number: 12, at: 0, by, change_count: 3 }],
  release_count: 3,
  are_visitors_made_up: true,
});
const reportOf = (language: ConsoleLanguage, term: string, project = 'Lampy'): Letter =>
  weeklyReport.weeklyReportLetter(
    texts,
    { email, language },
    { id: 7, name: project, language: 'en', currency: 'CZK' },
    week(term),
    {
      kind: 'monday',
      offLink: 'https://aisle.test/weekly-report/off?token=sealed',
    },
  );
const secondFactorChanges = [
  'secondFactorOn',
  'recoveryCodesRenewed',
  'secondFactorOff',
  'secondFactorOffByAdmin',
  'recoveryCodeUsed',
] as const;

const made: Readonly<Record<string, Readonly<Record<string, Made>>>> = {
  confirmLetter: { sign: (language) => signUp.confirmLetter(texts, { email, language }, token) },
  knownLetter: { known: (language) => signUp.knownLetter(texts, { email, language }) },
  resetLetter: { reset: (language) => passwordReset.resetLetter(texts, { email, language }, token) },
  newAddressLetter: { 'new address': (language) => emailChange.newAddressLetter(texts, { email, language }, token) },
  oldAddressLetter: { 'old address': (language) => emailChange.oldAddressLetter(texts, { email, language }, 'new@example.com') },
  invitationLetter: {
    invitation: (language) =>
      invitations.invitationLetter(texts, { email, language }, { person: 'Jana Nová', project: 'Lampy & světla', token }),
  },
  changeLetter: Object.fromEntries(
    secondFactorChanges.map((change) => [
      `second factor ${change}`,
      (language: ConsoleLanguage) => secondFactor.changeLetter(texts, { email, language }, change),
    ]),
  ),
  linkedLetter: { linked: (language) => singleSignOn.linkedLetter(texts, { email, language }, 'Example login') },
  testLetter: { test: (language) => serverSettings.testLetter(texts, { email, language }) },
  newOwnerLetter: { 'new owner': (language) => ownership.newOwnerLetter(texts, { email, language }, transfer) },
  formerOwnerLetter: {
    'owner who stays': (language) => ownership.formerOwnerLetter(texts, { email, language }, transfer, true),
    'owner who leaves': (language) => ownership.formerOwnerLetter(texts, { email, language }, transfer, false),
  },
  weeklyReportLetter: {
    'weekly report': (language) => reportOf(language, 'mobyl'),
    'weekly report of a quiet week': (language) =>
      weeklyReport.weeklyReportLetter(
        texts,
        { email, language },
        { id: 7, name: 'Lampy', language: 'en', currency: 'CZK' },
        {
          ...week('x', null),
          clicked: null,
          turnover: null,
          order: null,
          to_fix: [],
          top: [],
          rising: [],
          unfound: [],
          release_count: 1,
          are_visitors_made_up: false,
        },
        { kind: 'asked' },
      ),
  },
  messageLetter: Object.fromEntries((Object.keys(messageTexts) as MessageKind[]).map((kind) => [kind, messageOf(kind)])),
};
const letters = Object.values(made).flatMap((kinds) => Object.entries(kinds));

test('covers every letter', () => {
  const features = path.join(import.meta.dirname, '..', '..', 'features');
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(path.join(features, file), 'utf8').matchAll(/^export (?:function|const) (\w+Letter)\b/gm),
      ([, name]) => name,
    ),
  );
  expect(new Set(names)).toEqual(new Set(Object.keys(made)));
});

const wordsOf = ({ text, link }: Letter): string[] => text.split('\n\n').filter((paragraph) => paragraph !== link);
const shownOf = ({ text, moreLinks = [] }: Letter): string =>
  text
    .split('\n')
    .filter((line) => !moreLinks.includes(line))
    .join('\n');
const readOf = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/, '')
    .replaceAll('</p>', '\n\n')
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .trim();

describe.each(letters)('the letter %s', (_kind, make) => {
  test.each(consoleLanguages)('says all in %s, as text and as HTML', (language) => {
    const letter = make(language);
    const html = letterHtml(letter);
    expect(`${letter.subject} ${letter.text}`).not.toMatch(/[{}]|undefined|null|\bNaN\b/);
    expect(letter.subject).toMatch(/^[^\r\n]+$/);
    expect(readOf(html)).toBe(shownOf(letter));
    expect(html).toContain(`<html lang="${languageTag(language)}">`);
    const opened = new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address));
    const links = [letter.link, ...(letter.moreLinks ?? [])];
    expect(opened).toEqual(new Set(links.map((address) => address.replaceAll('&', '&#38;'))));
    expect(html).not.toMatch(/<(?:script|img|link|iframe|form)|https?:\/\/(?!search\.shop\.example)/);
    expect(letter.link).toMatch(/^https:\/\/search\.shop\.example\//);
    expect(letter.text).toContain(letter.link);
  });

  test.each(consoleLanguages.filter((language) => language !== 'en'))('is another in %s, sentence by sentence', (language) => {
    const [english, translated] = [make('en'), make(language)];
    expect(translated.subject).not.toBe(english.subject);
    for (const [at, words] of wordsOf(translated).entries()) expect(words).not.toBe(wordsOf(english)[at]);
  });
});

test('names in a letter are text, whatever they look like', () => {
  const named = { person: '<b>Eva</b> & "Co"', project: '<a href="x">y</a>', token };
  const letter = invitations.invitationLetter(texts, { email, language: 'en' }, named);
  const html = letterHtml(letter);
  expect(html).not.toMatch(/<b>|href="x"/);
  expect(readOf(html)).toBe(letter.text);
});

test('what visitors typed is text in a report, and opens nothing', () => {
  for (const term of [
    '<script>alert(1)</script>',
    '"><img src=x onerror=1>',
    'see http://evil.example/a now',
    'a\n\nb\nhttps://search.shop.example/',
  ]) {
    const letter = reportOf('en', term, 'Lamps <b>');
    const html = letterHtml(letter);
    expect(html).not.toMatch(/<(?:script|img|b)\b/);
    expect(readOf(html)).not.toContain('evil');
    expect(readOf(html)).toBe(shownOf(letter));
    expect(letter.moreLinks).toContain(
      `https://search.shop.example/analytics/searches-without-results?${new URLSearchParams({ p: '7', startDate: '2026-11-16', endDate: '2026-11-22', fix: term }).toString()}`,
    );
  }
});

test('a report says the week beside the one before', () => {
  const { subject, text } = reportOf('en', 'mobyl');
  expect(subject).toBe('Lampy: searches of 16\u2009–\u200922 November 2026');
  expect(text.split('\n\n')[2]).toBe(
    [
      'Searches: 1,204 (1,100 the week before, +9%)',
      'Without results: 4.2% (5.1% the week before)',
      'With a click: 34%',
      'Turnover of search: CZK\u00A024,890 (CZK\u00A020,101 the week before)',
      'Ranking quality by clicks: 81% (79% the week before)',
    ].join('\n'),
  );
  expect(text).toMatch(/\n1\. “mobyl” found nothing in 27 searches\nhttps:.*[?&]fix=mobyl\n2\. “kettle”: nothing was clicked/);
  expect(text).toContain('1. Release 12: 3 changes, Eva Nová');
  expect(text).toContain('2. and 2 other releases');
  expect(text).toMatch(/\nhttps:\/\/search\.shop\.example\/profile\?p=7#e-mails$/);
});

import { withoutAddresses } from '#contract/fields.ts';
import { acceptedLanguage, languageTag } from '#contract/texts/languages.ts';
import type { WeekFigures } from '#features/analytics/weekly-report/weekly-report.contract.ts';
import type { App } from '#server/app/app.ts';
import type { Letter } from '#server/mail/mail.ts';
import type { Translate } from '#server/base/translations.ts';

type WhySent = { readonly kind: 'monday'; readonly offLink: string } | { readonly kind: 'asked' };
export interface ReportReader {
  readonly email: string;
  readonly language: string | null;
}
interface ReportedProject {
  readonly id: number;
  readonly name: string;
  readonly language: string;
  readonly currency: string | null;
}
interface Line {
  readonly words: string;
  readonly link?: string;
}

/** Visitors' queries are plain text, without links. */
export function weeklyReportLetter(
  { translate, settings }: Pick<App, 'translate' | 'settings'>,
  reader: ReportReader,
  project: ReportedProject,
  week: WeekFigures,
  why: WhySent,
): Letter {
  const language = acceptedLanguage(reader.language ?? project.language);
  const t = translate(language);
  const name = withoutAddresses(project.name);
  const tag = languageTag(language);
  const days = daysText(tag, week);
  const to = (path: string, address: Readonly<Record<string, string>> = {}): string =>
    `${settings.publicUrl}${path}?${new URLSearchParams({ p: String(project.id), ...address }).toString()}`;
  const range = { startDate: week.start, endDate: week.end };
  const fix = (query: string) => to('/analytics/searches-without-results', { ...range, fix: query });
  const query = (q: string) => to('/analytics/trending-searches/item', { ...range, q });
  const link = to('/analytics/weekly-report', { day: week.start });
  const off = to('/profile') + '#e-mails';

  const parts: readonly { readonly heading: string; readonly lines: readonly Line[] }[] = [
    {
      heading: t('Fix first'),
      lines: week.to_fix.map(({ query: q, count, why }) => ({
        words:
          why === 'found nothing'
            ? t('“{query}” found nothing in {count} searches', { query: shown(q), count })
            : t('“{query}”: nothing was clicked after {count} searches', { query: shown(q), count }),
        link: why === 'found nothing' ? fix(q) : query(q),
      })),
    },
    {
      heading: t('Top queries'),
      lines: week.top.map(({ query: q, count }) => ({ words: countLine(t, q, count), link: query(q) })),
    },
    {
      heading: t('Rising queries'),
      lines: week.rising.map(({ query: q, count, previous_count: before }) => ({
        words: `${countLine(t, q, count)} (${t('{before} the week before', { before })})`,
        link: query(q),
      })),
    },
    {
      heading: t('Top queries without results'),
      lines: week.unfound.map(({ query: q, count }) => ({ words: countLine(t, q, count), link: fix(q) })),
    },
    {
      heading: t('What was changed'),
      lines: changeLines(t, week, (number) => to('/search-settings/releases', { release: String(number) })),
    },
  ];
  const shownParts = parts.filter(({ lines }) => lines.length > 0);
  return {
    to: reader.email,
    language,
    subject: t('{project}: searches of {days}', { project: name, days }).replaceAll(/[\r\n]+/g, ' '),
    text: [
      t('What visitors of {project} searched for, {days}.', { project: name, days }),
      ...(week.are_visitors_made_up ? [t('The visitors of this sample shop are made up.')] : []),
      figureLines(t, tag, week, project.currency).join('\n'),
      ...shownParts.map(({ heading, lines }) => [heading, ...numbered(lines)].join('\n')),
      link,
      `${why.kind === 'monday' ? t('You get this on Mondays. Turn it off in your profile.') : t('You requested this in your profile. Turn on the Monday report there.')}\n${off}`,
    ].join('\n\n'),
    link,
    moreLinks: [...new Set([...shownParts.flatMap(({ lines }) => lines.flatMap((line) => line.link ?? [])), off])],
    headings: shownParts.map(({ heading }) => heading),
    ...(why.kind === 'monday' && { offLink: why.offLink }),
  };
}

/** One line, without addresses that mail programs would turn into links. */
const shown = (query: string): string => withoutAddresses(query.replaceAll(/\s+/g, ' '));
const countLine = (t: Translate, term: string, count: number): string =>
  t('{query} – {count} searches', { query: shown(term), count });
const numbered = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ words, link }, at) => [`${at + 1}. ${words}`, ...(link === undefined ? [] : [link])]);

function figureLines(
  t: Translate,
  tag: string,
  { searches, without_results: withoutResults, clicked, turnover, order }: WeekFigures,
  currency: string | null,
): string[] {
  const money = new Intl.NumberFormat(tag, {
    ...(currency !== null && { style: 'currency', currency }),
    maximumFractionDigits: 0,
  });
  const signed = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const { now, before } = searches;
  const change = before !== null && before > 0 ? `, ${signed.format(now / before - 1)}` : '';
  const beside = (earlier: number | null): string =>
    earlier === null ? '' : ` (${t('{before} the week before', { before: share.format(earlier) })})`;
  const shareLine = (of: { now: number; before: number | null }): string =>
    share.format(of.now / now) + beside(of.before !== null && before ? of.before / before : null);
  return [
    `${t('Searches: {searches}', { searches: now })}${before === null ? '' : ` (${t('{before} the week before', { before })}${change})`}`,
    t('Without results: {share}', { share: shareLine(withoutResults) }),
    clicked === null ? t('Clicks are not tracked.') : t('With a click: {share}', { share: shareLine(clicked) }),
    ...(turnover === null
      ? []
      : [
          `${t('Turnover of search: {turnover}', { turnover: money.format(turnover.now) })}${
            turnover.before === null ? '' : ` (${t('{before} the week before', { before: money.format(turnover.before) })})`
          }`,
        ]),
    ...(order === null
      ? []
      : [t('Ranking quality by clicks: {share}', { share: share.format(order.now) + beside(order.before) })]),
  ];
}

function changeLines(
  t: Translate,
  { releases, release_count: releaseCount }: WeekFigures,
  to: (number: number) => string,
): Line[] {
  const lines = releases.map(({ number, by, change_count: count }): Line => {
    const release = t('Release {number}: {count} changes', { number: String(number), count });
    return { words: `${release}, ${by === null ? t('by the server') : withoutAddresses(by)}`, link: to(number) };
  });
  const others = releaseCount - releases.length;
  return others > 0 ? [...lines, { words: t('and {count} other releases', { count: others }) }] : lines;
}

/** `16–22 November 2026` */
const daysText = (tag: string, { start, end }: WeekFigures): string =>
  new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    new Date(start),
    new Date(end),
  );

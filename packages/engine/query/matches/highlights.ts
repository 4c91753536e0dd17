import type { Item } from '#contract/item.ts';
import type { Analyser, PlacedToken } from '#engine/query/analysis/analyser.ts';
import { plainText } from '#engine/query/analysis/plain-text.ts';
import { type Plan, type SearchField, type Alternative, endOfTerms, isAskedFor } from '#engine/plan.ts';
import type { Fragment, HighlightPart, Highlights } from '#engine/port.ts';

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly group: number;
}

interface Wanted {
  readonly alternative: Alternative;
  readonly group: number;
}

type MarkFinder = (text: string) => Mark[];

function markFinder(analyser: Analyser, plan: Plan, field: SearchField, isStemmed: boolean): MarkFinder {
  const wanted = plan.groups.flatMap(({ alternatives }, group) =>
    alternatives.map((alternative): Wanted => ({ alternative, group })),
  );
  const asked = wanted.filter(({ alternative }) => isAskedFor(field, alternative) && (isStemmed || !isOfStems(alternative)));
  const several = asked.filter(({ alternative: { terms } }) => terms.length > 1);
  const single = asked.filter(({ alternative: { terms } }) => terms.length === 1);
  const whole = single.filter(({ alternative }) => alternative.kind !== 'prefix');
  const byTerm = Map.groupBy(
    whole.filter(({ alternative }) => !isOfStems(alternative)),
    firstTerm,
  );
  const byStem = Map.groupBy(
    whole.filter(({ alternative }) => isOfStems(alternative)),
    firstTerm,
  );
  const prefixes = single.filter(({ alternative }) => alternative.kind === 'prefix');

  const singleMarks = ({ text: term, start, end }: PlacedToken): Mark[] => {
    const found = [
      ...(byTerm.get(term) ?? []),
      ...(byStem.size === 0 ? [] : (byStem.get(analyser.stem(term)) ?? [])),
      ...prefixes.filter((prefix) => term.startsWith(firstTerm(prefix))),
    ];
    return [...new Set(found.map(({ group }) => group))].map((group) => ({ start, end, group }));
  };
  const severalMarks = (tokens: readonly PlacedToken[], { alternative, group }: Wanted): Mark[] => {
    const read = (text: string): string => (isOfStems(alternative) ? analyser.stem(text) : text);
    return tokens.flatMap(({ start }, at) => {
      const end = endOfTerms(alternative, at, (place, term) => place < tokens.length && read(tokens[place]!.text) === term);
      return end < 0 ? [] : [{ start, end: tokens[end]!.end, group }];
    });
  };

  return (text) => {
    const { tokens, joined } = analyser.placedTokens(text);
    const marks = [...tokens, ...joined].flatMap(singleMarks);
    for (const one of several) marks.push(...severalMarks(tokens, one));
    return marks.sort((a, b) => a.start - b.start || b.end - a.end);
  };
}

const isOfStems = ({ kind, isStemmed = false }: Alternative): boolean => kind === 'stem' || isStemmed;
const firstTerm = ({ alternative }: Wanted): string => alternative.terms[0] ?? '';

const maxHighlightedFields = 5;
/** Texts of a field, in UTF-16 units of plain text. What comes later isn't looked at. */
const maxHighlightedLength = 5_000;
const maxWholeLength = 200;
const fragmentLength = 160;
const leadLength = 40;
const maxFragments = 2;
const maxFragmentStarts = 100;
const ellipsis = '…';

const graphemes = new Intl.Segmenter('und');

const readable = (html: string): string => plainText(plainText(html)).replaceAll(/\s+/g, ' ').trim();

function cutBefore(text: string, at: number, least: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  if (space > least) return space;
  return Math.max(least, graphemes.segment(text).containing(at)?.index ?? at);
}

function cutAfter(text: string, at: number, most: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at - 1);
  if (space !== -1 && space < most) return space + 1;
  return Math.min(most, graphemes.segment(text).containing(at)?.index ?? at);
}

interface Window {
  readonly start: number;
  readonly end: number;
  readonly groups: ReadonlySet<number>;
}

function windowAt(text: string, marks: readonly Mark[], first: Mark): Window {
  const start = cutAfter(text, first.start - leadLength, first.start);
  const end = cutBefore(text, start + fragmentLength, first.end);
  const groups = new Set(marks.filter((mark) => mark.start >= start && mark.end <= end).map(({ group }) => group));
  return { start, end, groups };
}

function bestWindows(text: string, marks: readonly Mark[]): Window[] {
  let rest = marks.slice(0, maxFragmentStarts).map((mark) => windowAt(text, marks, mark));
  const chosen: Window[] = [];
  const shown = new Set<number>();
  const newIn = ({ groups }: Window): number => groups.difference(shown).size;
  while (chosen.length < maxFragments && rest.length > 0) {
    const best = rest.reduce((one, other) => (newIn(other) > newIn(one) ? other : one));
    if (chosen.length > 0 && newIn(best) === 0) break;
    chosen.push(best);
    for (const group of best.groups) shown.add(group);
    rest = rest.filter(({ start, end }) => end <= best.start || start >= best.end);
  }
  return chosen.sort((a, b) => a.start - b.start);
}

/** Marks that overlap, as those of `xr-450` and `xr`, are shown as one. */
function merged(marks: readonly Mark[]): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (const { start, end } of marks) {
    const last = places.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  return places;
}

function fragmentOf(text: string, marks: readonly Mark[], start: number, end: number): Fragment {
  const parts: HighlightPart[] = [];
  const put = (part: string, isMatch: boolean): void => {
    if (part !== '') parts.push({ text: part, isMatch });
  };
  let at = start;
  let before = start > 0 ? ellipsis : '';
  for (const place of merged(marks.filter((mark) => mark.start >= start && mark.end <= end))) {
    put(before + text.slice(at, place.start), false);
    put(text.slice(place.start, place.end), true);
    before = '';
    at = place.end;
  }
  put(before + text.slice(at, end) + (end < text.length ? ellipsis : ''), false);
  return parts;
}

function fragmentsOf(html: string, find: MarkFinder): Fragment[] {
  const read = readable(html);
  const text = read.slice(0, cutBefore(read, maxHighlightedLength, 0));
  const marks = find(text);
  if (marks.length === 0) return [];
  if (text.length <= maxWholeLength) return [fragmentOf(text, marks, 0, text.length)];
  return bestWindows(text, marks).map(({ start, end }) => fragmentOf(text, marks, start, end));
}

export function highlighter(analyser: Analyser, plan: Plan, stemmed: ReadonlySet<string>): (item: Item) => Highlights {
  const fields = plan.fields.toSorted((a, b) => b.weight - a.weight);
  const finders = new Map<string, MarkFinder>();
  const finderOf = (field: SearchField): MarkFinder => {
    const finder = finders.get(field.name) ?? markFinder(analyser, plan, field, stemmed.has(field.name));
    finders.set(field.name, finder);
    return finder;
  };
  return (item) => {
    const texts = fields.flatMap((field) => {
      const values = [item.fields[field.name] ?? []].flat().filter((value) => typeof value === 'string');
      return values.length === 0 ? [] : [{ field, values }];
    });
    const found = texts.slice(0, maxHighlightedFields).map(({ field, values }) => {
      const fragments: Fragment[] = [];
      for (const value of values) if (fragments.length < maxFragments) fragments.push(...fragmentsOf(value, finderOf(field)));
      return [field.name, fragments.slice(0, maxFragments)] as const;
    });
    return Object.fromEntries(found.filter(([, fragments]) => fragments.length > 0));
  };
}

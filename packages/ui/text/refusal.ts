import { allows, isSection, type Permission, type Section } from '#contract/permission.ts';
import { msg, type Translate, t, useLanguage } from './i18n.ts';
import { useSession } from '#ui/state/session.ts';
import { languageTag } from '#contract/texts/languages.ts';
import { type Language } from './language.ts';
import { readNumber, type TypedNumber } from '#contract/values/typed-number.ts';
import { isPlaceWord } from '#contract/texts/message-texts.ts';
import { formats } from './format.ts';

export const groupNames: Readonly<Record<Section, string>> = {
  analytics: msg('Analytics'),
  search: msg('Search settings'),
  data: msg('Data'),
  developer: msg('Developer'),
  access: msg('Access management'),
};

const whom = (t: Translate, owner: string | null): string => owner ?? t('an owner of the project');

/** The group to ask for; of two that would do, the one with fewer rights. */
const groupOf = (needs: Permission): string | undefined =>
  needs === 'preview' ? groupNames.search : isSection(needs) ? groupNames[needs] : undefined;

function controlRefusal(t: Translate, needs: Permission, owner: string | null): string {
  const group = groupOf(needs);
  if (group !== undefined) return t('Needs the group {group}. Ask {owner}.', { group: t(group), owner: whom(t, owner) });
  if (needs === 'admin') return t('Only administrators of this server can do this.');
  return t('Only owners of the project can do this. Ask {owner}.', { owner: whom(t, owner) });
}

export function screenRefusal(
  t: Translate,
  screen: string,
  needs: Permission,
  project: { readonly owner?: string | null } | null,
): string {
  if (needs === 'admin') return t('“{screen}” is for administrators of this server.', { screen });
  if (project === null) return t('“{screen}” opens once you have a project.', { screen });
  const owner = project.owner ?? null;
  const group = groupOf(needs);
  if (group !== undefined)
    return t('“{screen}” is for the group {group}. Ask {owner}.', {
      screen,
      group: t(group),
      owner: whom(t, owner),
    });
  return t('“{screen}” is for owners. Ask {owner}.', { screen, owner: whom(t, owner) });
}

export function useRefusals(): (permission: Permission) => string | undefined {
  const session = useSession();
  const owner = session?.project?.owner ?? null;
  return (permission) =>
    session !== null && allows(session.person, permission) ? undefined : controlRefusal(t, permission, owner);
}

export const useRefusal = (permission: Permission): string | undefined => useRefusals()(permission);

export const decimalMark = (language: Language): string =>
  new Intl.NumberFormat(languageTag(language)).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

interface NumberBounds {
  readonly decimals: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly range?: string | undefined;
}

interface ReadNumber {
  readonly number?: number;
  readonly refusal: string | null;
}

export function useNumberRefusal({ decimals, min, max, range }: NumberBounds): (text: string) => ReadNumber {
  const mark = decimalMark(useLanguage());
  const plain = (number: number) => String(number).replace('.', mark);
  const sentence = (refused: Exclude<TypedNumber, { readonly number: number }>): string => {
    switch (refused.refusal) {
      case 'ambiguous': {
        const [one = '', other] = refused.readings.map(plain);
        return other === undefined
          ? t('Write it without a separator: {number}.', { number: one })
          : t('This can mean {one} or {other}. Write one of them.', { one, other });
      }
      case 'tooManyDecimals':
        return decimals === 0 ? t('Enter a whole number.') : t('At most {count} decimals.', { count: decimals });
      case 'tooLong':
        return t('This number has too many digits.');
      case 'notNumber':
        return t('This is not a number.');
    }
  };
  const possible = (): string | null => {
    if (range !== undefined) return range;
    if (min !== undefined && max !== undefined) return t('Enter a number between {min} and {max}.', { min, max });
    if (max !== undefined) return t('At most {limit}.', { limit: max });
    return min === undefined ? null : t('At least {number}.', { number: min });
  };
  /** `1e9` is out of range in most fields. */
  const unread = (refused: Exclude<TypedNumber, { readonly number: number }>): string => {
    const isUnread = refused.refusal === 'notNumber' || refused.refusal === 'tooLong';
    return [sentence(refused), isUnread ? possible() : null].filter((one) => one !== null).join(' ');
  };
  return (text) => {
    const read = readNumber(text, { mark, decimals });
    if (!('number' in read)) return { refusal: unread(read) };
    const isOutside = read.number < (min ?? -Infinity) || read.number > (max ?? Infinity);
    return { number: read.number, refusal: isOutside ? possible() : null };
  };
}

export const matchKindTexts: Readonly<Record<string, string>> = {
  exact: msg('found as typed'),
  stem: msg('found in another form, by the stem {term}'),
  synonym: msg('by a synonym or another spelling: {term}'),
  weak: msg('found by a weak synonym: {term}'),
  prefix: msg('found as the beginning of: {term}'),
  fuzzy: msg('by correcting a typo: {term}'),
};

type Details = Readonly<Record<string, string | number>>;

/** Details ending in `Bytes` are sizes, in `Language` codes of languages, in `Place` places. */
export function useDetailedText(): (text: string, details: Details) => string {
  return (text, details) => {
    const shown = Object.entries(details).map(([name, value]) => {
      if (name.endsWith('Bytes')) return [name, formats.bytes(Number(value))];
      if (name.endsWith('Language')) return [name, formats.languageInText(String(value))];
      return [name, isPlaceWord(name, value) ? t(String(value)) : value];
    });
    return t(text, Object.fromEntries(shown) as Details);
  };
}

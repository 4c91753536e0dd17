import { type Loss, lost, type ForeignFixit, type Shop, type Validity } from './foreign-rules.ts';
import { type Fields, fieldsOf, isFields, listOf, shown, textOf, textsOf } from './foreign-values.ts';

export const anchors = ['is', 'startsWith', 'endsWith', 'contains'] as const;
export type Anchor = (typeof anchors)[number];
export interface AnchoredQuery {
  readonly query: string;
  readonly anchor: Anchor;
}

const notInWord = String.raw`[^\p{L}\p{N}]`;

const escaped = (text: string): string =>
  text.replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);

export function fixitFor(
  { query, anchor }: AnchoredQuery,
  to: string,
  rest: Validity & { readonly is_active: boolean },
): ForeignFixit {
  const common = { kind: 'fixits', catalog_term: to, ...rest } as const;
  if (anchor === 'is') return { ...common, term: query, is_regexp: false };
  const start = anchor === 'startsWith' ? '^' : `(?:^|${notInWord})`;
  const end = anchor === 'endsWith' ? '$' : `(?:${notInWord}|$)`;
  return { ...common, term: `${start}${escaped(query)}${end}`, is_regexp: true };
}

/** Where visitors are sent, whole. Addresses within the shop are completed. */
export function redirectTo(address: string, { url }: Shop): { readonly to: string } | { readonly loss: Loss } {
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return { to: address };
  const whole = url === '' ? null : URL.parse(address, url);
  return whole ? { to: whole.href } : { loss: lost('address', address) };
}

type After = { readonly to: string } | { readonly ignored: string } | Loss;

interface Edit {
  readonly removed: string;
  readonly inserted: string;
}

/** What a service makes of a query: another one, or one whose words are left out or replaced. */
export function queryAfter({ query, anchor }: AnchoredQuery, change: unknown): After {
  if (typeof change === 'string') return change.trim() === '' ? lost('nothing', query) : { to: change.trim() };
  if (!isFields(change)) return lost('partOfQuery', shown(change));
  const edits = editsOf(change);
  const [only] = edits;
  const isOneWord = only !== undefined && edits.length === 1 && only.inserted === '' && !/\s/.test(only.removed);
  if (anchor !== 'is')
    return isOneWord && isSame(only.removed, query) ? { ignored: only.removed } : lost('partOfQuery', shown(change));
  const after = edits.reduce(edited, query);
  return after === '' || isSame(after, query) ? lost('partOfQuery', shown(change)) : { to: after };
}

function editsOf(change: Fields): Edit[] {
  const edits = listOf(change['edits']).map(fieldsOf);
  return [
    ...textsOf(change['remove']).map((removed) => ({ removed, inserted: '' })),
    ...edits.map((edit) => ({
      removed: textOf(edit['delete']),
      inserted: textOf(edit['type']).toLowerCase() === 'replace' ? textOf(edit['insert']) : '',
    })),
  ].filter(({ removed }) => removed !== '');
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function edited(query: string, { removed, inserted }: Edit): string {
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(removed)}(?![\p{L}\p{N}])`, 'giu');
  return query
    .replaceAll(word, () => inserted)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

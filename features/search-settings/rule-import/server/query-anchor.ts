import { type ForeignFixit, type Loss, lost, type Shop, type Validity } from './foreign-rules.ts';

export const anchors = ['is', 'startsWith', 'endsWith', 'contains'] as const;
export type Anchor = (typeof anchors)[number];
export interface AnchoredQuery {
  readonly query: string;
  readonly anchor: Anchor;
}

const notInWord = String.raw`[^\p{L}\p{N}]`;

/** What RE2 would take for more than a letter. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);

/** A replacing term for such queries. Only whole words are meant. */
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

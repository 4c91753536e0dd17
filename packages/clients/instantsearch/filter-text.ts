import { comparison, type Condition, notUnderstood, oneOf } from './conditions.ts';

const tokens = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([()]|:|<=|>=|!=|=|<|>)|([^\s()"':<>=!][^\s():<>=!]*))\s*/gy;

interface Token {
  readonly kind: 'sign' | 'word' | 'quoted';
  readonly text: string;
}

/**
 * Parses text filters, combined with AND: `brand:Vela AND (color:red OR color:"dark blue") AND price < 100`. OR binds tighter than AND, as
 * in Algolia. Throws for negations and for alternatives across fields.
 */
export function readFilterText(text: string): Condition[] {
  const all = tokensOf(text);
  let place = 0;

  const isNext = (kind: Token['kind'], wanted: string): boolean =>
    all[place]?.kind === kind && all[place]?.text.toUpperCase() === wanted;
  const take = (kind: Token['kind'], wanted: string): boolean => {
    const isIt = isNext(kind, wanted);
    if (isIt) place++;
    return isIt;
  };
  const taken = (...kinds: readonly Token['kind'][]): string => {
    const next = all[place++];
    if (next === undefined || !kinds.includes(next.kind)) throw notUnderstood(text);
    return next.text;
  };

  const together = (): Condition[] => {
    const found = alternatives();
    while (take('word', 'AND')) found.push(...alternatives());
    return found;
  };
  const alternatives = (): Condition[] => {
    const found = [one()];
    while (take('word', 'OR')) found.push(one());
    if (found.length === 1) return found[0]!;
    if (found.some(({ length }) => length !== 1)) throw notUnderstood(text);
    return [oneOf(found.flat())];
  };
  const one = (): Condition[] => {
    if (isNext('word', 'NOT')) throw new Error(`Items can't be left out, as "${text}" asks.`);
    if (!take('sign', '(')) return [single()];
    const inside = together();
    if (!take('sign', ')')) throw notUnderstood(text);
    return inside;
  };
  const single = (): Condition => {
    const field = taken('word', 'quoted');
    const sign = taken('sign');
    if (sign !== ':') return comparison(field, sign, Number(taken('word')), text);
    const value = taken('word', 'quoted');
    if (!take('word', 'TO')) return { field, anyOf: [value] };
    const [from, to] = [Number(value), Number(taken('word'))];
    if (Number.isNaN(from + to)) throw notUnderstood(text);
    return { field, from, to };
  };

  const found = all.length === 0 ? [] : together();
  if (place < all.length) throw notUnderstood(text);
  return found;
}

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, double, single, sign, word] = match;
    end = match.index + whole.length;
    const quoted = double ?? single;
    if (quoted !== undefined) found.push({ kind: 'quoted', text: quoted.replaceAll(/\\(.)/gs, '$1') });
    else found.push(sign === undefined ? { kind: 'word', text: word ?? '' } : { kind: 'sign', text: sign });
  }
  if (text.slice(end).trim() !== '') throw notUnderstood(text);
  return found;
}

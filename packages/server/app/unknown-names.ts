import type * as z from 'zod/mini';
import { type Endpoint, hasBody, isInQuery, type Schema } from '#contract/endpoint.ts';
import type { CallWarning } from '#contract/envelope.ts';
import { editDistance } from '#engine/query/analysis/typos.ts';
import type { CallRequest } from '#server/http/direct-calls.ts';

const mostWarnings = 10;
const shownCharacters = 50;
/** Edits per letter: `query` suggests `q`, `hitsPerPage` suggests `per_page`. */
const mostEdits = 0.6;
const sameStartBonus = 0.2;
/** Read by `shop-access.ts`. */
const ofAnyCall = 'preview';

/** Names of an object, or of the objects in a list, such as the searches of one call. */
function namesOf(schema: Schema): ReadonlySet<string> | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return namesOf(def.element);
  return def.type === 'object' ? new Set(Object.keys(def.shape)) : null;
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const given = lettersOf(name.slice(0, shownCharacters));
  const near = [...known].map((one) => {
    const letters = lettersOf(one);
    const longest = Math.max(given.length, letters.length);
    const edits = editDistance(given, letters, longest) / longest - (given[0] === letters[0] ? sameStartBonus : 0);
    return { one, edits: Math.round(edits * 100) / 100 };
  });
  return near.filter(({ edits }) => edits <= mostEdits).toSorted((a, b) => a.edits - b.edits)[0]?.one;
}

/** Warns of names that the call doesn't read; null without any. */
export function unknownNamesOf(endpoint: Endpoint): (request: CallRequest) => readonly CallWarning[] | null {
  const { shape } = endpoint.input._zod.def;
  const all = new Set(Object.keys(shape));
  const inAddress = new Set([...all].filter((name) => isInQuery(endpoint, name))).add(ofAnyCall);
  const lists = Object.entries(shape).map(([name, schema]) => [name, namesOf(schema)] as const);

  return ({ query, body }) => {
    let warnings: CallWarning[] | null = null;
    const look = (given: unknown, known: ReadonlySet<string>, path = ''): void => {
      for (const name in given as object) {
        if (known.has(name) || (warnings !== null && warnings.length === mostWarnings)) continue;
        const near = all.has(name) && path === '' ? null : nearest(name, known);
        const parameter = path + name.slice(0, shownCharacters);
        const hint = near === null ? ' It belongs in the body.' : near === undefined ? '' : ` Did you mean "${near}"?`;
        (warnings ??= []).push({ parameter, message: `The parameter "${parameter}" has no effect.${hint}` });
      }
    };
    look(query, inAddress);
    if (!hasBody(endpoint.method)) return warnings;
    look(body, all);
    for (const [list, known] of lists)
      if (known !== null)
        for (const [at, one] of ((body as Record<string, object[]>)[list] ?? []).entries()) look(one, known, `${list}.${at}.`);
    return warnings;
  };
}

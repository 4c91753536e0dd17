import type { LabelledFacet } from '#plugin/calls/front-answers.ts';

type Values = LabelledFacet['values'];
const pathSign = ' > ';

export interface Branch {
  readonly path: string;
  readonly name: string;
  /** 0 for the first level. */
  readonly depth: number;
  /** Null where nobody has counted it. */
  readonly count: number | null;
  readonly isChosen: boolean;
}

export const isTree = (values: Values): boolean =>
  values.some(({ value }) => typeof value === 'string' && value.includes(pathSign));

/** The first level of a tree, and along the chosen path what is beside and below it, each level in the order of its counts. */
export function branchesOf(values: Values, chosen: string | null): Branch[] {
  const counts = new Map<string, number | null>();
  for (const { value, count } of values) {
    const levels = String(value).split(pathSign);
    for (let depth = 1; depth < levels.length; depth++) {
      const above = levels.slice(0, depth).join(pathSign);
      if (!counts.has(above)) counts.set(above, null);
    }
    counts.set(String(value), count);
  }
  const below = (parent: string | null): Branch[] =>
    [...counts]
      .filter(([path]) => parentOf(path) === parent)
      .flatMap(([path, count]): Branch[] => {
        const levels = path.split(pathSign);
        const branch = { path, name: levels.at(-1) ?? path, depth: levels.length - 1, count, isChosen: path === chosen };
        const isOpen = chosen !== null && (chosen === path || chosen.startsWith(path + pathSign));
        return [branch, ...(isOpen ? below(path) : [])];
      });
  return below(null);
}

function parentOf(path: string): string | null {
  const end = path.lastIndexOf(pathSign);
  return end === -1 ? null : path.slice(0, end);
}

/** Where the items of a curation are. All others are found items, in the order of the search. */
export interface Placement {
  /** In the order that customers see. */
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

export const columnNames = ['promoted', 'found', 'hidden'] as const;
export type ColumnName = (typeof columnNames)[number];

export interface Move {
  readonly ids: readonly string[];
  readonly to: ColumnName;
  /** The index among the promoted at which to insert; without it, at the end. */
  readonly at?: number | undefined;
}

/** Moves items together, in the order of `ids`. An item is in one column only: moving it takes it out of the other. */
export function moved({ promoted, hidden }: Placement, { ids, to, at = promoted.length }: Move): Placement {
  const moving = [...new Set(ids)];
  const stays = (id: string): boolean => !moving.includes(id);
  const before = promoted.slice(0, at).filter(stays);
  const after = promoted.slice(at).filter(stays);
  const keptHidden = hidden.filter(stays);
  return {
    promoted: to === 'promoted' ? [...before, ...moving, ...after] : [...before, ...after],
    hidden: to === 'hidden' ? [...keptHidden, ...moving] : keptHidden,
  };
}

/** The index for `moved` that gives an item this place, counted from 1. */
export function placeTo({ promoted }: Placement, id: string, place: number): number {
  const from = promoted.indexOf(id);
  const wanted = Math.min(Math.max(1, place), promoted.length + (from === -1 ? 1 : 0)) - 1;
  return from !== -1 && from < wanted ? wanted + 1 : wanted;
}

export const columnOf = ({ promoted, hidden }: Placement, id: string): ColumnName =>
  promoted.includes(id) ? 'promoted' : hidden.includes(id) ? 'hidden' : 'found';

import type { App } from '#server/app/app.ts';
import type { Finding } from '#contract/findings.ts';
import type { TraceEntry } from '#engine/port.ts';
import { idsIn, itemsOf } from './shown-curations.ts';
import type { CurationQuery, CurationRule } from '#features/search-settings/curations/curations.contract.ts';
import { curationsKey } from './curations.store.ts';
import { type Found, type Lint, type LintContext, unknownWord } from '#server/rules/lints.ts';
import { categoriesGone } from '#server/search/categories.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

type Row = CurationRule & ReleasedRow & { readonly collection_id: number };

export const lintCurations =
  (app: App): Lint =>
  async (context) => {
    const rows = context.rows as readonly Row[];
    const hiding = Map.groupBy(
      rows.flatMap((row) => row.hidden.map(({ id }) => ({ row, key: `${row.collection_id} ${id}` }))),
      ({ key }) => key,
    );
    await context.breathe();
    const gone = await goneItems(app, context, rows);
    const found: Found[] = await categoriesGone(app, context);
    for (const row of rows) {
      if (!context.hasTime()) break;
      const shadow = shadowOf(context, row);
      const count = [...row.promoted, ...row.hidden].filter(({ id }) => gone.has(`${row.collection_id} ${id}`)).length;
      const fight = fightOf(context, row, (id) => hiding.get(`${row.collection_id} ${id}`)?.map((one) => one.row) ?? []);
      if (shadow) found.push({ row, ...shadow });
      if (count > 0) found.push({ row, kind: 'itemsGone', count });
      if (fight) found.push({ row, kind: 'fights', ...fight });
      await context.breathe();
    }
    return found;
  };

type Shadow = Pick<Found, 'kind'> & { readonly by: NonNullable<Finding['by']>; readonly text: string };

const earlierSteps = [
  ['curations', 'curations'],
  ['fixit', 'fixits'],
  ['characters', 'character-filters'],
] as const;

function takenBy(trace: readonly TraceEntry[], id: number): NonNullable<Finding['by']> | null {
  for (const [step, source] of earlierSteps) {
    const [row] = trace.find((one) => one.step === step)?.rows ?? [];
    if (row !== undefined) return source === 'curations' && row.id === id ? null : { source, ...row };
  }
  return null;
}

/** A rule that takes all queries of a curation. Longer queries may still reach it. */
function shadowOf(context: LintContext, row: Row): Shadow | null {
  let first: Omit<Shadow, 'kind'> | null = null;
  const takerOf = (query: string, category?: string) => takenBy(context.draft(row.collection_id, query, category).trace, row.id);
  for (const { query } of row.queries) {
    const taken = takerOf(query);
    if (taken === null) return null;
    first ??= { by: taken, text: query };
  }
  const taken = row.category === undefined ? null : takerOf('', row.category);
  if (taken !== null) first = { by: taken, text: row.category ?? '' };
  if (first === null) return null;
  if (first.by.source === 'character-filters') return { ...first, kind: 'rewritten' };
  const isForLonger = row.queries.some(({ query, match }) => match === 'contains' && takerOf(`${query} ${unknownWord}`) === null);
  return { ...first, kind: isForLonger ? 'partlyTaken' : 'shadowed' };
}

/** Empty while searches are down. */
async function goneItems(app: App, { project }: LintContext, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const [collectionId, ofOne] of Map.groupBy(rows, (row) => row.collection_id)) {
    const ids = idsIn(ofOne);
    const known = new Set((await itemsOf(app, project, collectionId, ids))?.map(({ id }) => id) ?? ids);
    for (const id of ids) if (!known.has(id)) gone.add(`${collectionId} ${id}`);
  }
  return gone;
}

function fightOf(
  { analyser }: LintContext,
  row: Row,
  hidingIt: (itemId: string) => readonly Row[],
): { by: Finding['by']; text: string } | null {
  const words = ({ query }: CurationQuery) => new Set(analyser.tokens(query).map((token) => analyser.stem(token)));
  const areForOne = (one: CurationQuery, other: CurationQuery): boolean =>
    (other.match === 'contains' && words(other).isSubsetOf(words(one))) ||
    (one.match === 'contains' && words(one).isSubsetOf(words(other)));
  for (const { id } of row.promoted)
    for (const other of hidingIt(id)) {
      const query = row.queries.find((one) => other.queries.some((two) => areForOne(one, two)));
      if (query) return { by: { source: curationsKey, id: other.id, name: other.name }, text: query.query };
    }
  return null;
}

const begin = '<!-- figures: written by `npm run bench -- --write` -->';
const end = '<!-- end of figures -->';

/** Rows of all benchmarks, with those of one file replaced by what it measured now. */
export function mergedRows(known, file, figures, { commit, machine, load }) {
  const others = known.filter((row) => row.file !== file);
  const rows = figures.map((figure) => ({ file, ...figure, commit, machine, load }));
  return [...others, ...rows].toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

/** The page with its table replaced. Throws where it has no place for one. */
export function withTable(text, rows) {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/benchmarks.md needs the lines ${begin} and ${end}.`);
  return `${before}${begin}\n\n${tableOf(rows)}\n\n${end}${after}`;
}

const heads = [
  'measured',
  'target',
  'p50',
  'p95',
  'p99',
  'value',
  'met',
  'commit',
  'machine',
  'load before',
  'search threads',
  'by',
];

const tableOf = (rows) =>
  [heads, heads.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const cellsOf = ({ file, name, times, value, target, searchThreads, commit, machine, load }) => [
  name,
  target?.text ?? '',
  ...['p50', 'p95', 'p99'].map((share) => (times ? ms(times[share]) : '')),
  value ?? '',
  target === undefined ? '' : target.isMet ? 'yes' : '**no**',
  commit,
  machine,
  load,
  searchThreads ?? '–',
  `\`${file}\``,
];

const ms = (time) => `${time.toFixed(time < 10 ? 2 : 1)} ms`;

import { useId, useState, useEffect } from 'preact/hooks';
import type { LabelledFacet } from '#plugin/calls.ts';
import { type FacetsProps, facetTitle, valueText } from './chips.tsx';
import { type Range, rangeOf, type Value, valuesOf, withFilter } from './wanted.ts';
import type { Words } from '#plugin/words.ts';

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

interface RangeFacetProps {
  readonly bounds: { readonly min: number; readonly max: number };
  readonly range: Range;
  readonly words: Words;
  readonly write: (value: number) => string;
  readonly onChange: (range: Range) => void;
}

type End = 'from' | 'to';
const ends: readonly End[] = ['from', 'to'];

export function RangeFacet({ bounds, range, words, write, onChange }: RangeFacetProps) {
  const min = Math.floor(bounds.min);
  const max = Math.ceil(bounds.max);
  const from = within(range.from ?? min, min, max);
  const to = within(range.to ?? max, min, max);
  const [moved, setMoved] = useState({ from, to });
  useEffect(() => setMoved({ from, to }), [from, to]);
  /** Kept while other results arrive. */
  const [typed, setTyped] = useState<{ readonly end: End; readonly text: string } | null>(null);

  const put = (end: End, value: number): typeof moved => {
    const other = end === 'from' ? moved.to : moved.from;
    const next = { ...moved, [end]: within(value, end === 'from' ? min : other, end === 'from' ? other : max) };
    setMoved(next);
    return next;
  };
  const settle = (next: typeof moved): void => {
    if (next.from === from && next.to === to) return;
    onChange({ ...(next.from > min && { from: next.from }), ...(next.to < max && { to: next.to }) });
  };
  const share = (value: number): string => `${max > min ? ((value - min) / (max - min)) * 100 : 0}%`;

  return (
    <div class="range">
      <div class="track" style={{ '--from': share(moved.from), '--to': share(moved.to) }}>
        {ends.map((end) => (
          <input
            key={end}
            type="range"
            min={min}
            max={max}
            step={1}
            value={moved[end]}
            aria-label={words.say(end)}
            aria-valuetext={write(moved[end])}
            onInput={(event) => put(end, event.currentTarget.valueAsNumber)}
            onChange={(event) => settle(put(end, event.currentTarget.valueAsNumber))}
          />
        ))}
      </div>
      <div class="ends">
        {ends.map((end) => (
          <label key={end}>
            <span>{words.say(end)}</span>
            <input
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              value={typed?.end === end ? typed.text : moved[end]}
              onInput={(event) => setTyped({ end, text: event.currentTarget.value })}
              onChange={(event) => {
                const value = event.currentTarget.valueAsNumber;
                setTyped(null);
                if (!Number.isNaN(value)) settle(put(end, value));
              }}
            />
          </label>
        ))}
      </div>
    </div>
  );
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Values that are shown at once. */
const shortCount = 6;

export const Facets = (props: FacetsProps) => (
  <>
    {props.facets.map((facet) => (
      <FacetOf key={facet.field} {...props} facet={facet} />
    ))}
  </>
);

interface FacetProps extends FacetsProps {
  readonly facet: LabelledFacet;
}

function FacetOf(props: FacetProps) {
  const { facet, filters, shop, onFilter, currency } = props;
  const { field, values, min, max } = facet;
  const titleId = useId();
  const title = facetTitle(facet, shop.words);
  const isNumeric = min !== undefined && max !== undefined;
  if (isNumeric ? min === max && filters[field] === undefined : values.length === 0) return null;
  const money = field === 'price' ? (value: number) => shop.words.money(value, currency) : shop.words.number;
  return (
    <div class="facet" role="group" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {isNumeric ? (
        <RangeFacet
          bounds={{ min, max }}
          range={rangeOf(filters, field)}
          words={shop.words}
          write={money}
          onChange={(range) => onFilter(withFilter(filters, field, range))}
        />
      ) : isTree(values) ? (
        <Tree {...props} />
      ) : (
        <Choices {...props} />
      )}
    </div>
  );
}

function Tree({ facet: { field, values }, filters, shop, onFilter }: FacetProps) {
  const [chosen = null] = valuesOf(filters, field);
  return (
    <ul>
      {branchesOf(values, chosen === null ? null : String(chosen)).map(({ path, name, depth, count, isChosen }) => (
        <li key={path} style={{ paddingInlineStart: `${depth * 14}px` }}>
          <button
            type="button"
            class="branch"
            aria-pressed={isChosen}
            onClick={() => onFilter(withFilter(filters, field, isChosen ? null : [path]))}
          >
            <span>{name}</span>
            {count !== null && <span class="count">{shop.words.number(count)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Choices({ facet: { field, values }, filters, shop, onFilter }: FacetProps) {
  const [isLong, setLong] = useState(false);
  const chosen = valuesOf(filters, field);
  const known = new Set(values.map(({ value }) => value));
  const gone = chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }));
  const all = [...values, ...gone];
  const shown = isLong ? all : all.filter(({ value }, place) => place < shortCount || chosen.includes(value));
  const change = (value: Value, isOn: boolean): void =>
    onFilter(withFilter(filters, field, isOn ? [...chosen, value] : chosen.filter((one) => one !== value)));
  return (
    <>
      <ul>
        {shown.map(({ value, count }) => (
          <li key={String(value)}>
            <label class="choice">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) => change(value, event.currentTarget.checked)}
              />
              <span>{valueText(field, value, shop.words)}</span>
              <span class="count">{shop.words.number(count)}</span>
            </label>
          </li>
        ))}
      </ul>
      {all.length > shortCount && (
        <button type="button" class="link" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {shop.words.say(isLong ? 'less' : 'more')}
        </button>
      )}
    </>
  );
}

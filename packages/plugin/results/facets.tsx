import { useId, useState } from 'preact/hooks';
import type { LabelledFacet } from '#plugin/calls/front-answers.ts';
import type { Shop } from '#plugin/shop.ts';
import { branchesOf, isTree } from './category-tree.ts';
import { facetTitle, valueText } from './facet-words.ts';
import { RangeFacet } from './range-facet.tsx';
import { type Filters, rangeOf, type Value, valuesOf, withFilter } from './wanted.ts';

export interface FacetsProps {
  readonly shop: Shop;
  readonly facets: readonly LabelledFacet[];
  readonly filters: Filters;
  readonly currency: string | undefined;
  readonly onFilter: (filters: Filters) => void;
}

/** Values that are shown at once. */
const shortCount = 6;

/** All filters, in the order of the shop. */
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

/** Categories: one at a time, opened along the chosen one. Choosing it again lets it go. */
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

/** Any of several values. The chosen ones are always in sight. */
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

import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { pathSeparator } from '#contract/item.ts';
import type { SearchData } from '#contract/search.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { TesterFilters } from './tester-filters.tsx';
import classes from './query-tester.module.css';

type Facet = SearchData['facets'][number];

interface PathFilterProps {
  readonly facet: Facet;
  readonly filters: TesterFilters;
}

/** Values that are paths, as a tree: a level opens to those below it. */
export function PathFilter({ facet, filters }: PathFilterProps) {
  const counts = new Map(facet.values.map(({ value, count }) => [String(value), count]));
  // A chosen one stays, so that it can be taken back, even where nothing is found with it.
  for (const value of filters.valuesOf(facet.field)) if (!counts.has(String(value))) counts.set(String(value), 0);
  return <Level above="" counts={counts} field={facet.field} filters={filters} />;
}

interface LevelProps {
  /** The path that all of them begin with; empty for the first level. */
  readonly above: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly field: string;
  readonly filters: TesterFilters;
}

function Level(level: LevelProps) {
  const { above, counts } = level;
  const paths = [...counts.keys()].filter((path) => parentOf(path) === above);
  return (
    <div className={classes.values} data-nested={above !== ''}>
      {paths.map((path) => (
        <Node key={path} path={path} {...level} />
      ))}
    </div>
  );
}

function Node({ path, ...level }: LevelProps & { readonly path: string }) {
  const { counts, field, filters } = level;
  const chosen = filters.valuesOf(field).map(String);
  const hasBelow = [...counts.keys()].some((other) => parentOf(other) === path);
  const isChosenBelow = chosen.some((one) => one.startsWith(`${path}${pathSeparator}`));
  const [isOpen, setIsOpen] = useState(isChosenBelow);
  const name = path.split(pathSeparator).at(-1) ?? path;
  const toggle = () => filters.setValues(field, chosen.includes(path) ? chosen.filter((one) => one !== path) : [...chosen, path]);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div>
      <div className={classes.node}>
        <label className={classes.value}>
          <input type="checkbox" checked={chosen.includes(path)} onChange={toggle} />
          <span className={classes.valueName}>{name}</span>
          <span className={classes.count} aria-hidden>
            {formats.number(counts.get(path) ?? 0)}
          </span>
        </label>
        {hasBelow ? (
          <UnstyledButton
            className={classes.opener}
            aria-expanded={isOpen}
            aria-label={t('What is in “{name}”', { name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron size={14} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={classes.opener} />
        )}
      </div>
      {isOpen && hasBelow && <Level {...level} above={path} />}
    </div>
  );
}

const parentOf = (path: string): string => path.split(pathSeparator).slice(0, -1).join(pathSeparator);

import type { FoundItem } from '#contract/search.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './sample.module.css';

const ofSearch: ReadonlySet<string> = new Set(['id', 'score', 'variant_count', 'is_promoted'] satisfies (keyof FoundItem)[]);

interface ItemFieldsProps {
  readonly item: FoundItem;
  readonly labels: Readonly<Record<string, string>>;
}

/** The fields of an item that the shop gets, in their order; closed at first. */
export function ItemFields({ item, labels }: ItemFieldsProps) {
  const fields = Object.entries(item).filter(([name]) => !ofSearch.has(name));
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(text).join(', ');
    if (typeof value === 'number') return formats.number(value);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (
    <details className={classes.fields}>
      <summary>{t('{count} fields', { count: fields.length })}</summary>
      <dl className={classes.fieldList}>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt title={name}>{labels[name] ?? name}</dt>
            <dd>{text(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SearchData } from '#contract/search.ts';
import { useSettledAnswer } from '#ui/calls/queries.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { ItemCell, Picture, shownItemOf } from '#ui/item/item-cell.tsx';
import { AfterWait, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { formats, resultsText } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { resultPreviews } from '#features/developer/result-settings/result-settings.contract.ts';
import type { ResultFormState } from './result-form.panel.tsx';
import classes from './result-preview.module.css';
import { sortText } from './sort-choices.panel.tsx';

interface ResultPreviewProps {
  readonly form: ResultFormState;
  /** The query, or the path of the category. */
  readonly asked: string;
  /** Chooses it. */
  readonly chooser: ReactNode;
}

/** A response of the shop's API, as it would be with the unsaved settings. */
export default function ResultPreview({ form, asked, chooser }: ResultPreviewProps) {
  return (
    <section aria-label={t('Preview')} className={classes.preview}>
      {chooser}
      {(asked !== '' || form.kind === 'catalog') && <Answered form={form} asked={asked} />}
    </section>
  );
}

function Answered({ form, asked }: Omit<ResultPreviewProps, 'chooser'>) {
  const { kind, collectionId: c } = form;
  const { layout_columns: columns, ...settings } = form.draft;
  const input = {
    ...settings,
    c,
    ...(kind === 'catalog' ? { path: asked } : { q: asked }),
    ...(kind === 'autocomplete' && { layout_columns: [...columns] }),
  };
  // Search has the parts that both others share.
  const { data, error, isOld, refetch } = useSettledAnswer(resultPreviews[kind] as typeof resultPreviews.search, input as never);
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <AfterWait>
        <RowSkeletons count={6} />
      </AfterWait>
    );
  const json = JSON.stringify(data.data, null, 2);
  return (
    <div className={classes.answer} data-old={isOld}>
      {kind === 'autocomplete' ? (
        <Completed answer={data.data as unknown as Completion} />
      ) : (
        <Found answer={data.data} form={form} />
      )}
      <details className={classes.response}>
        <summary>{t('Response, {size}', { size: formats.bytes(new Blob([JSON.stringify(data.data)]).size) })}</summary>
        <CodeBlock code={json} copyLabel={t('Copy')} />
      </details>
    </div>
  );
}

const listedItems = 4;
const listedValues = 5;
/** These members of an item are no fields. */
const facts = new Set(['score', 'variant_count', 'is_promoted']);

interface FoundProps {
  readonly answer: SearchData & {
    readonly categories?: readonly { readonly path: string; readonly name: string; readonly count: number }[];
  };
  readonly form: ResultFormState;
}

function Found({ answer, form }: FoundProps) {
  const { items, facets, total_count: count, labels = {}, categories = [] } = answer;
  const [first, ...others] = items;
  const [usual] = form.draft.sort;
  if (first === undefined) return <Text size="sm">{t('Nothing found')}</Text>;
  const isNarrow = facets.length + categories.length === 0;
  return (
    <>
      <Text size="sm" c="dimmed" aria-live="polite">
        {[
          resultsText(answer),
          count > items.length && `${t('Results per page')}: ${formats.number(items.length)}`,
          t('Sort: {sort}', { sort: sortText(usual ?? { field: null, order: 'asc' }) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <div className={classes.page} data-narrow={isNarrow}>
        {!isNarrow && (
          <div className={classes.facets}>
            {categories.length > 0 && (
              <Values title={t('Subcategories')} values={categories.map(({ name, count: of }) => ({ text: name, count: of }))} />
            )}
            {facets.map(({ field, label, values, min, max }) => (
              <Values
                key={field}
                title={label ?? labels[field] ?? fieldLabel(field)}
                {...(min !== undefined &&
                  max !== undefined && { range: `${amount(field, min, first)} – ${amount(field, max, first)}` })}
                values={values.map(({ value, count: of }) => ({ text: valueWord(field, value), count: of }))}
              />
            ))}
          </div>
        )}
        <div className={classes.items}>
          <Card item={first} labels={labels} />
          {others.slice(0, listedItems).map((item) => (
            <ItemCell key={item.id} item={shownItemOf(item)} isNarrow />
          ))}
        </div>
      </div>
    </>
  );
}

interface ValuesProps {
  readonly title: string;
  readonly range?: string;
  readonly values: readonly { readonly text: string; readonly count: number }[];
}

const Values = ({ title, range, values }: ValuesProps) => (
  <div>
    <div className={classes.title}>{title}</div>
    {range ?? (
      <ul className={classes.values}>
        {values.slice(0, listedValues).map(({ text, count }) => (
          <li key={text}>
            <span>{text}</span> <span className={classes.quiet}>{formats.number(count)}</span>
          </li>
        ))}
        {values.length > listedValues && <li className={classes.quiet}>+ {formats.number(values.length - listedValues)}</li>}
      </ul>
    )}
  </div>
);

type Item = SearchData['items'][number];

/** The picture and all fields that the shop gets, in their order. */
function Card({ item, labels }: { readonly item: Item; readonly labels: Readonly<Record<string, string>> }) {
  const { image } = shownItemOf(item);
  const fields = Object.entries(item).filter(([name]) => !facts.has(name) && name !== 'image');
  return (
    <div className={classes.card}>
      {'image' in item && <Picture address={image} sizePx={72} />}
      <dl className={classes.fields}>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{labels[name] ?? fieldLabel(name)}</dt>
            <dd>{typeof value === 'number' ? amount(name, value, item) : written(name, value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const prices = new Set(['price', 'price_before']);

/** A price in the currency of the item. */
const amount = (field: string, value: number, { currency }: Item): string =>
  prices.has(field) && typeof currency === 'string' ? formats.money(value, currency) : formats.number(value);

function written(name: string, value: unknown): string {
  if (Array.isArray(value)) return formats.list(value.map((one) => written(name, one)));
  return typeof value === 'object' ? JSON.stringify(value) : valueWord(name, value as string | number | boolean);
}

interface Completion {
  readonly columns?: readonly {
    readonly kind: string;
    readonly field: string;
    readonly title: string;
    readonly values: readonly { readonly text: string; readonly count: number }[];
    readonly items: readonly Item[];
  }[];
}

const Completed = ({ answer: { columns = [] } }: { readonly answer: Completion }) => (
  <div className={classes.blocks}>
    {columns.map(({ kind, field, title, values, items }, at) => (
      // Blocks have no ids; two of a kind differ by their places.
      <div key={`${kind} ${field} ${at}`}>
        {title !== '' && <div className={classes.title}>{title}</div>}
        {values.map(({ text, count }) => (
          <div key={text} className={classes.suggestion}>
            <span>{text}</span> <span className={classes.quiet}>{formats.number(count)}</span>
          </div>
        ))}
        {items.map((item) => (
          <ItemCell key={item.id} item={shownItemOf(item)} isNarrow />
        ))}
        {values.length + items.length === 0 && <span className={classes.quiet}>{t('Nothing found')}</span>}
      </div>
    ))}
  </div>
);

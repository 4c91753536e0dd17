import { NativeSelect, Text } from '@mantine/core';
import { maximumPerPage, maximumSortChoices } from '#contract/limits.ts';
import { Panel } from '#ui/page/panel.tsx';
import { OrderedRows } from '#features/developer/result-settings/screen/ordered-rows.tsx';
import { t } from '#ui/text/i18n.ts';
import { AddChoice } from './add-choice.tsx';
import { BoundedNumber } from './bounded-number.tsx';
import { sortId, sortOf } from './draft.ts';
import classes from './editor.module.css';
import { useSortChoices } from './sort-choices.panel.tsx';
import type { ResultEditor } from './use-result-editor.tsx';

export function NumberAndOrder({ editor }: { readonly editor: ResultEditor }) {
  return (
    <Panel title={editor.kind === 'autocomplete' ? t('Number') : t('Number and order')}>
      <BoundedNumber
        label={t('Results per page')}
        isLabelShown
        description={
          editor.kind === 'autocomplete'
            ? t('Of each collection, beside the blocks. Empty: as many as the shop asks for.')
            : t('Empty: as many as the shop asks for.')
        }
        value={editor.draft.per_page}
        min={1}
        max={maximumPerPage}
        isOptional
        set={(per_page) => editor.change({ per_page })}
      />
      {editor.kind !== 'autocomplete' && <Sorts editor={editor} />}
    </Panel>
  );
}

function Sorts({ editor }: { readonly editor: ResultEditor }) {
  const { sort } = editor.draft;
  const choices = useSortChoices(editor.saved.fields);
  const used = new Set(sort.map(sortId));
  const isFull = sort.length >= maximumSortChoices;
  return (
    <div>
      <div className={classes.partHead}>
        <div>
          <Text size="sm" fw={500}>
            {t('Sort choices')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('The first one is how results are sorted until a customer chooses.')}
          </Text>
        </div>
        <AddChoice
          label={t('Add choice')}
          choices={choices.filter(({ value }) => !used.has(value))}
          add={(id) => editor.change({ sort: [...sort, sortOf(id)] })}
          reason={isFull ? t('At most {count} choices.', { count: maximumSortChoices }) : undefined}
        />
      </div>
      {sort.length > 0 && (
        <OrderedRows
          label={t('Sort choices')}
          rows={sort}
          // What is there twice, until that is mended, needs ids that aren't.
          idOf={(one) =>
            `${sortId(one)} ${sort.slice(0, sort.indexOf(one)).filter((other) => sortId(other) === sortId(one)).length}`
          }
          nameOf={({ field }) => field ?? t('Relevance')}
          change={(next) => editor.change({ sort: [...next] })}
          isRemovable
          content={(one, place) => (
            <div className={classes.sort}>
              <div className={classes.name} title={one.field ?? undefined}>
                {one.field ?? t('Relevance')}
              </div>
              {one.field !== null && (
                <NativeSelect
                  size="xs"
                  aria-label={`${t('Order')}: ${one.field}`}
                  value={one.order}
                  data={[
                    { value: 'asc', label: t('ascending') },
                    { value: 'desc', label: t('descending') },
                  ]}
                  onChange={({ currentTarget: { value } }) =>
                    editor.change({
                      sort: sort.map((other) => (other === one ? { ...one, order: value === 'desc' ? 'desc' : 'asc' } : other)),
                    })
                  }
                />
              )}
              <Wrong text={editor.problemAt(`sort.${place}.field`)} />
            </div>
          )}
        />
      )}
    </div>
  );
}

export const Wrong = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Text size="xs" role="alert" className={classes.wrong}>
      {text}
    </Text>
  );

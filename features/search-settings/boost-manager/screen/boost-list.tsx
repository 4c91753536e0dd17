import { Text, Button, Switch } from '@mantine/core';
import { ArrowDown, CircleAlert, Copy, Pencil, Power, PowerOff, Trash2, TriangleAlert, Rocket, Plus } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RowActions } from '#ui/list/row-actions.tsx';
import { useIdleMark } from '#ui/crud/rule-state.tsx';
import { useAddress } from '#ui/state/address.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { formats } from '#ui/text/format.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { msg, t } from '#ui/text/i18n.ts';
import {
  type Boost,
  type BoostedField,
  type BoostWarning,
  warningOf,
  madeOf,
  type BoostRule,
  type FieldValues,
  readFieldValues,
  type Boosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostMeaning, boostSentence, fullReason, isAdded, isDemotion } from './boost-words.tsx';
import { type BoostEditor, problemsByBoost } from './use-boost-editor.tsx';
import classes from './boost-manager.module.css';
import { query } from '#ui/calls/queries.ts';
import { Empty } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';

function BoostList({ editor, fields }: { readonly editor: BoostEditor; readonly fields: readonly BoostedField[] }) {
  const problems = problemsByBoost(editor);
  return (
    <ul className={classes.list}>
      {editor.boosts.map((boost) => {
        const problem = problems.get(boost.id);
        return (
          <BoostRow
            key={boost.id}
            boost={boost}
            editor={editor}
            fields={fields}
            warning={warningOf(boost, fields)}
            problem={problem && problemText(t, problem)}
          />
        );
      })}
    </ul>
  );
}

const warnings: Readonly<Record<BoostWarning, string>> = {
  gone: msg('No longer in the schema'),
  notBoostable: msg('Has a boost, but isn’t boostable.'),
  notNumeric: msg('Has no numbers any more.'),
  empty: msg('Filled in for 0 items.'),
};

interface BoostRowProps {
  readonly boost: Boost;
  readonly editor: BoostEditor;
  readonly fields: readonly BoostedField[];
  readonly warning: BoostWarning | null;
  readonly problem: string | undefined;
}

function BoostRow({ boost, editor, fields, warning, problem }: BoostRowProps) {
  const [, change] = useAddress();
  const open = () => change({ edit: boost.id });
  const idleMark = useIdleMark()(boost);
  const isOff = idleMark !== null;
  return (
    <li className={classes.row} data-off={isOff} data-wrong={problem !== undefined || warning === 'gone'}>
      <button type="button" className={classes.opener} onClick={open}>
        <span className={classes.field}>
          {!editor.isLive(boost) && (
            <span
              className={classes.dot}
              role="img"
              aria-label={editor.isUnsaved(boost) ? t('Unsaved changes') : t('Draft')}
              title={editor.isUnsaved(boost) ? t('Unsaved changes') : t('Draft')}
            />
          )}
          {fieldLabel(boost.field)}
        </span>
        <span className={classes.meaning}>{boostMeaning(t, boost, fields)}</span>
        <Amount boost={boost} />
        <span className={classes.states}>
          {idleMark}
          {warning !== null && <Warning warning={warning} />}
          {problem !== undefined && (
            <Text span size="xs" c="var(--aisle-error)">
              {problem}
            </Text>
          )}
        </span>
      </button>
      <Actions boost={boost} editor={editor} fields={fields} open={open} />
    </li>
  );
}

function Warning({ warning }: { readonly warning: keyof typeof warnings }) {
  const Icon = warning === 'gone' ? CircleAlert : TriangleAlert;
  return (
    <span className={classes.warning} data-kind={warning === 'gone' ? 'error' : 'warning'}>
      <Icon size={14} aria-hidden />
      {t(warnings[warning])}
    </span>
  );
}

function Amount({ boost }: { readonly boost: Boost }) {
  return (
    <span className={classes.amount}>
      {isDemotion(boost) && (
        <span className={classes.demoted} title={t('Demoted')}>
          <ArrowDown size={14} role="img" aria-label={t('Demoted')} />
        </span>
      )}
      {isAdded(boost) ? '+' : '×'}
      {formats.number(boost.boost)}
    </span>
  );
}

function Actions({
  boost,
  editor,
  fields,
  open,
}: Pick<BoostRowProps, 'boost' | 'editor' | 'fields'> & { readonly open: () => void }) {
  const [, change] = useAddress();
  const [asked, ask] = useState<string>();
  const name = boostSentence(t, boost, fields);
  const turn = { label: boost.is_active ? t('Turn off') : t('Turn on'), icon: boost.is_active ? PowerOff : Power };
  return (
    <RowActions
      askedFor={asked}
      ask={ask}
      actions={[
        { label: t('Edit'), icon: Pencil, run: open },
        { ...turn, run: () => editor.put({ ...boost, is_active: !boost.is_active }) },
        {
          label: t('Duplicate boost'),
          icon: Copy,
          run: () => change({ edit: 'new', like: boost.id }),
          disabledReason: fullReason(t, editor.boosts),
        },
        {
          label: t('Delete'),
          icon: Trash2,
          run: () => editor.remove(boost.id),
          question: { text: t('Delete “{name}”?', { name }), yes: t('Delete') },
        },
      ]}
    />
  );
}

/** Names of stock fields, best first. Whole names only: `embedded_options_available` isn't one. */
const stockNames = [
  /^availability$/i,
  /^(in_?stock|is_in_stock|skladem)$/i,
  /^(is_)?available$|^dostupnost$|^stock_status$/i,
  /^(stock|sklad)$/i,
];
const inStock = /^(in[ _]?stock|skladem|true|yes|available|1)$/i;

export function useFirstBoost(collectionId: number, fields: readonly BoostedField[], isWanted: boolean) {
  const boostable = fields.filter((field) => field.is_boostable);
  const field = stockNames.map((name) => boostable.find((one) => name.test(one.name))).find(Boolean);
  const asked = query(readFieldValues, { c: collectionId, field: field?.name ?? '' });
  const { data } = useQuery({ ...asked, enabled: isWanted && field !== undefined });
  return { proposed: isWanted && field && data ? proposedBoost(field, data) : {} };
}

function proposedBoost(field: BoostedField, { values }: FieldValues): Partial<BoostRule> {
  if (madeOf(field) === 'number') return { field: field.name, type: 'functional' };
  const value = values.find((one) => inStock.test(String(one.value)))?.value;
  return value === undefined ? {} : { field: field.name, value: [value] };
}

function NoBoosts({ first: { proposed } }: { readonly first: ReturnType<typeof useFirstBoost> }) {
  const [, change] = useAddress();
  const hasStock = proposed.field !== undefined;
  return (
    <Empty
      icon={Rocket}
      title={t('No boosts yet')}
      text={hasStock ? t('Boost items in stock first.') : t('Move up what sells, and down what doesn’t.')}
      action={<Button onClick={() => change({ edit: 'new' })}>{hasStock ? t('Boost items in stock') : t('Add boost')}</Button>}
    />
  );
}

interface SettingsProps {
  readonly editor: BoostEditor;
  readonly data: Boosts;
  readonly first: ReturnType<typeof useFirstBoost>;
}

export function BoostSettings({ editor, data, first }: SettingsProps) {
  const full = fullReason(t, editor.boosts);
  return (
    <div className={classes.settings}>
      <Panel title={t('Boost settings')} actions={<AddBoost isFull={full !== undefined} />}>
        {full !== undefined && (
          <Text size="sm" c="dimmed" mb={12}>
            {full}
          </Text>
        )}
        {editor.boosts.length === 0 ? <NoBoosts first={first} /> : <BoostList editor={editor} fields={data.fields} />}
      </Panel>
      <details className={classes.advanced} open={editor.draft.overrides_relevance}>
        <summary>{t('Advanced boost settings')}</summary>
        <Switch
          mt={12}
          label={t('Boosts override the preset relevance weight')}
          description={t('A field with a boost counts with weight 1.')}
          checked={editor.draft.overrides_relevance}
          onChange={(event) => editor.override(event.currentTarget.checked)}
        />
      </details>
    </div>
  );
}

function AddBoost({ isFull }: { readonly isFull: boolean }) {
  const [, change] = useAddress();
  return (
    <Button
      variant="default"
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => change({ edit: 'new' })}
      disabled={isFull}
    >
      {t('Add boost')}
    </Button>
  );
}

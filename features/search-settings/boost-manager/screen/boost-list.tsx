import { Text, Button, Switch } from '@mantine/core';
import { ArrowDown, CircleAlert, Copy, Pencil, Power, PowerOff, Trash2, TriangleAlert, Rocket, Plus } from 'lucide-react';
import { useState } from 'react';
import { RowActions } from '#ui/list/row-actions.tsx';
import { useIdleMark } from '#ui/crud/rule-state.tsx';
import { useAddress } from '#ui/state/address.ts';
import { toast } from '#ui/calls/toast.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { formats } from '#ui/text/format.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { msg, t } from '#ui/text/i18n.ts';
import {
  type Boost,
  type BoostedField,
  type BoostWarning,
  warningOf,
  type Boosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { isOfStock, ProposalButtons, type Proposals } from './boost-proposals.tsx';
import { boostMeaning, boostSentence, fullReason, isAdded, isDemotion } from './boost-words.tsx';
import { type BoostEditor, problemsByBoost } from './use-boost-editor.tsx';
import classes from './boost-manager.module.css';
import { Empty } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';

function BoostList({ editor, data }: Pick<SettingsProps, 'editor' | 'data'>) {
  const { fields } = data;
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
            beside={besideText(boost, editor.boosts, data)}
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

/** Other effects on the field of a boost: their factors multiply. */
function besideText(boost: Boost, boosts: readonly Boost[], { in_stock_first: isFirst }: Boosts): string | null {
  if (isFirst && isOfStock(boost)) return t('“Lower items out of stock” in Relevance tuning acts on this field, too.');
  const others = boosts.filter(({ id, field, is_active: isActive }) => id !== boost.id && field === boost.field && isActive);
  return others.length === 0 ? null : t('{count} other boosts act on this field, too.', { count: others.length });
}

interface BoostRowProps {
  readonly boost: Boost;
  readonly editor: BoostEditor;
  readonly fields: readonly BoostedField[];
  readonly warning: BoostWarning | null;
  readonly beside: string | null;
  readonly problem: string | undefined;
}

function BoostRow({ boost, editor, fields, warning, beside, problem }: BoostRowProps) {
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
          {warning !== null && <Warning text={t(warnings[warning])} isError={warning === 'gone'} />}
          {beside !== null && !isOff && <Warning text={beside} />}
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

function Warning({ text, isError = false }: { readonly text: string; readonly isError?: boolean }) {
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <span className={classes.warning} data-kind={isError ? 'error' : 'warning'}>
      <Icon size={14} aria-hidden />
      {text}
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
  const tell = (text: string, undo: () => void) => toast({ text, undo });
  const turn = { label: boost.is_active ? t('Turn off') : t('Turn on'), icon: boost.is_active ? PowerOff : Power };
  return (
    <RowActions
      askedFor={asked}
      ask={ask}
      actions={[
        { label: t('Edit'), icon: Pencil, run: open },
        {
          ...turn,
          run() {
            editor.put({ ...boost, is_active: !boost.is_active });
            tell(boost.is_active ? t('“{name}” was turned off.', { name }) : t('“{name}” was turned on.', { name }), () =>
              editor.put(boost),
            );
          },
        },
        {
          label: t('Duplicate boost'),
          icon: Copy,
          run: () => change({ edit: 'new', like: boost.id }),
          disabledReason: fullReason(t, editor.boosts),
        },
        {
          label: t('Delete'),
          icon: Trash2,
          run: () => tell(t('“{name}” was deleted.', { name }), editor.remove(boost)),
          question: { text: t('Delete “{name}”?', { name }), yes: t('Delete') },
        },
      ]}
    />
  );
}

function NoBoosts({ editor, proposals }: Pick<SettingsProps, 'editor' | 'proposals'>) {
  return (
    <Empty
      icon={Rocket}
      title={t('No boosts yet')}
      text={t('Move up what sells, and down what doesn’t.')}
      action={proposals.length > 0 && <ProposalButtons proposals={proposals} editor={editor} />}
    />
  );
}

interface SettingsProps {
  readonly editor: BoostEditor;
  readonly data: Boosts;
  readonly proposals: Proposals;
}

export function BoostSettings({ editor, data, proposals }: SettingsProps) {
  const full = fullReason(t, editor.boosts);
  return (
    <div className={classes.settings}>
      <Panel title={t('Boost settings')} actions={<AddBoost isFull={full !== undefined} />}>
        {full !== undefined && (
          <Text size="sm" c="dimmed" mb={12}>
            {full}
          </Text>
        )}
        {editor.boosts.length === 0 ? (
          <NoBoosts editor={editor} proposals={proposals} />
        ) : (
          <>
            <BoostList editor={editor} data={data} />
            <ProposalButtons proposals={proposals} editor={editor} />
          </>
        )}
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

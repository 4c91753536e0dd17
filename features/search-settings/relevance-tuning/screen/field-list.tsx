import { anyOf, formats } from '#ui/text/format.ts';
import { ActionIcon, Group, NativeSelect, Switch, Text, TextInput, Checkbox } from '@mantine/core';
import { ChevronDown, Search, TriangleAlert, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Panel } from '#ui/page/panel.tsx';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import type { RelevanceBeside, RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { type RelevanceEditor, propertyNames, type Tuning } from './use-relevance-editor.tsx';
import classes from './relevance-tuning.module.css';
import { mostWeight, mostWildcard } from '#contract/limits.ts';
import { WeightInput, useWeightText } from './weight-input.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';

const usualWildcard = 0.8;
const usualPhraseWeight = 2;

interface FieldDetailsProps {
  readonly field: RelevanceField;
  readonly language: Pick<RelevanceBeside, 'language' | 'has_stemmer'>;
  readonly warnings: readonly string[];
  readonly set: (change: Partial<Tuning>) => void;
}

function FieldDetails({ field, language, warnings, set }: FieldDetailsProps) {
  const weight = useWeightText();
  const isIdle = !field.searchable || field.is_archived;
  return (
    <div className={classes.details}>
      {warnings.map((warning) => (
        <Text key={warning} size="sm" className={classes.warning}>
          {warning}
        </Text>
      ))}
      {field.is_archived && (
        <Text size="sm" c="dimmed">
          {t('Private, so it is never searched.')}
        </Text>
      )}
      <Weighed
        label={t(propertyNames.wildcard)}
        help={t('“kon” finds “konvice”, at {x} of a whole word.', { x: weight(field.wildcard || usualWildcard) })}
        value={field.wildcard}
        most={mostWildcard}
        usual={usualWildcard}
        isDisabled={isIdle}
        set={(wildcard) => set({ wildcard })}
      />
      <Weighed
        label={t(propertyNames.phrase_weight)}
        help={t('Extra weight when words stand together.')}
        value={field.phrase_weight}
        most={mostWeight}
        usual={usualPhraseWeight}
        isDisabled={isIdle}
        set={(phraseWeight) => set({ phrase_weight: phraseWeight })}
      >
        <Group gap={8} className={classes.check}>
          <Checkbox
            label={t(propertyNames.user_phrase_check)}
            checked={field.user_phrase_check === '1'}
            disabled={isIdle || field.phrase_weight === 0}
            onChange={(event) => set({ user_phrase_check: event.currentTarget.checked ? '1' : '0' })}
          />
          <AllowedLink needs="data" to={linkTo('/data/phrases')}>
            {t('Phrases')}
          </AllowedLink>
        </Group>
      </Weighed>
      <Switch
        label={t(propertyNames.fuzzy)}
        description={t('Used only when exact matches are few.')}
        checked={field.fuzzy}
        disabled={isIdle}
        onChange={(event) => set({ fuzzy: event.currentTarget.checked })}
      />
      <Switch
        label={t(propertyNames.shingle)}
        description={t('“powerbank” finds “power bank”.')}
        checked={field.shingle}
        disabled={isIdle}
        onChange={(event) => set({ shingle: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t(propertyNames.stemmer)}
        description={language.has_stemmer ? t('Needs a rebuild.') : t('Word forms are unknown in the project’s language.')}
        data={[
          { value: '1', label: formats.language(language.language) },
          { value: '0', label: t('Off') },
        ]}
        value={field.stemmer ? '1' : '0'}
        disabled={isIdle || !language.has_stemmer}
        onChange={(event) => set({ stemmer: event.currentTarget.value === '1' })}
      />
      <Switch
        label={t(propertyNames.boostable)}
        description={field.is_counted ? undefined : t('Only fields with filters and facets (schema).')}
        checked={field.boostable}
        disabled={!field.is_counted && !field.boostable}
        onChange={(event) => set({ boostable: event.currentTarget.checked })}
      />
    </div>
  );
}

interface WeighedProps {
  readonly label: string;
  readonly help: string;
  readonly value: number;
  readonly most: number;
  readonly usual: number;
  readonly isDisabled: boolean;
  readonly set: (value: number) => void;
  readonly children?: ReactNode;
}

function Weighed({ label, help, value, most, usual, isDisabled, set, children }: WeighedProps) {
  const [last, setLast] = useState(value || usual);
  return (
    <div className={classes.weighed}>
      <Switch
        label={label}
        description={help}
        checked={value > 0}
        disabled={isDisabled}
        onChange={(event) => {
          if (value > 0) setLast(value);
          set(event.currentTarget.checked ? last : 0);
        }}
      />
      {value > 0 && (
        <div className={classes.weights}>
          <WeightInput label={label} value={value} most={most} isDisabled={isDisabled} set={set} />
        </div>
      )}
      {children}
    </div>
  );
}

/** From this share of the heaviest weight on, a field dominates the ranking. */
const tellingShare = 0.5;

function fieldWarnings(t: Translate, field: RelevanceField, all: readonly RelevanceField[]): string[] {
  const { searchable, is_archived: isArchived, found_count: count, is_long: isLong, weight, boosts, boostable } = field;
  const isSearched = searchable && !isArchived;
  const heaviest = Math.max(...all.filter((one) => one.searchable).map((one) => one.weight));
  const isAlone = all.filter((one) => one.searchable && one.weight > 0).length === 1;
  return [
    ...(isSearched && count === 0 ? [t('Searched, but filled in for 0 items.')] : []),
    ...(isSearched && isLong && !isAlone && weight >= heaviest * tellingShare
      ? [t('Long text with a high weight pushes names down.')]
      : []),
    ...(boosts.length > 0 && !boostable ? [t('Has a boost, but isn’t boostable.')] : []),
  ];
}

/** Fields that need a rebuild, as their words are indexed in another way than these settings need. */
export function fieldsToRebuild(fields: readonly RelevanceField[]) {
  const searched = fields.filter(({ searchable, is_archived: isArchived, built }) => searchable && !isArchived && built !== null);
  return {
    added: searched.filter(({ built }) => !built!.searchable),
    otherForms: searched.filter(({ built, stemmer }) => built!.searchable && built!.stemmer !== stemmer),
  };
}

const shown = ['searched', 'all', 'changed', 'warned'] as const;
type Shown = (typeof shown)[number];

const byWeight = (one: RelevanceField, other: RelevanceField): number =>
  Number(other.searchable) - Number(one.searchable) ||
  other.weight - one.weight ||
  one.field_name.localeCompare(other.field_name);

/** The fields by their saved weight, so that rows don't move while somebody edits. */
export function FieldList({ editor, beside }: { readonly editor: RelevanceEditor; readonly beside: RelevanceBeside }) {
  const [{ show, field: opened }, change] = useAddress();
  const [text, setText] = useState('');
  const kind: Shown = shown.find((one) => one === show) ?? 'searched';
  const { fields, saved } = editor;
  const warnings = new Map(fields.map((field) => [field.id, fieldWarnings(t, field, fields)]));
  const isWarned = ({ id }: RelevanceField) => (warnings.get(id)?.length ?? 0) > 0;
  const isShown = (before: RelevanceField): boolean => {
    const now = fields.find(({ id }) => id === before.id) ?? before;
    const isEdited = editor.isChanged(before.id);
    const names = `${now.field_name} ${fieldLabel(now.field_name)}`.toLowerCase();
    if (!names.includes(text.trim().toLowerCase())) return false;
    if (now.field_name === opened || kind === 'all') return true;
    if (kind === 'warned') return isWarned(now);
    return isEdited || (kind === 'searched' && (before.searchable || now.searchable) && !now.is_archived);
  };
  const rows = saved.toSorted(byWeight).filter(isShown);
  const searchedCount = fields.filter(({ searchable, is_archived: isArchived }) => searchable && !isArchived).length;
  const warnedCount = fields.filter(isWarned).length;
  return (
    <Panel title={t('Fields')}>
      <Group gap={8}>
        <TextInput
          className={classes.filter}
          aria-label={t('Search the list')}
          placeholder={t('Search the list')}
          leftSection={<Search size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('Shown fields')}
          value={kind}
          onChange={(event) => change({ show: event.currentTarget.value === 'searched' ? undefined : event.currentTarget.value })}
          data={[
            { value: 'searched', label: t('Searched fields') },
            { value: 'all', label: anyOf(t('Fields')) },
            { value: 'changed', label: t('Changed fields') },
            { value: 'warned', label: t('Fields with a warning') },
          ]}
        />
      </Group>
      <Text size="sm" c="dimmed" aria-live="polite">
        {t('{n} of {count} fields searched', { n: searchedCount, count: fields.length })}
        {warnedCount > 0 && ` · ${t('{count} warnings', { count: warnedCount })}`}
      </Text>
      {rows.length === 0 ? (
        <Text size="sm">
          {text.trim() === '' ? t('No rows for these filters') : t('Nothing matches “{search}”', { search: text })}
        </Text>
      ) : (
        <ul className={classes.fields}>
          {rows.map(({ id, field_name: name }) => {
            const field = fields.find((one) => one.id === id)!;
            return (
              <FieldRow
                key={id}
                field={field}
                editor={editor}
                language={beside}
                warnings={warnings.get(id) ?? []}
                isOpen={opened === name}
                toggle={() => change({ field: opened === name ? undefined : name }, { isReplacing: true })}
              />
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

interface FieldRowProps {
  readonly field: RelevanceField;
  readonly editor: RelevanceEditor;
  readonly language: Pick<RelevanceBeside, 'language' | 'has_stemmer'>;
  readonly warnings: readonly string[];
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function FieldRow({ field, editor, language, warnings, isOpen, toggle }: FieldRowProps) {
  const { id, field_name: code, weight, is_archived: isArchived } = field;
  const name = fieldLabel(code);
  const isSearched = field.searchable && !isArchived;
  const isChanged = editor.isChanged(id);
  return (
    <li className={classes.field} data-open={isOpen}>
      <div className={classes.row}>
        <Switch
          size="sm"
          aria-label={t('{name}: searched', { name })}
          checked={isSearched}
          disabled={isArchived}
          onChange={(event) => editor.set(id, { searchable: event.currentTarget.checked })}
        />
        <button
          type="button"
          className={classes.name}
          data-changed={isChanged}
          aria-expanded={isOpen}
          title={code}
          onClick={toggle}
        >
          <span className={classes.nameText}>{name}</span>
          {warnings.length > 0 && (
            <TriangleAlert size={14} role="img" aria-label={warnings.join(' ')} className={classes.warningIcon} />
          )}
        </button>
        {isSearched ? (
          <WeightInput
            label={t('Weight of {name}', { name })}
            value={weight}
            most={mostWeight}
            set={(next) => editor.set(id, { weight: next })}
          />
        ) : (
          <Text size="sm" c="dimmed" className={classes.notSearched}>
            {t('Not searched')}
          </Text>
        )}
        <span className={classes.reset}>
          {isChanged && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Reset {name}', { name })}
              title={t('Reset')}
              onClick={() => editor.reset(id)}
            >
              <Undo2 size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.opener}
          data-open={isOpen}
          aria-label={t('More about {name}', { name })}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
      </div>
      {isOpen && <FieldDetails field={field} language={language} warnings={warnings} set={(change) => editor.set(id, change)} />}
    </li>
  );
}

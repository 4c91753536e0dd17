import { Checkbox, Group, NativeSelect, Switch, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { languageName } from '#contract/texts/languages.ts';
import { mostWeight, mostWildcard } from '#contract/limits.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import type { RelevanceBeside, RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { propertyNames, type Tuning } from './use-relevance-editor.tsx';
import { useWeightText, WeightInput } from './weight-input.tsx';
import classes from './relevance-tuning.module.css';

/** The value of a weight when it is turned on for the first time. */
const usualWildcard = 0.8;
const usualPhraseWeight = 2;

interface FieldDetailsProps {
  readonly field: RelevanceField;
  readonly language: Pick<RelevanceBeside, 'language' | 'has_stemmer'>;
  readonly warnings: readonly string[];
  readonly set: (change: Partial<Tuning>) => void;
}

export function FieldDetails({ field, language, warnings, set }: FieldDetailsProps) {
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
          {t('Kept for you alone, so it is never searched.')}
        </Text>
      )}
      <Weighed
        label={t(propertyNames.wildcard)}
        help={t('“kon” finds “konvice”, worth {x} of a whole word.', { x: weight(field.wildcard || usualWildcard) })}
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
        description={t('Looked for only when exact finds too little.')}
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
        description={
          language.has_stemmer ? t('Needs a rebuild.') : t('Forms of words are not known in the language of this project.')
        }
        data={[
          { value: '1', label: languageName(language.language) },
          { value: '0', label: t('off') },
        ]}
        value={field.stemmer ? '1' : '0'}
        disabled={isIdle || !language.has_stemmer}
        onChange={(event) => set({ stemmer: event.currentTarget.value === '1' })}
      />
      <Switch
        label={t(propertyNames.boostable)}
        description={field.is_counted ? undefined : t('Only fields with filters and facets can be; the schema turns them on.')}
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

/** A weight that can be turned off. Turned on again, it has its last value. */
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

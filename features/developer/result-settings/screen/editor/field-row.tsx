import { Switch, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { leastCutLength, mostCutLength } from '#contract/limits.ts';
import { t } from '#ui/text/i18n.ts';
import type { ResultField } from '#features/developer/result-settings/result-fields.contract.ts';
import type { AnswerField } from '#features/developer/result-settings/result-settings.contract.ts';
import { BoundedNumber } from './bounded-number.tsx';
import classes from './editor.module.css';

interface FieldRowProps {
  readonly row: ResultField;
  readonly field: AnswerField | undefined;
  /** No other field is shown. */
  readonly isLast: boolean;
  readonly set: (change: Partial<ResultField>) => void;
}

/** One field of answers: whether it is sent, what the shop calls it, and to what length its text is cut. */
export function FieldRow({
  row: { field: name, is_shown: isShown, label, max_length: most },
  field,
  isLast,
  set,
}: FieldRowProps) {
  const reasonId = useId();
  const isArchived = field?.is_archived ?? false;
  const isText = (field?.type ?? 'text') === 'text';
  const reason = isArchived ? t('Private fields are never sent.') : isLast ? t('At least one field is needed.') : undefined;
  return (
    <div className={classes.field} data-hidden={!isShown}>
      <Switch
        size="sm"
        aria-label={t('{name}: shown', { name })}
        checked={isShown}
        disabled={reason !== undefined}
        title={reason}
        {...(reason !== undefined && { 'aria-describedby': reasonId })}
        onChange={(event) => set({ is_shown: event.currentTarget.checked })}
      />
      <div className={classes.names}>
        <div className={classes.name} title={name}>
          {name}
        </div>
        {reason !== undefined && (
          <Text id={reasonId} size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </div>
      <TextInput
        size="xs"
        className={classes.label ?? ''}
        aria-label={`${t('Label')}: ${name}`}
        placeholder={t('Label')}
        value={label}
        maxLength={200}
        disabled={isArchived}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <BoundedNumber
        label={`${t('Max. length')}: ${name}`}
        value={most}
        min={leastCutLength}
        max={mostCutLength}
        range={t('A whole number, 10 or more, or empty.')}
        isOptional
        isDisabled={isArchived || !isText}
        title={isText ? t('Cut at a word, with “…”.') : t('Only texts can be cut.')}
        set={(max_length) => set({ max_length })}
      />
    </div>
  );
}

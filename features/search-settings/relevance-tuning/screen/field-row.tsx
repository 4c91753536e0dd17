import { ActionIcon, Switch, Text } from '@mantine/core';
import { ChevronDown, TriangleAlert, Undo2 } from 'lucide-react';
import { mostWeight } from '#contract/limits.ts';
import { t } from '#console-kit/text/i18n.ts';
import { FieldDetails } from './field-details.tsx';
import type { RelevanceBeside, RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import type { RelevanceEditor } from './use-relevance-editor.tsx';
import { WeightInput } from './weight-input.tsx';
import classes from './relevance-tuning.module.css';

interface FieldRowProps {
  readonly field: RelevanceField;
  readonly editor: RelevanceEditor;
  readonly language: Pick<RelevanceBeside, 'language' | 'has_stemmer'>;
  readonly warnings: readonly string[];
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** A field: whether it is searched and its weight; when opened, all other settings. */
export function FieldRow({ field, editor, language, warnings, isOpen, toggle }: FieldRowProps) {
  const { id, field_name: name, weight, is_archived: isArchived } = field;
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
          title={name}
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
            {t('not searched')}
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

import { Alert, Button, Text } from '@mantine/core';
import { GitMerge } from 'lucide-react';
import type { PromotedPlaces } from '#contract/values/promoted-places.ts';
import type { CallError } from '#ui/calls/api.ts';
import { DraftConflict, RefusedSave } from '#ui/form/conflict.tsx';
import { errorText, problemText } from '#ui/calls/error-text.ts';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

export function EditorRefusal({ editor }: { readonly editor: CurationEditor }) {
  const timeZone = useProjectTimeZone();
  const { failure, itemOf, save } = editor;
  const names: Readonly<Record<string, string>> = {
    name: t('Internal name'),
    queries: t('Queries'),
    category: t('Category'),
    variantsOnly: t('This variant only'),
    places: t('Pinned to this place'),
    promoted: t('Promoted'),
    hidden: t('Hidden'),
    is_active: t('Active'),
    valid_from: t('From'),
    valid_to: t('To'),
  };
  const says = (value: unknown, [name]: readonly string[]): string => {
    if (name === 'queries') return (value as CurationQuery[]).map(({ query, match }) => `${query} (${t(match)})`).join(', ');
    if (name === 'places')
      return Object.entries(value as PromotedPlaces)
        .map(([id, place]) => `${place}: ${itemOf(id).shown.name}`)
        .join(', ');
    if (Array.isArray(value)) return value.map((id: string) => itemOf(id).shown.name).join(', ');
    if (typeof value === 'boolean') return value ? t('On') : t('Off');
    return typeof value === 'number' ? formats.momentIn(value, timeZone) : ((value as string | null) ?? '–');
  };
  if (failure?.code === 'deletedMeanwhile')
    return (
      <Alert role="alert" icon={<GitMerge size={18} aria-hidden />} mb={16}>
        <Text size="sm" mb={12}>
          {t('{person} deleted this in the meantime.', { person: String(failure.parameters['person'] ?? t('Somebody')) })}
        </Text>
        <Button size="xs" onClick={() => void editor.saveAsNew()}>
          {t('Save as new')}
        </Button>
      </Alert>
    );
  return (
    <RefusedSave
      failure={failure}
      conflict={(error) => (
        <DraftConflict
          editor={editor}
          error={error}
          versionOf={(saved) => saved?.updated_at ?? null}
          nameOf={([name = '']) => names[name] ?? name}
          says={says}
          keep={(theirs) => void save(theirs)}
        />
      )}
      say={refusalText}
    />
  );
}

function refusalText(failure: CallError): string {
  const isOfFields = failure.problems.some(({ field }) => field !== '');
  if (!isOfFields) return errorText(failure);
  return failure.problems.map((problem) => problemText(t, problem)).join(' ');
}

import { useNavigate } from '@tanstack/react-router';
import { ConflictAlert } from '#ui/crud/conflict-alert.tsx';
import { FormFailures } from '#ui/form/form.tsx';
import { linkTo } from '#ui/state/address.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type Curation,
  type CurationQuery,
  curations,
  curationsPath,
} from '#features/search-settings/curations/curations.contract.ts';
import { sentOf } from './draft.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

export function EditorRefusal({ editor }: { readonly editor: CurationEditor }) {
  const navigate = useNavigate();
  const timeZone = useProjectTimeZone();
  const { refusal, saved, draft, itemOf, load, saveInstead } = editor;
  if (!refusal) return null;
  const names = {
    name: t('Internal name'),
    queries: t('Queries'),
    promoted: t('Promoted'),
    hidden: t('Hidden'),
    is_active: t('Active'),
    valid_from: t('From'),
    valid_to: t('To'),
  };
  const says = (name: string, value: unknown): string => {
    if (name === 'queries') return (value as CurationQuery[]).map(({ query, match }) => `${query} (${t(match)})`).join(', ');
    if (name === 'is_active') return value === true ? t('On') : t('Off');
    if (name === 'name') return String(value);
    if (name === 'valid_from' || name === 'valid_to') return value === null ? '–' : formats.momentIn(value as number, timeZone);
    return (value as { id: string }[]).map(({ id }) => itemOf(id).shown.name).join(', ');
  };
  if (saved && (refusal.code === 'changedMeanwhile' || refusal.code === 'deletedMeanwhile'))
    return (
      <ConflictAlert
        crud={{ endpoints: curations, close: () => void navigate(linkTo(curationsPath)) }}
        id={saved.id}
        error={refusal}
        names={names}
        mine={sentOf(draft)}
        says={says}
        load={load}
        replace={(theirs: Curation) => saveInstead(theirs)}
        saveAsNew={() => saveInstead(null)}
      />
    );
  const sentences = refusal.problems.map((problem) => problemText(t, problem));
  const isWrong = refusal.problems.some(({ field }) => field !== '');
  return <FormFailures failures={isWrong ? [t('Please, provide correct data!'), ...sentences] : sentences} />;
}

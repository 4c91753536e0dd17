import { Button, Group, SegmentedControl, Select, Switch, TextInput, UnstyledButton, Popover, SimpleGrid } from '@mantine/core';
import { ListChecks, Pencil } from 'lucide-react';
import { problemText } from '#ui/calls/error-text.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { CategoryPicker } from '#features/search-settings/curations/screen/category.picker.tsx';
import { useMatchOptions } from '#features/search-settings/curations/screen/queries/queries.picker.tsx';
import { nameOf } from './draft.ts';
import classes from './editor.module.css';
import type { CurationEditor } from './use-curation-editor.tsx';
import { MomentInput } from '#ui/form/text-inputs.tsx';
import { useValidityText } from '#ui/crud/open-record.tsx';
import { useProjectTimeZone } from '#ui/state/session.ts';

function EditorValidity({
  editor: { draft, change },
  error,
}: {
  readonly editor: CurationEditor;
  readonly error: string | undefined;
}) {
  const says = useValidityText();
  const timeZone = useProjectTimeZone();
  const { valid_from: from, valid_to: to } = draft;
  const isReversed = from !== null && to !== null && to <= from;
  const wrong = isReversed ? t('The end is before the start. Choose a later end.') : error;
  const shared = { timeZone, hint: t('Time zone {zone}', { zone: timeZone }) };
  return (
    <Popover position="bottom-end" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color={wrong === undefined ? 'gray' : 'red'}
          size="compact-sm"
          rightSection={<Pencil size={14} aria-hidden />}
        >
          {t('Validity')}: {says({ valid_from: from, valid_to: to })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
          <MomentInput
            {...shared}
            field={{ label: t('From') }}
            value={from}
            change={(moment) => change({ valid_from: moment })}
          />
          <MomentInput
            {...shared}
            field={{ label: t('To'), error: wrong }}
            value={to}
            change={(moment) => change({ valid_to: moment })}
          />
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}

interface HeadProps {
  readonly editor: CurationEditor;
  readonly active: number;
  readonly choose: (place: number) => void;
  readonly editQueries: () => void;
  readonly isChecked: boolean;
}

export function EditorHead({ editor, active, choose, editQueries, isChecked }: HeadProps) {
  const { draft, change, saved, failure } = editor;
  const problemOf = (field: string): string | undefined => {
    const problem = failure?.problems.find((one) => one.field === field);
    return problem && problemText(t, problem);
  };
  const isNew = saved === null && draft.queries.length === 1;
  const name = nameOf(draft);
  const q = draft.queries[active]!.query.trim();
  return (
    <>
      <div className={classes.fields}>
        {isNew && (
          <SegmentedControl
            className={classes.kind}
            aria-label={t('For')}
            data={[
              { value: 'query', label: t('Query') },
              { value: 'category', label: t('Category') },
            ]}
            value={draft.category === null ? 'query' : 'category'}
            onChange={(kind) => change({ category: kind === 'query' ? null : '' })}
          />
        )}
        {draft.category !== null && (
          <CategoryPicker
            className={classes.nameField}
            label={t('Category')}
            c={editor.collectionId}
            value={draft.category}
            onChange={(category) => change({ category })}
            error={problemOf('category') ?? (isChecked && draft.category === '' ? t('Required field') : undefined)}
          />
        )}
        {isNew && draft.category === null && (
          <FirstQuery editor={editor} error={problemOf('queries.0.query')} isChecked={isChecked} />
        )}
        <TextInput
          className={classes.nameField}
          label={t('Internal name')}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value, isNamed: true })}
          error={problemOf('name') ?? (isChecked && name.trim() === '' ? t('Required field') : undefined)}
        />
        <Group gap={16} className={classes.switch}>
          <Switch
            label={t('Active')}
            checked={draft.is_active}
            onChange={(event) => change({ is_active: event.currentTarget.checked })}
          />
          <EditorValidity editor={editor} error={problemOf('valid_to')} />
        </Group>
      </div>
      {draft.category === null && (
        <div className={classes.queries}>
          <div className={classes.tabs} role="group" aria-label={t('Queries')}>
            {!isNew &&
              draft.queries.map(({ query, match }, place) => (
                <UnstyledButton
                  key={`${place} ${query}`}
                  className={classes.tab}
                  aria-pressed={place === active}
                  onClick={() => choose(place)}
                >
                  {query} {match === 'contains' && <span className={classes.match}>{t('contains')}</span>}
                </UnstyledButton>
              ))}
            {!isNew || draft.queries[0]?.query.trim() !== '' ? (
              <Button variant="subtle" size="compact-sm" leftSection={<ListChecks size={16} aria-hidden />} onClick={editQueries}>
                {t('Queries')}
              </Button>
            ) : null}
          </div>
          {q !== '' && (
            <AllowedLink needs="preview" to={linkTo('/developer/query-tester', { c: editor.collectionId, q })}>
              {t('Open in Query tester')}
            </AllowedLink>
          )}
        </div>
      )}
    </>
  );
}

interface FirstQueryProps {
  readonly editor: CurationEditor;
  readonly error: string | undefined;
  readonly isChecked: boolean;
}

function FirstQuery({ editor: { draft, change }, error, isChecked }: FirstQueryProps) {
  const matches = useMatchOptions();
  const [first] = draft.queries;
  if (!first) return null;
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" className={classes.firstQuery}>
      <TextInput
        className={classes.queryField}
        label={t('Query')}
        value={first.query}
        onChange={(event) => change({ queries: [{ ...first, query: event.currentTarget.value }] })}
        error={error ?? (isChecked && first.query.trim() === '' ? t('Required field') : undefined)}
        autoFocus
      />
      <Select
        className={classes.matchField}
        label={t('Match')}
        data={matches}
        value={first.match}
        allowDeselect={false}
        onChange={(match) => change({ queries: [{ ...first, match: match as typeof first.match }] })}
      />
    </Group>
  );
}

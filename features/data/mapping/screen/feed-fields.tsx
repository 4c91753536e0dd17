import { Anchor, NativeSelect, Text, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { FeedField, FeedMapping } from '#features/data/mapping/mapping.contract.ts';
import { noUse, ownUse, targetsOf } from './mapping-draft.ts';
import classes from './mapping.module.css';
import { standardFields } from './standard-fields.tsx';
import type { MappingEditor } from './use-mapping-editor.tsx';

const shownAtFirst = 40;

export function FeedFields({ mapping, editor }: { readonly mapping: FeedMapping; readonly editor: MappingEditor }) {
  const [search, setSearch] = useState('');
  const [isWhole, setIsWhole] = useState(false);
  const wanted = search.trim().toLowerCase();
  const found = mapping.feed_fields.filter(({ name, samples }) => `${name} ${samples.join(' ')}`.toLowerCase().includes(wanted));
  const shown = isWhole ? found : found.slice(0, shownAtFirst);
  return (
    <Panel title={t('In the feed')} text={t('What the feed has, with some of its values.')}>
      <TextInput
        type="search"
        aria-label={t('Search fields and values')}
        placeholder={t('Search fields and values')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<Search size={16} aria-hidden />}
      />
      <ul className={classes.list}>
        {shown.map((field) => (
          <FeedFieldRow key={field.name} field={field} sampleCount={mapping.sample_count} editor={editor} />
        ))}
      </ul>
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No field has that in its name or values.')}
        </Text>
      )}
      {shown.length < found.length && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsWhole(true)}>
          {t('Show all {count} fields', { count: found.length })}
        </Anchor>
      )}
    </Panel>
  );
}

interface FeedFieldRowProps {
  readonly field: FeedField;
  readonly sampleCount: number;
  readonly editor: MappingEditor;
}

function FeedFieldRow({ field: { name, count, samples }, sampleCount, editor }: FeedFieldRowProps) {
  const [first, ...others] = targetsOf(name, editor.fields);
  const use = editor.draft.left_out.includes(name) ? noUse : (first ?? ownUse);
  const isOwn = first === undefined || !(first in standardFields);
  return (
    <li className={classes.row}>
      <div className={classes.field}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className={classes.sample}>
          {samples.join(' · ') || t('empty')}
        </Text>
        {count < sampleCount && (
          <Text size="xs" c="dimmed">
            {t('In {count} of {total} items', { count, total: sampleCount })}
          </Text>
        )}
      </div>
      <div className={classes.use}>
        <NativeSelect
          size="xs"
          aria-label={t('Use {field} as', { field: name })}
          value={isOwn && use !== noUse ? ownUse : use}
          onChange={(event) => editor.setUse(name, event.currentTarget.value)}
          data={[
            { value: ownUse, label: t('Keep as a separate field') },
            ...Object.entries(standardFields).map(([value, label]) => ({ value, label: t(label) })),
            { value: noUse, label: t('Ignored') },
          ]}
        />
        {others.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('Also for {fields}', { fields: others.map((other) => t(standardFields[other] ?? other)).join(', ') })}
          </Text>
        )}
      </div>
    </li>
  );
}

import { Button, Switch, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Panel } from '#ui/page/panel.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { BoostList } from './boost-list.tsx';
import type { Boosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { fullReason } from './boost-words.tsx';
import { NoBoosts, type useFirstBoost } from './no-boosts.tsx';
import type { BoostEditor } from './use-boost-editor.tsx';
import classes from './boost-manager.module.css';

interface SettingsProps {
  readonly editor: BoostEditor;
  readonly data: Boosts;
  readonly first: ReturnType<typeof useFirstBoost>;
}

export function BoostSettings({ editor, data, first }: SettingsProps) {
  const full = fullReason(t, editor.now.boosts);
  return (
    <div className={classes.settings}>
      <Panel title={t('Boost settings')} actions={<AddBoost isFull={full !== undefined} />}>
        {full !== undefined && (
          <Text size="sm" c="dimmed" mb={12}>
            {full}
          </Text>
        )}
        {editor.now.boosts.length === 0 ? <NoBoosts first={first} /> : <BoostList editor={editor} fields={data.fields} />}
      </Panel>
      <details className={classes.advanced} open={editor.now.overrides_relevance}>
        <summary>{t('Advanced boost settings')}</summary>
        <Switch
          mt={12}
          label={t('Boosts override the preset relevance weight')}
          description={t('A field with a boost counts with weight 1.')}
          checked={editor.now.overrides_relevance}
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

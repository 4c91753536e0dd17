import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Loaded, RowSkeletons } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Status } from '#ui/page/status.tsx';
import { ExpectedImpact } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';
import type { ReleasedKind } from '#ui/releases/released-kind.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { ReleaseEffectPart } from '#features/analytics/impact/screen/release-effect.panel.tsx';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useChangeActions, CompareWith, ReleaseComparison, useComparedWith } from './release-comparison.tsx';
import { isKept, TryQuery } from './release.picker.tsx';
import { ReleaseChanges } from './release-changes.tsx';
import { whoMade, whyMade } from './release-words.tsx';
import { readRelease, type ReleaseDetail } from '#features/search-settings/releases/releases.contract.ts';
import { ReleaseNote } from './release-note.tsx';
import { Nothing, onlyRecord, useRestore, wholeRelease, whyNotRestored } from './use-restore.tsx';

interface KindsProps {
  readonly kinds: readonly ReleasedKind[];
}

/** One release, `?release=42`: what it changed, and how to restore it. */
export function ReleaseDrawer({ kinds }: KindsProps) {
  const [{ release: number }, change] = useAddress<'/search-settings/releases'>();
  return (
    <SideDrawer
      isOpen={number !== undefined}
      isWide
      title={number === undefined ? '' : t('Release {number}', { number: String(number) })}
      onClose={() => change({ release: undefined, edit: undefined, with: undefined })}
    >
      {number !== undefined && (
        <Loaded key={number} query={query(readRelease, { number })} skeleton={<RowSkeletons count={4} />}>
          {(detail) => <ReleaseContent kinds={kinds} release={detail} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

function ReleaseContent({ kinds, release }: KindsProps & { readonly release: ReleaseDetail }) {
  const { restore, isBusy, nothing } = useRestore(kinds);
  const block = useSavingBlock();
  const record = onlyRecord();
  const refusal = block ?? whyNotRestored(release);
  const whole = wholeRelease(release.number);
  const why = whyMade(t, kinds, release);
  const actionOf = useChangeActions(release, restore, record);
  const other = useComparedWith();
  return (
    <Stack gap={16}>
      <Group justify="space-between" gap={12}>
        <Group gap={8}>
          {release.is_live && <Status kind="live" label={t('Live')} />}
          <Text size="sm" c="dimmed">
            {t('went live')} <Moment at={release.live_since} />
            {' · '}
            {whoMade(t, release)}
            {why !== null && ` · ${why}`}
          </Text>
        </Group>
        <Group gap={8}>
          <CompareWith number={release.number} />
          <Button
            variant="default"
            leftSection={<RotateCcw size={16} aria-hidden />}
            disabled={refusal !== undefined}
            title={refusal}
            loading={isBusy}
            onClick={() => void restore(whole)}
          >
            {whole.yes}
          </Button>
        </Group>
      </Group>
      <ReleaseNote release={release} />
      <Impact release={release} />
      {nothing && <Nothing kinds={kinds} staying={nothing} />}
      {!release.is_live && !release.can_restore && (
        <Text size="sm" c="dimmed">
          {record}
        </Text>
      )}
      <div>
        {other === null ? (
          <ReleaseChanges kinds={kinds} counts={release.counts} changes={release.changes} actionOf={actionOf} />
        ) : (
          <ReleaseComparison kinds={kinds} release={release} other={other} restore={restore} record={record} />
        )}
      </div>
      {isKept(release) && <TryQuery number={release.number} />}
    </Stack>
  );
}

/** The expected impact beside the measured one. */
function Impact({ release: { number, expected } }: { readonly release: ReleaseDetail }) {
  return (
    <Panel title={t('Impact')}>
      <SimpleGrid type="container" cols={{ base: 1, '640px': 2 }} spacing={24}>
        {expected && (
          <Stack gap={4} component="section" aria-label={t('Expected by the check')}>
            <Text fw={600} component="h3">
              {t('Expected by the check')}
            </Text>
            <ExpectedImpact expected={expected} />
          </Stack>
        )}
        <ReleaseEffectPart number={number} />
      </SimpleGrid>
      <div>
        <ImpactPart of={{ number }} />
      </div>
    </Panel>
  );
}

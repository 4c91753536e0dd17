import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAddress, linkTo } from '#console-kit/state/address.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { DemoLink } from '#features/developer/demo-shop/link/demo-link.panel.tsx';
import { HeldActions, HeldReasons } from './held-import.tsx';
import { Figure, Figures } from './import-figures.tsx';
import { useImportSentences } from './import-sentences.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ImportState } from './import-state.panel.tsx';
import type { Import } from './imports.contract.ts';
import classes from './import.module.css';

/** How the last import ended: counts and remarks, or why it failed. */
export function ImportResult({ feedId, last }: { readonly feedId: number; readonly last: Import }) {
  const t = useText();
  const { number } = useFormats();
  const sentences = useImportSentences();
  const { error_count: errors, warning_count: warnings } = last;
  return (
    <section className={classes.card}>
      <Group gap={12}>
        <Title order={2}>{t('Last import')}</Title>
        <ImportState last={last} />
      </Group>
      {last.failure !== null && (
        <Alert color="red" variant="light" mt={16} title={t('The feed could not be imported. What was live before stays live.')}>
          {sentences.failure(last.failure)}
        </Alert>
      )}
      {last.state === 'unchanged' && (
        <Text size="sm" mt={12}>
          {t('The host said that nothing is new, so the items stay as they are. “Import again” reads the feed all the same.')}
        </Text>
      )}
      {last.state === 'asDropped' && (
        <Text size="sm" mt={12}>
          {t(
            'The feed still brings what you have dropped, so the items stay as they are. “Import again” asks you about it once more.',
          )}
        </Text>
      )}
      {last.state === 'held' && last.counts && (
        <Stack gap={16} mt={16}>
          <HeldReasons reasons={last.counts.held_for} />
          <HeldActions feedId={feedId} importId={last.id} />
        </Stack>
      )}
      {(last.state === 'done' || last.state === 'unchanged') && (
        <Figures>
          <Figure name={t('Items imported')} value={number(last.imported_count)} />
          {!last.counts && <Figure name={t('Left out')} value={number(errors)} />}
          <Figure name={t('Values left out')} value={number(warnings)} />
        </Figures>
      )}
      {last.counts && <ReportFigures counts={last.counts} />}
      {last.counts && <ReportLink importId={last.id} isHeld={last.state === 'held'} />}
      {(last.state === 'done' || last.state === 'unchanged') && (
        <Text size="sm" mt={12}>
          <DemoLink kind="words" />
        </Text>
      )}
      {errors + warnings > 0 && (
        <Text size="sm" mt={12}>
          <Anchor component={Link} {...linkTo('/data/import/error-data', { id: feedId })}>
            {t('See what was wrong')}
          </Anchor>
        </Text>
      )}
      {last.warnings.length > 0 && <Remarks texts={last.warnings.map(sentences.warning)} />}
    </section>
  );
}

function ReportLink({ importId, isHeld }: { readonly importId: number; readonly isHeld: boolean }) {
  const t = useText();
  const [, change] = useAddress();
  return (
    <Text size="sm" mt={12}>
      <Anchor component="button" type="button" onClick={() => change({ import: String(importId) })}>
        {isHeld ? t('See what would change') : t('See what changed')}
      </Anchor>
    </Text>
  );
}

function Remarks({ texts }: { readonly texts: readonly string[] }) {
  const t = useText();
  return (
    <Alert color="gray" variant="light" mt={16} title={t('About the feed as a whole')}>
      <Stack gap={8}>
        {texts.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

import { Anchor, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportWarning } from '#features/data/imports/imports.contract.ts';
import { implausible } from '#features/data/imports/import-texts.contract.ts';
import { Status } from '#ui/page/status.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { useImportSentences } from './import-state.panel.tsx';
import classes from './import.module.css';

interface ImportNotesProps {
  readonly collectionId: number | null;
  readonly warnings: readonly ImportWarning[];
}

/** Implausible results come first. */
export function ImportNotes({ collectionId, warnings }: ImportNotesProps) {
  const sentences = useImportSentences();
  if (warnings.length === 0) return null;
  const isUrgent = ({ code }: ImportWarning) => implausible.has(code);
  const sorted = [...warnings.filter(isUrgent), ...warnings.filter((warning) => !isUrgent(warning))];
  return (
    <section aria-label={t('Notes on this feed')} className={classes.notes}>
      <Text size="sm" fw={600}>
        {t('Notes on this feed')}
      </Text>
      <List size="sm" spacing={4} mt={4}>
        {sorted.map((warning) => (
          <List.Item key={sentences.warning(warning)}>
            {isUrgent(warning) ? <Status kind="warning" label={sentences.warning(warning)} /> : sentences.warning(warning)}{' '}
            {warning.code === 'privateFields' && collectionId !== null && (
              <Anchor component={Link} {...linkTo('/data/schema', { c: collectionId, kind: 'private' })} size="sm">
                {t('Show in the schema')}
              </Anchor>
            )}
            {warning.code === 'noCurrency' && (
              <AllowedLink needs="owner" to={linkTo('/owner/project')}>
                {t('Choose the currency')}
              </AllowedLink>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  );
}

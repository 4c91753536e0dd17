import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { X } from 'lucide-react';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Status } from '#ui/page/status.tsx';
import { FoundItemPicker } from '#ui/item/found-item-picker.tsx';
import type { ComparedItem } from '#features/developer/compare-results/compare-results.contract.ts';
import classes from './compare-results.module.css';

interface ComparedSideProps {
  readonly label: string;
  readonly letter: 'A' | 'B';
  readonly c: number;
  readonly q: string;
  /** null until an item is chosen. */
  readonly side: ComparedItem | null;
  /** The ID of a chosen item that the collection hasn't; null for others. */
  readonly goneId: string | null;
  readonly wordCount: number;
  readonly pick: (id: string | undefined) => void;
}

export function ComparedSide({ label, letter, c, q, side, goneId, wordCount, pick }: ComparedSideProps) {
  return (
    <section className={classes.side} aria-label={label}>
      <span className={classes.letter} aria-hidden>
        {letter}
      </span>
      {side ? (
        <>
          <div className={classes.item}>
            <ItemCell item={shownItemOf(side.item)} isCompact />
            <div className={classes.facts}>
              {side.is_found ? (
                <Text size="sm">
                  {[
                    side.position !== null && t('Place {position}', { position: side.position }),
                    t('Score {score}', { score: formats.score(side.score) }),
                    wordCount > 0 && t('Words: {matched} of {total}', { matched: side.matched_count, total: wordCount }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              ) : (
                <Status kind="error" label={t('Not found')} />
              )}
              {side.is_promoted && <Status kind="promoted" label={t('Promoted')} />}
            </div>
          </div>
          <Tooltip label={t('Choose another item')}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('Choose another item')} onClick={() => pick(undefined)}>
              <X size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      ) : (
        <div className={classes.item}>
          <FoundItemPicker label={label} c={c} q={q} pick={pick} />
          {goneId !== null && (
            <Text size="sm" c="red" role="alert" mt={4}>
              {t('“{id}” is not in the catalogue. Choose another item.', { id: goneId })}
            </Text>
          )}
        </div>
      )}
    </section>
  );
}

import { Group, Text } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { languageName } from '#contract/texts/languages.ts';
import { ItemCell } from '#ui/item/item-cell.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import type { FoundFeed } from '#features/data/feed-test/feed-test.contract.ts';
import classes from './found-feed.module.css';

const sourceNames: Readonly<Record<string, string>> = {
  google: 'Google Merchant',
  heureka: 'Heureka',
  shoptet: 'Shoptet',
  aisle: msg('Aisle feed'),
};

export function FoundFeedSummary({ found }: { readonly found: FoundFeed }) {
  const source = sourceNames[found.source];
  const count = found.read_count;
  const facts = [
    source === undefined ? found.type.toUpperCase() : t(source),
    found.is_whole ? t('{count} items', { count }) : t('{count} items so far', { count }),
    found.encoding.toUpperCase(),
    ...(found.language === null ? [] : [languageName(found.language)]),
  ];
  return (
    <section className={classes.found} aria-label={t('The feed')}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <CircleCheck size={18} aria-hidden className={classes.mark} />
        <Text size="sm" fw={600}>
          {facts.join(' · ')}
        </Text>
      </Group>
      {found.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Its fields have names that we don’t know. You choose what they are once the project is added.')}
        </Text>
      ) : (
        <ul className={classes.items}>
          {found.items.map(({ id, name, image, price, currency }) => (
            <li key={id}>
              <ItemCell
                isNarrow
                item={{ name: name || id, image: image ?? undefined, price: price ?? undefined, currency: currency || undefined }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

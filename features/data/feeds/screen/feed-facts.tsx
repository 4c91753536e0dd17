import type { ReactNode } from 'react';
import { languages } from '#contract/texts/languages.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { sourceName } from './feed-sources.tsx';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import classes from './feed.module.css';

export function FeedFacts({ feed }: { readonly feed: Feed }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('Collection'), feed.collection_name],
    [t('Source'), t(sourceName(feed))],
    [t('Address'), /^https?:/.test(feed.feed_url) ? feed.feed_url : ''],
    [t('File'), feed.file_name ?? ''],
    [t('Type'), feed.feed_type.toUpperCase()],
    [t('Language of the feed'), feed.feed_language && languages[feed.feed_language]],
    [t('Encoding'), feed.feed_encoding],
    [t('Separator'), feed.feed_separator],
    [t('Headers'), feed.feed_headers],
    [t('Element of one item'), feed.tag_name],
  ];
  return (
    <Panel title={t('Settings')}>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

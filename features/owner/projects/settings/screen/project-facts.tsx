import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { languages } from '#contract/texts/languages.ts';
import { CopyButton } from '#ui/code/copy-button.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { DataSourceName } from '#features/owner/projects/screen/data-source.panel.tsx';
import type { Project, ProjectBeside } from '#features/owner/projects/projects.contract.ts';
import classes from './project-facts.module.css';

interface ProjectFactsProps {
  readonly project: Project;
  readonly users: ProjectBeside['project_users'];
}

/** What stands elsewhere and belongs to the project: its first feed, its users and its token. */
export function ProjectFacts({ project, users }: ProjectFactsProps) {
  return (
    <>
      <FeedPanel project={project} />
      <Panel title={t('Users')} actions={<More to="/access-management/users" label={t('All users of the project')} />}>
        <Text size="sm">
          {t('{count} users', { count: users.length })}
          {': '}
          {users.map(({ name, surname }) => `${name} ${surname}`).join(', ')}
        </Text>
      </Panel>
      <Panel title={t('Token')} actions={<More to="/developer/credentials" label={t('Credentials')} />}>
        <Group gap={4} wrap="nowrap">
          <code className={classes.token}>{project.token}</code>
          <CopyButton text={project.token} label={t('Copy token')} />
        </Group>
      </Panel>
    </>
  );
}

function FeedPanel({ project }: { readonly project: Project }) {
  const found = t('Automatic');
  const source = <DataSourceName source={project.data_source} />;
  const facts: readonly (readonly [string, ReactNode])[] =
    project.feed_url === ''
      ? [[t('Data source'), source]]
      : [
          [t('Data source'), source],
          [t('Address'), /^https?:/.test(project.feed_url) ? project.feed_url : '–'],
          [t('Price and stock feed URL'), project.feed_availability_url || '–'],
          [t('Type'), project.feed_type.toUpperCase() || found],
          [t('Language of the feed'), project.feed_language === '' ? found : languages[project.feed_language]],
          [t('Encoding'), project.feed_encoding || found],
          [t('Separator'), project.feed_separator || found],
          [t('Headers'), project.feed_headers || found],
        ];
  return (
    <Panel title={t('Feed')} actions={<More to="/data/import" label={t('All feeds')} />}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const More = ({ to, label }: { readonly to: string; readonly label: string }) => (
  <Anchor component={Link} {...linkTo(to)} size="sm">
    {label}
  </Anchor>
);

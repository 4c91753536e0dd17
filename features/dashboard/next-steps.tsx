import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleCheck, FileUp, Replace, Store, TriangleAlert, type LucideIcon } from 'lucide-react';
import { allows, type Section } from '#contract/permission.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { useProfile } from '#console-kit/session/rights.ts';
import type { ProjectState } from './dashboard.contract.ts';
import classes from './next-steps.module.css';

type StepName = ProjectState['steps'][number]['name'];

interface Step {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly to: string;
  /** Who can do it; others aren't asked to. */
  readonly needs: Section;
  readonly search?: Readonly<Record<string, string>>;
}

const steps: Readonly<Record<StepName, Step>> = {
  addFeed: {
    icon: FileUp,
    title: msg('Bring in your items'),
    text: msg('Add a feed of your shop. Its format is recognised by itself.'),
    to: '/data/import',
    needs: 'data',
  },
  decideImport: {
    icon: TriangleAlert,
    title: msg('Decide about a held import'),
    text: msg('An import would change more than usual. What is live stays until you publish or drop it.'),
    to: '/data/import/edit',
    needs: 'data',
  },
  fixErrors: {
    icon: TriangleAlert,
    title: msg('Look at the items that were left out'),
    text: msg('Some items of the last import have values that can not be right.'),
    to: '/data/import/error-data',
    needs: 'data',
  },
  addSynonym: {
    icon: Replace,
    title: msg('Add your first synonym'),
    text: msg('People say “fridge”, your catalogue says “refrigerator”. Tell search that it is the same.'),
    to: '/search-settings/synonyms',
    needs: 'search',
    search: { edit: 'new' },
  },
  connectShop: {
    icon: Store,
    title: msg('Connect your shop'),
    text: msg('With the token of this project, your shop can ask for results.'),
    to: '/developer/credentials',
    needs: 'developer',
  },
};

/** What makes sense next, and what is done already. */
export function NextSteps({ state }: { readonly state: ProjectState }) {
  const t = useText();
  const person = useProfile();
  const own = state.steps.filter(({ name }) => allows(person, steps[name].needs));
  if (own.every((step) => step.is_done)) return null;
  return (
    <section>
      <Title order={2} mb={12}>
        {t('Next steps')}
      </Title>
      <ul className={classes.steps}>
        {own.map(({ name, is_done: isDone }) => (
          <li key={name}>
            <StepLink step={steps[name]} isDone={isDone} search={searchOf(name, state)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function searchOf(
  name: StepName,
  { last_feed_id: feedId, held_feed_id: heldId }: ProjectState,
): Readonly<Record<string, string>> {
  if (name === 'decideImport' && heldId !== null) return { id: String(heldId) };
  if (name === 'fixErrors' && feedId !== null) return { id: String(feedId) };
  return steps[name].search ?? {};
}

interface StepLinkProps {
  readonly step: Step;
  readonly isDone: boolean;
  readonly search: Readonly<Record<string, string>>;
}

function StepLink({ step: { icon, title, text, to }, isDone, search }: StepLinkProps) {
  const t = useText();
  const Icon = isDone ? CircleCheck : icon;
  return (
    <Link {...linkTo(to, search)} className={classes.step} data-done={isDone}>
      <Icon size={20} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <span className={classes.texts}>
        <Text component="span" size="sm" fw={600}>
          {t(title)}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {isDone ? t('Done') : t(text)}
        </Text>
      </span>
      {!isDone && <ArrowRight size={16} aria-hidden className={classes.arrow} />}
    </Link>
  );
}

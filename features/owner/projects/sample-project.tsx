import { Button, Text } from '@mantine/core';
import { ShoppingBasket } from 'lucide-react';
import { currentLanguage, useText } from '#console-kit/text/i18n.ts';
import { useAction } from '#console-kit/calls/queries.ts';
import classes from './add-project.module.css';
import { openProject, timeZone } from './open-project.tsx';
import { createSampleProject } from './projects.contract.ts';

/** A project to look around in, with one click, in the language of the interface. */
export function SampleProject() {
  const t = useText();
  const add = useAction(createSampleProject);
  const language = currentLanguage() === 'cs' ? 'cs' : 'en';
  const start = () => add.mutate({ language, time_zone: timeZone() }, { onSuccess: openProject });
  return (
    <section className={classes.sample}>
      <ShoppingBasket size={24} strokeWidth={1.5} aria-hidden className={classes.icon} />
      <div className={classes.texts}>
        <Text size="sm" fw={600}>
          {t('No feed at hand?')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('Look around first: a small shop with a thousand items, yours to change.')}
        </Text>
      </div>
      <Button variant="light" maw="100%" loading={add.isPending || add.isSuccess} onClick={start}>
        {t('Try a sample shop')}
      </Button>
    </section>
  );
}

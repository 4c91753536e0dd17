import { Button } from '@mantine/core';
import { currentLanguage, useText } from '#console-kit/text/i18n.ts';
import { useAction } from '#console-kit/calls/queries.ts';
import { openProject, timeZone } from './open-project.tsx';
import { createSampleProject } from './projects.contract.ts';

/** A project to look around in, with one click, in the language of the interface. */
export function SampleProject() {
  const t = useText();
  const add = useAction(createSampleProject);
  const language = currentLanguage() === 'cs' ? 'cs' : 'en';
  const start = () => add.mutate({ language, time_zone: timeZone() }, { onSuccess: openProject });
  return (
    <Button variant="light" loading={add.isPending || add.isSuccess} onClick={start}>
      {t('Try a sample shop')}
    </Button>
  );
}

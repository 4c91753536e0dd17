import { Tabs } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';
import { useText } from '#console-kit/text/i18n.ts';

interface CodeExamplesProps {
  readonly curl: string;
  readonly javascript: string;
}

/** The same call for a terminal and for a script, ready to be pasted. */
export function CodeExamples({ curl, javascript }: CodeExamplesProps) {
  const t = useText();
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb={12}>
        <Tabs.Tab value="curl">curl</Tabs.Tab>
        <Tabs.Tab value="javascript">JavaScript</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="curl">
        <CodeBlock code={curl} copyLabel={t('Copy command')} />
      </Tabs.Panel>
      <Tabs.Panel value="javascript">
        <CodeBlock code={javascript} copyLabel={t('Copy script')} />
      </Tabs.Panel>
    </Tabs>
  );
}

import { Tabs } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';
import { msg, t } from '#ui/text/i18n.ts';

const languages = [
  { key: 'curl', name: 'curl', copyLabel: msg('Copy command') },
  { key: 'javascript', name: 'JavaScript', copyLabel: msg('Copy script') },
  { key: 'php', name: 'PHP', copyLabel: msg('Copy script') },
  { key: 'python', name: 'Python', copyLabel: msg('Copy script') },
] as const;

type Examples = Readonly<Record<(typeof languages)[number]['key'], string>>;

export function CodeExamples({ examples }: { readonly examples: Examples }) {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb={12}>
        {languages.map(({ key, name }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map(({ key, copyLabel }) => (
        <Tabs.Panel key={key} value={key}>
          <CodeBlock code={examples[key]} copyLabel={t(copyLabel)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

import { List, Select, Stack, Text } from '@mantine/core';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { ClosedPart } from '#ui/form/closed-part.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { platforms } from './platforms.tsx';
import { PluginLine } from './plugin-line.panel.tsx';

/** The line for a shop with what to do with it there. The address says the shop system, so that a link to the steps can be sent. */
export function IntegrationSteps({ token }: { readonly token: string }) {
  const [{ shop }, change] = useAddress();
  const platform = platforms.find(({ name }) => name === shop) ?? platforms.at(-1)!;
  return (
    <Stack gap={16}>
      <PluginLine token={token} />
      <Stack gap={8}>
        <Select
          label={t('Your shop system')}
          data={platforms.map(({ name, title }) => ({ value: name, label: title ?? t('Other') }))}
          value={platform.name}
          onChange={(name) => change({ shop: name ?? undefined }, { isReplacing: true })}
          allowDeselect={false}
        />
        <List type="ordered" size="sm" spacing={4}>
          {platform.steps.map((step) => (
            <List.Item key={step}>{t(step)}</List.Item>
          ))}
        </List>
      </Stack>
      <ClosedPart title={t('Your shop has a content security policy')}>
        <Text size="sm">{t('Add this server to its header Content-Security-Policy. Nothing inline has to be allowed.')}</Text>
        <CodeBlock code={`script-src ${location.origin}; connect-src ${location.origin}`} copyLabel={t('Copy policy')} />
      </ClosedPart>
    </Stack>
  );
}

import { List, Select, Stack, Text } from '@mantine/core';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { t, msg } from '#ui/text/i18n.ts';
import { ClosedPart } from '#ui/form/drawer-form.tsx';
import { useAddress } from '#ui/state/address.ts';

export function PluginLine({ token }: { readonly token: string }) {
  const line = `<script src="${location.origin}/plugin.js" data-token="${token}" defer></script>`;
  return <CodeBlock code={line} copyLabel={t('Copy')} />;
}

export interface Platform {
  readonly name: string;
  readonly title: string | null;
  readonly steps: readonly string[];
}

/** Menus are named as each shop system names them. */
const platforms: readonly Platform[] = [
  {
    name: 'shoptet',
    title: 'Shoptet',
    steps: [
      msg('In the administration of Shoptet, open Vzhled a obsah → Editor → HTML kód.'),
      msg('Paste the line at the end of the field Záhlaví (before </head>).'),
      msg('Save, and open your shop.'),
    ],
  },
  {
    name: 'woocommerce',
    title: 'WooCommerce',
    steps: [
      msg('In WordPress, open Plugins → Add New and install and activate WPCode.'),
      msg('Open Code Snippets → Header & Footer.'),
      msg('Paste the line into the field Header, and click Save Changes.'),
      msg('If a plugin caches your pages, purge its cache.'),
    ],
  },
  {
    name: 'prestashop',
    title: 'PrestaShop',
    steps: [
      msg('Open templates/_partials/head.tpl of your theme, or of its child theme.'),
      msg('Paste the line at the end and save.'),
      msg('In the back office, open Advanced Parameters → Performance and click Clear cache.'),
    ],
  },
  {
    name: 'shopify',
    title: 'Shopify',
    steps: [
      msg('In the admin, open Online Store → Themes.'),
      msg('At your theme, click ⋯ and Edit code. Duplicate the theme first.'),
      msg('In Layout, open theme.liquid and paste the line above </head>.'),
      msg('Click Save.'),
    ],
  },
  {
    name: 'other',
    title: null,
    steps: [
      msg('Open the template shared by all pages of your shop.'),
      msg('Paste the line before </head>, and publish the template.'),
    ],
  },
];

/** The shop system is in the address, so that a link to its steps can be sent. */
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
        <Text size="sm">{t('Add this server to its header Content-Security-Policy.')}</Text>
        <CodeBlock code={`script-src ${location.origin}; connect-src ${location.origin}`} copyLabel={t('Copy')} />
      </ClosedPart>
    </Stack>
  );
}

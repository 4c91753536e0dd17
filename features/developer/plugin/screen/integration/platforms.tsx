import { msg } from '#ui/text/i18n.ts';

export interface Platform {
  readonly name: string;
  /** Called as it calls itself; null for the rest. */
  readonly title: string | null;
  /** What whoever looks after the shop does, from its administration to the saved line. */
  readonly steps: readonly string[];
}

/** Where each shop system wants scripts of others. Names of its menus are as it writes them. */
export const platforms: readonly Platform[] = [
  {
    name: 'shoptet',
    title: 'Shoptet',
    steps: [
      msg('In the administration of Shoptet, open Vzhled a obsah → Editor → HTML kód.'),
      msg('Paste the line at the end of the field Záhlaví, which ends up before </head>.'),
      msg('Save, and open your shop.'),
    ],
  },
  {
    name: 'woocommerce',
    title: 'WooCommerce',
    steps: [
      msg('In WordPress, open Plugins → Add New, and install and activate WPCode, unless you have it.'),
      msg('Open Code Snippets → Header & Footer.'),
      msg('Paste the line into the field Header, and click Save Changes.'),
      msg('If a plugin caches your pages, purge its cache.'),
    ],
  },
  {
    name: 'prestashop',
    title: 'PrestaShop',
    steps: [
      msg('Open the file templates/_partials/head.tpl of your theme; if you have a child theme, of that one.'),
      msg('Paste the line at the end of the file, and save it.'),
      msg('In the back office, open Advanced Parameters → Performance and click Clear cache.'),
    ],
  },
  {
    name: 'shopify',
    title: 'Shopify',
    steps: [
      msg('In the admin, open Online Store → Themes.'),
      msg('At your theme, click ⋯ and Edit code. Duplicate the theme before, so that you can go back.'),
      msg('In the folder Layout, open theme.liquid, and paste the line above </head>.'),
      msg('Click Save.'),
    ],
  },
  {
    name: 'other',
    title: null,
    steps: [
      msg('Open the template that all pages of your shop have in common.'),
      msg('Paste the line before </head>, and publish the template.'),
    ],
  },
];

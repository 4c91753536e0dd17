import { CodeBlock } from '#ui/code/code-block.tsx';
import { t } from '#ui/text/i18n.ts';
import { pluginLine } from './plugin-line.ts';

export function PluginLine({ token }: { readonly token: string }) {
  return <CodeBlock code={pluginLine(location.origin, token)} copyLabel={t('Copy line')} />;
}

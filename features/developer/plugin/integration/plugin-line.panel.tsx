import { CodeBlock } from '#console-kit/code/code-block.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { pluginLine } from './plugin-line.ts';

export function PluginLine({ token }: { readonly token: string }) {
  return <CodeBlock code={pluginLine(location.origin, token)} copyLabel={t('Copy line')} />;
}

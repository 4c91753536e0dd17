import { CodeBlock } from '#console-kit/code/code-block.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { pluginLine } from './plugin-line.ts';

export function PluginLine({ token }: { readonly token: string }) {
  const t = useText();
  return <CodeBlock code={pluginLine(location.origin, token)} copyLabel={t('Copy line')} />;
}

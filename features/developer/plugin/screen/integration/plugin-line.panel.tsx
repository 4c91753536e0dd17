import { CodeBlock } from '#ui/code/code-block.tsx';
import { t } from '#ui/text/i18n.ts';

export function PluginLine({ token }: { readonly token: string }) {
  const line = `<script src="${location.origin}/plugin.js" data-token="${token}" defer></script>`;
  return <CodeBlock code={line} copyLabel={t('Copy line')} />;
}

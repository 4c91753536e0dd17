import { Panel } from '#console-kit/page/panel.tsx';
import { useProject } from '#console-kit/session/rights.ts';
import { useText } from '#console-kit/text/i18n.ts';
import type { PluginState } from '#features/developer/plugin/plugin.contract.ts';
import { FirstCall } from './first-call.tsx';
import { IntegrationSteps } from './integration-steps.tsx';

/** The first part of the screen: the line, and whether a shop has it. */
export function AddToShop({ state }: { readonly state: PluginState }) {
  const t = useText();
  const project = useProject();
  return (
    <Panel title={t('Add it to your shop')}>
      <FirstCall state={state} />
      <IntegrationSteps token={project?.token ?? ''} />
    </Panel>
  );
}

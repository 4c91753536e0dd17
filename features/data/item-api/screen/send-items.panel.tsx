import { CodeExamples } from '#ui/code/code-examples.tsx';
import { sendExamples } from './send-examples.ts';

const secretPlaceholder = 'YOUR_CLIENT_SECRET';

interface SendItemsProps {
  readonly clientId: string;
  /** null while it isn't known; a placeholder stands for it. */
  readonly secret: string | null;
}

export function SendItemsExample({ clientId, secret }: SendItemsProps) {
  const call = { origin: location.origin, clientId, secret: secret ?? secretPlaceholder };
  return <CodeExamples examples={sendExamples(call)} />;
}

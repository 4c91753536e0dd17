import { MapPinOff } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { FullPageMessage } from './error.page.tsx';

export default function NotFoundPage() {
  return (
    <FullPageMessage
      icon={MapPinOff}
      title={t('Page not found')}
      text={t('Check the address, or the page has moved.')}
      action={{ label: t('Go to the dashboard'), address: '/dashboard' }}
    />
  );
}

import { CsvButton } from '#console-kit/files/csv-button.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { exportErrorData } from './error-data.contract.ts';
import { useErrorFilters } from './error-filters.tsx';

/** What is listed, with its search and filters, as a file for a spreadsheet. */
export function ErrorDownload({ id }: { readonly id: number }) {
  const t = useText();
  const [{ search = '' }] = useAddress();
  const { severity, reason } = useErrorFilters();
  return <CsvButton endpoint={exportErrorData} input={{ id, search, severity, reason }} label={t('Download CSV')} />;
}

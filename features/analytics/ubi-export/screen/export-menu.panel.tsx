import { Button } from '@mantine/core';
import { Menu, MenuItem } from '#ui/page/popup.tsx';
import { ChevronDown, FileJson, FileSpreadsheet } from 'lucide-react';
import { call } from '#ui/calls/api.ts';
import { orToast } from '#ui/calls/toast.ts';
import { openDownload } from '#ui/files/csv-button.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { openUbiDownload, type UbiKind, ubiKinds } from '#features/analytics/ubi-export/ubi-export.contract.ts';

const kindNames: Readonly<Record<UbiKind, string>> = {
  queries: msg('Queries (UBI, NDJSON)'),
  events: msg('Events (UBI, NDJSON)'),
};

interface ExportMenuProps {
  /** Both included. */
  readonly range: { readonly from: string; readonly to: string };
  /** Saves the list as it is shown. */
  readonly saveList: () => void;
}

export function ExportMenu({ range: { from: start, to: end }, saveList }: ExportMenuProps) {
  const download = (kind: UbiKind) =>
    orToast(async () => {
      openDownload((await call(openUbiDownload, { kind, start, end })).address);
    });
  return (
    <Menu
      position="bottom-end"
      button={
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          {t('Export')}
        </Button>
      }
    >
      <MenuItem leftSection={<FileSpreadsheet size={16} aria-hidden />} onClick={saveList}>
        {t('This list (CSV)')}
      </MenuItem>
      {ubiKinds.map((kind) => (
        <MenuItem key={kind} leftSection={<FileJson size={16} aria-hidden />} onClick={() => void download(kind)}>
          {t(kindNames[kind])}
        </MenuItem>
      ))}
    </Menu>
  );
}

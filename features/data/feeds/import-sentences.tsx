import { feedWarnings, importFailures, type ImportDetails } from '#contract/import-texts.ts';
import { useFormats } from '#console-kit/format.ts';
import { useText } from '#console-kit/i18n.ts';
import type { ImportFailure, ImportWarning } from './feeds.contract.ts';

/** Says what happened to an import as a whole, and what to do. */
export function useImportSentences() {
  const t = useText();
  const { bytes } = useFormats();
  const shown = (details: ImportDetails): ImportDetails =>
    Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, name.endsWith('Bytes') ? bytes(Number(value)) : value]),
    );
  return {
    failure: ({ code, details }: ImportFailure) => t(importFailures[code], shown(details)),
    warning: ({ code, details }: ImportWarning) => t(feedWarnings[code], shown(details)),
  };
}

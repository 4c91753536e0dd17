import { useDetailedText } from '#ui/text/detailed-text.ts';
import { type ImportFailure, type ImportWarning, feedWarnings, importFailures } from '#features/data/imports/imports.contract.ts';

export function useImportSentences() {
  const say = useDetailedText();
  return {
    failure: ({ code, details }: ImportFailure) => say(importFailures[code], details),
    warning: ({ code, details }: ImportWarning) => say(feedWarnings[code], details),
  };
}

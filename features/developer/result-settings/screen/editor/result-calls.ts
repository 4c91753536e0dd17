import { tryAutocomplete, tryCatalog, trySearch } from '#features/developer/result-settings/result-samples.contract.ts';
import {
  readAutocompleteSettings,
  readCatalogSettings,
  readSearchSettings,
  saveAutocompleteSettings,
  saveCatalogSettings,
  saveSearchSettings,
} from '#features/developer/result-settings/result-settings.contract.ts';

export const resultCalls = {
  autocomplete: { read: readAutocompleteSettings, save: saveAutocompleteSettings, sample: tryAutocomplete },
  search: { read: readSearchSettings, save: saveSearchSettings, sample: trySearch },
  catalog: { read: readCatalogSettings, save: saveCatalogSettings, sample: tryCatalog },
} as const;

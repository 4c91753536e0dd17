import { resultKinds } from '#features/developer/result-settings/result-fields.contract.ts';

export const resultKind = { name: 'result settings', unique: ['kind'], maximumRows: resultKinds.length } as const;
export const panelKind = { name: 'autocomplete panel', unique: ['columns'], maximumRows: 1 } as const;

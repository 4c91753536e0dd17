/** The name under which the address of a preview link carries its secret. */
export const previewName = 'aisle-preview';

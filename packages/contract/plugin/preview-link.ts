export const previewName = 'aisle-preview';

export const addProjectDialog = 'add-project';
export const itemDialog = 'item';

/** What `?dialog=` in the address opens, on any screen. */
export const addProjectDialog = 'add-project';
/** Of the item that `shown` names. */
export const itemDialog = 'item';

export const listPath = '/search-settings/curations';
/** With `?id=3`, or `?id=new&query=boots`. */
export const editorPath = `${listPath}/edit`;

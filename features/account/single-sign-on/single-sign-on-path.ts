/** Where the provider sends browsers back to: a page of the console, which then asks for the session. */
export const singleSignOnPath = '/login/provider';

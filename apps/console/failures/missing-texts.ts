import { msg } from '#ui/text/i18n.ts';

/** Apart from the other errors, as every page may need them. */
export const missingTexts = {
  noConnection: {
    title: msg('The connection is lost'),
    text: msg('Your browser does not reach the server. Check your network; search in your shop does not depend on it.'),
    action: msg('Try again'),
  },
  codeMissing: {
    title: msg('This page could not be loaded'),
    text: msg('There is a newer version of the console, or the connection was lost. Load the page again.'),
    action: msg('Load again'),
  },
} as const;

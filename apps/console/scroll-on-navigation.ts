interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Whether another screen, or another page of its list, is shown; other filters and dialogs leave the reader where they are. */
export const isOtherView = (from: Place | undefined, to: Place): boolean =>
  from === undefined || from.pathname !== to.pathname || (from.search['page'] ?? '1') !== (to.search['page'] ?? '1');

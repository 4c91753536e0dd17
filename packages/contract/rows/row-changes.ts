/** What a release does to a row. `began` and `ended` are said of one that stays as it is and comes into force, or isn't any more. */
export const changeKinds = ['added', 'changed', 'turnedOn', 'turnedOff', 'began', 'ended', 'deleted'] as const;
export type ChangeKind = (typeof changeKinds)[number];

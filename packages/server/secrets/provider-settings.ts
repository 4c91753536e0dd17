/** The OpenID provider that people may sign in with, as the environment says it. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** The claim that says what groups somebody is in there; its name, or a path with points. */
  readonly groupsClaim: string;
  readonly grants: readonly ProviderGrant[];
}

/** What somebody may do here who is in a group there. */
export type ProviderGrant = { readonly group: string } & (
  | { readonly kind: 'administrator' }
  | { readonly kind: 'owner'; readonly projectId: number }
  | { readonly kind: 'member'; readonly projectId: number; readonly userGroups: readonly number[] }
);

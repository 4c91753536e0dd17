export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** A name or a dotted path. */
  readonly groupsClaim: string;
  readonly grants: readonly ProviderGrant[];
}

export type ProviderGrant = { readonly group: string } & (
  | { readonly kind: 'administrator' }
  | { readonly kind: 'owner'; readonly projectId: number }
  | { readonly kind: 'member'; readonly projectId: number; readonly userGroups: readonly number[] }
);

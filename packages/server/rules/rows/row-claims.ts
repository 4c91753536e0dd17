import type { ErrorParameters } from '#contract/errors.ts';
import { failField, type Failure } from '#server/base/fail.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Rows } from './row-table.ts';

/** A further unique key of a row, and the field to report if another row has it. */
export interface Claim {
  readonly key: string;
  readonly field: string;
  /** As it was typed. */
  readonly text: string;
}

export interface Claimant {
  readonly keys: readonly string[];
  readonly name: string;
}

export interface Claiming<Fields> {
  readonly claimsOf: (fields: Fields) => readonly Claim[];
  readonly nameOf: (fields: Fields) => string;
  /** Parameters of the error. */
  readonly told: (owner: string, claim: Claim) => ErrorParameters;
  /** Rows that are not deleted, by id. */
  readonly standing: (rows: Rows<Fields, never>, scope: RowScope) => Promise<ReadonlyMap<number, Claimant>>;
}

interface Taken {
  readonly claim: Claim;
  readonly id: number;
  readonly name: string;
}

export class ClaimBook<Fields> {
  readonly #claiming: Claiming<Fields>;
  readonly #standing: ReadonlyMap<number, Claimant>;
  readonly #taken = new Map<number, Claimant>();
  readonly #owners = new Map<string, number[]>();

  /** A book of the `asked` keys only is built faster. */
  constructor(claiming: Claiming<Fields>, standing: ReadonlyMap<number, Claimant> = new Map(), asked?: ReadonlySet<string>) {
    this.#claiming = claiming;
    this.#standing = standing;
    for (const [id, { keys }] of standing) for (const key of keys) if (asked === undefined || asked.has(key)) this.#add(id, key);
  }

  #add(id: number, key: string): void {
    const owners = this.#owners.get(key);
    if (owners === undefined) this.#owners.set(key, [id]);
    else owners.push(id);
  }

  #claimant(id: number): Claimant | undefined {
    return this.#taken.get(id) ?? this.#standing.get(id);
  }

  take(id: number, fields: Fields): void {
    for (const key of this.#claimant(id)?.keys ?? [])
      this.#owners.set(key, this.#owners.get(key)?.filter((owner) => owner !== id) ?? []);
    const keys = this.#claiming.claimsOf(fields).map(({ key }) => key);
    this.#taken.set(id, { keys, name: this.#claiming.nameOf(fields) });
    for (const key of keys) this.#add(id, key);
  }

  /** The first other row that has one of its claims. */
  takenBy(fields: Fields, ownId: number | null): Taken | null {
    return this.#takenOf(this.#claiming.claimsOf(fields), ownId);
  }

  #takenOf(claims: readonly Claim[], ownId: number | null): Taken | null {
    for (const claim of claims) {
      const id = this.#owners.get(claim.key)?.find((owner) => owner !== ownId);
      if (id !== undefined) return { claim, id, name: this.#claimant(id)?.name ?? '' };
    }
    return null;
  }

  refusal(fields: Fields, ownId: number | null): Failure | null {
    return this.refusalOf(this.#claiming.claimsOf(fields), ownId);
  }

  refusalOf(claims: readonly Claim[], ownId: number | null): Failure | null {
    const taken = this.#takenOf(claims, ownId);
    if (taken === null) return null;
    const { claim, id, name } = taken;
    return failField(claim.field, 'alreadyUsed', { ...this.#claiming.told(name, claim), id });
  }
}

export const claimBook = async <Fields, Sort extends string>(
  rows: Rows<Fields, Sort>,
  scope: RowScope,
  claiming: Claiming<Fields>,
): Promise<ClaimBook<Fields>> => new ClaimBook(claiming, await claiming.standing(rows, scope));

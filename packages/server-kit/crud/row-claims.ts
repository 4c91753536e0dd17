import type { ErrorParameters } from '#contract/errors.ts';
import { failField, type Failure } from '#server-kit/fail.ts';
import type { RowScope } from '#server-kit/db/row-scope.ts';
import type { Rows } from '#server-kit/db/row-table.ts';
import { inSlices } from '#server-kit/slices.ts';

/** A key beside a row's own that no other row of its place may have, and the field that is told about where one has. */
export interface Claim {
  readonly key: string;
  readonly field: string;
  /** As somebody wrote it. */
  readonly text: string;
}

export interface Claiming<Fields> {
  readonly claimsOf: (fields: Fields) => readonly Claim[];
  /** What the error says besides, of whoever has it. */
  readonly told: (owner: Fields, claim: Claim) => ErrorParameters;
}

/** Who has which claim in a place. */
export class ClaimBook<Fields> {
  readonly #claiming: Claiming<Fields>;
  readonly #owners = new Map<string, Map<number, Fields>>();
  readonly #keysOf = new Map<number, readonly string[]>();

  constructor(claiming: Claiming<Fields>) {
    this.#claiming = claiming;
  }

  /** What a row claims from now on, in place of what it claimed. */
  take(id: number, fields: Fields): void {
    for (const key of this.#keysOf.get(id) ?? []) this.#owners.get(key)?.delete(id);
    const keys = this.#claiming.claimsOf(fields).map(({ key }) => key);
    this.#keysOf.set(id, keys);
    for (const key of keys) this.#owners.set(key, (this.#owners.get(key) ?? new Map<number, Fields>()).set(id, fields));
  }

  /** Which other row, the first of them, has what this one claims. */
  takenBy(fields: Fields, ownId: number | null): { readonly claim: Claim; readonly id: number; readonly owner: Fields } | null {
    for (const claim of this.#claiming.claimsOf(fields))
      for (const [id, owner] of this.#owners.get(claim.key) ?? []) if (id !== ownId) return { claim, id, owner };
    return null;
  }

  /** What is wrong with a row; null where it may stand beside the others. */
  refusal(fields: Fields, ownId: number | null): Failure | null {
    const taken = this.takenBy(fields, ownId);
    if (taken === null) return null;
    const { claim, id, owner } = taken;
    return failField(claim.field, 'alreadyUsed', { ...this.#claiming.told(owner, claim), id });
  }
}

/** The claims of all rows of a place that are not deleted. */
export async function claimBook<Fields, Sort extends string>(
  rows: Rows<Fields, Sort>,
  scope: RowScope,
  claiming: Claiming<Fields>,
): Promise<ClaimBook<Fields>> {
  const book = new ClaimBook(claiming);
  const breathe = inSlices();
  for (const { item, fields } of await rows.all(scope)) {
    book.take(item.id, fields);
    await breathe();
  }
  return book;
}

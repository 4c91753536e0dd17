import type { ErrorParameters } from '#contract/errors.ts';
import { failField, type Failure } from '#server/base/fail.ts';
import type { StoredRow } from './row-table.ts';

/** A further unique key of a row, and the field to report if another row has it. */
export interface Claim {
  readonly key: string;
  readonly field: string;
  /** As it was typed. */
  readonly text: string;
}

export interface Claiming<Fields> {
  readonly claimsOf: (fields: Fields) => readonly Claim[];
  readonly nameOf: (fields: Fields) => string;
  readonly parametersOf: (owner: string, claim: Claim) => ErrorParameters;
}

interface Owner {
  readonly name: string;
  readonly keys: readonly string[];
}

export class ClaimBook<Fields> {
  readonly #claiming: Claiming<Fields>;
  readonly #owners = new Map<number, Owner>();
  readonly #idsByKey = new Map<string, Set<number>>();

  constructor(claiming: Claiming<Fields>, rows: readonly Pick<StoredRow<Fields>, 'item' | 'fields'>[] = []) {
    this.#claiming = claiming;
    for (const { item, fields } of rows) this.take(item.id, fields);
  }

  take(id: number, fields: Fields): void {
    for (const key of this.#owners.get(id)?.keys ?? []) this.#idsByKey.get(key)?.delete(id);
    const keys = this.#claiming.claimsOf(fields).map(({ key }) => key);
    this.#owners.set(id, { name: this.#claiming.nameOf(fields), keys });
    for (const key of keys) {
      const ids = this.#idsByKey.get(key) ?? new Set();
      this.#idsByKey.set(key, ids.add(id));
    }
  }

  refusal(fields: Fields, ownId: number | null): Failure | null {
    for (const claim of this.#claiming.claimsOf(fields))
      for (const id of this.#idsByKey.get(claim.key) ?? [])
        if (id !== ownId) {
          const owner = this.#owners.get(id)?.name ?? '';
          return failField(claim.field, 'alreadyUsed', { ...this.#claiming.parametersOf(owner, claim), id });
        }
    return null;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type KyselyPlugin,
  Kysely,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type Transaction,
  type TransactionBuilder,
  type UnknownRow,
} from 'kysely';
import type { DatabaseKind } from './dialects.ts';
import type { Schema } from './schema.ts';

const advice =
  'Use the transaction that was handed in, and hand it on to whatever is called. Past it, SQLite would wait for this very transaction for ever, and PostgreSQL for a second connection.';

/** A transaction whose work goes on. What was begun in it and outlives it goes its own way. */
interface OpenTransaction {
  isOpen: boolean;
}

/** Refuses, on either database, what goes past the transaction that it was begun in. */
class TransactionGuard implements KyselyPlugin {
  readonly #transactions = new AsyncLocalStorage<OpenTransaction>();

  assertOutside(what: string): void {
    if (this.#transactions.getStore()?.isOpen === true)
      throw new Error(`${what} was begun through the database inside a transaction. ${advice}`);
  }

  async inside<Done>(work: () => Promise<Done>): Promise<Done> {
    const transaction: OpenTransaction = { isOpen: true };
    try {
      return await this.#transactions.run(transaction, work);
    } finally {
      transaction.isOpen = false;
    }
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.assertOutside('A statement');
    return node;
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

/** A database whose transactions fail at once where they would wait for themselves. */
export class GuardedDatabase extends Kysely<Schema> {
  readonly #guard: TransactionGuard;

  constructor({ dialect }: Pick<DatabaseKind, 'dialect'>) {
    const guard = new TransactionGuard();
    super({ dialect, plugins: [guard] });
    this.#guard = guard;
  }

  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async <Done>(work: (transaction: Transaction<Schema>) => Promise<Done>): Promise<Done> => {
      this.#guard.assertOutside('A transaction');
      return execute((transaction) => this.#guard.inside(() => work(transaction.withoutPlugins())));
    };
    return builder;
  }
}

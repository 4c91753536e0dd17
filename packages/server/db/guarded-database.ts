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

interface OpenTransaction {
  isOpen: boolean;
}

/** Refuses statements that bypass the transaction they were begun in. */
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

/** Fails at once where a transaction would deadlock with itself. */
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

/**
 * Keys of the queries that several features or the socket use. Every key of a user's data ends with the scope, or starts
 * with it after the feature's name, so that users and modes never mix.
 */
export const balancesKey = (scope: string) => ['wallet', 'balances', scope] as const;

/** Key prefix of all queries of a user's records and their sums: whatever changes a balance adds a record. */
export const recordsKey = (scope: string) => ['wallet', 'records', scope] as const;

/** Key prefix of all queries of a user's transfers between accounts: a new transfer invalidates them. */
export const transfersKey = (scope: string) => ['wallet', 'history', scope] as const;

export const limitsKey = (scope: string) => ['limits', scope] as const;

export const marketsKey = ['market', 'list'] as const;

/** Key prefix of all of a user's order queries: a change to one order invalidates them all. */
export const ordersKey = (scope: string) => ['spot', scope] as const;

/** Key prefix of all queries of a user's contract positions and orders, ended ones too. */
export const dealsKey = (scope: string) => ['contract', scope] as const;

/** Key prefix of all queries of a user's bets, ended ones too. */
export const betsKey = (scope: string) => ['seconds', scope] as const;

/** Key prefix of all queries of saved withdrawal addresses. */
export const addressesKey = ['payee', 'addresses'] as const;

import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { type Bare, openBare as openAny, putMoney } from '../bare/contestant.ts';
import { readGroups, STATEMENTS } from './bare-rows.ts';
import { prepareContractUsers, SPOT_USERS } from './testbed.ts';

/** Opens the bare contestant of contracts. */
export const openBare = (postgres: PrivatePostgres, users: number): Promise<Bare> =>
  openAny(postgres, {
    spotUsers: SPOT_USERS,
    prepare: (root) => prepareContractUsers(root, users),
    houseAccounts: `('house:contract-demo', 'fee_income'), ('house:contract-demo', 'house_pnl')`,
    readGroups,
    /** A transaction opens some, orders those of the last one to be closed, and settles those before. */
    write: (put, opening, ordering, settling) => {
      putMoney(put, [opening?.opening, settling?.settling]);
      put(STATEMENTS.positions, opening?.positions);
      put(STATEMENTS.closing, ordering?.closing);
      put(STATEMENTS.closed, settling?.closed);
      put(STATEMENTS.settlements, settling?.settlements);
      put(STATEMENTS.receipts, opening?.opening.receipts);
      put(STATEMENTS.receipts, settling?.settling.receipts);
      put(STATEMENTS.results, settling?.results);
      put(STATEMENTS.records, opening?.opened);
      put(STATEMENTS.records, ordering?.ordered);
      put(STATEMENTS.event, settling?.event);
    },
  });

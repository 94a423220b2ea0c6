import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { type Bare, openBare as openAny, putMoney } from '../bare/contestant.ts';
import { SPOT_USERS } from '../contract/testbed.ts';
import { readGroups, STATEMENTS } from './bare-rows.ts';
import { prepareSecondsUsers, SECONDS_SHARD } from './testbed.ts';

/** Opens the bare contestant of seconds options. */
export const openBare = (postgres: PrivatePostgres, users: number): Promise<Bare> =>
  openAny(postgres, {
    spotUsers: SPOT_USERS,
    prepare: async (root) => {
      await prepareSecondsUsers(root, users);
      await root.query('drop trigger seconds_settlement_is_of_its_bet on seconds_settlement');
      await root.query('drop trigger seconds_bet_goes_on on seconds_bet');
    },
    houseAccounts: `('house:${SECONDS_SHARD}', 'house_pnl')`,
    readGroups,
    /** A transaction accepts some, enters those of the last one, and settles those before. */
    write: (put, accepting, entering, settling) => {
      putMoney(put, [accepting?.accepting, settling?.settling]);
      put(STATEMENTS.bets, accepting?.bets);
      put(STATEMENTS.entered, entering?.entered);
      put(STATEMENTS.settled, settling?.settled);
      put(STATEMENTS.settlements, settling?.settlements);
      put(STATEMENTS.chains, settling?.chains);
      put(STATEMENTS.days, settling?.days);
      put(STATEMENTS.receipts, accepting?.accepting.receipts);
      put(STATEMENTS.receipts, settling?.settling.receipts);
      put(STATEMENTS.results, settling?.results);
      put(STATEMENTS.records, accepting?.records);
      put(STATEMENTS.event, settling?.event);
    },
  });

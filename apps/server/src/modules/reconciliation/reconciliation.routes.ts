import { type Amount, parseDecimal } from '@app/money';
import * as routes from '@app/protocol/staff';
import { now } from '../../platform/db/clock.ts';
import type { Http } from '../../platform/http/caller.ts';
import { type StaffDeps, serveStaff } from '../staff/index.ts';
import { readBalances } from './reconciliation.store.ts';

/** Binds what finance sees of chains and books. */
export function reconciliationRoutes(http: Pick<Http, 'app' | 'bound'>, deps: StaffDeps): void {
  serveStaff(http, deps, routes.listBalances, async () => {
    const rows = await readBalances(deps.db);
    return {
      at: (await now(deps.db)).getTime(),
      list: rows.map(({ chain, currency, block, compared_at, ...amounts }) => ({
        chain,
        currency,
        block: Number(block),
        compared_at: compared_at.getTime(),
        hot: parseDecimal<Amount>(amounts.hot),
        cold: parseDecimal<Amount>(amounts.cold),
        deposits: parseDecimal<Amount>(amounts.deposits),
        booked: parseDecimal<Amount>(amounts.booked),
        arriving: parseDecimal<Amount>(amounts.arriving),
        leaving: parseDecimal<Amount>(amounts.leaving),
        gas: parseDecimal<Amount>(amounts.gas),
        unexplained: parseDecimal<Amount>(amounts.unexplained),
        difference: parseDecimal<Amount>(amounts.difference),
      })),
    };
  });
}

import { DAY_MS, dayBounds, dayOf } from '@app/domain/statement';
import * as routes from '@app/protocol/statement';
import type { Http } from '../../platform/http/caller.ts';
import { Malformed, serve } from '../../platform/http/serve.ts';
import type { AccountDeps } from './read-account.ts';
import { createStatements } from './show-statement.ts';

const RANGE_DAYS_MAX = 400;

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function statementRoutes(http: Http, deps: AccountDeps): void {
  const statements = createStatements(deps);
  serve(http, routes.listHoldings, (_input, caller) => statements.holdings(caller));
  serve(http, routes.readStatement, ({ month }, caller) => statements.month(caller, month));
  serve(http, routes.listDayResults, ({ month }, caller) => statements.days(caller, month));
  serve(http, routes.listMonthResults, ({ year }, caller) => statements.months(caller, year));
  serve(http, routes.readRange, ({ from, to, currency }, caller) => {
    const days = (dayBounds(to).fromMs - dayBounds(from).fromMs) / DAY_MS + 1; // tidy: not money
    if (!isDay(from) || !isDay(to) || days < 1 || days > RANGE_DAYS_MAX) throw new Malformed(['from', 'to']);
    return statements.range(caller, { from, to, currency });
  });
}

/** A day such as 30 February has the form of one and does not exist. */
const isDay = (day: string) => Number.isFinite(dayBounds(day).fromMs) && dayOf(dayBounds(day).fromMs) === day;

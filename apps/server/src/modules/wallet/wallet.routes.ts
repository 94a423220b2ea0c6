import * as routes from '@app/protocol/wallet';
import type { Http } from '../../platform/http/caller.ts';
import { Malformed, serve } from '../../platform/http/serve.ts';
import { readCurrencyIds } from '../reference/index.ts';
import { changeWallet, type WalletDeps } from './change-wallet.ts';
import { createEquityDay, type EquityDeps } from './equity/show-equity-day.ts';
import { listHistory, listWallets } from './list-wallets.ts';
import { currencyOf } from './named-currency.ts';
import { changeFacts } from './records/change-facts.ts';
import { listAccountRecords, listRecords, type RecordDeps } from './records/list-records.ts';
import { listCoins, showAccount, showCoin } from './records/show-balances.ts';

/** Translates wire fields into domain types and nothing else: a rule found here is in the wrong file. */
export function walletRoutes(http: Http, given: WalletDeps & EquityDeps & RecordDeps): void {
  const deps = { ...given, facts: [changeFacts, ...given.facts] };
  serve(http, routes.listWallets, (_input, caller) => listWallets(deps, caller));

  serve(http, routes.changeWallet, (input, { userId, mode }, { idempotencyKey, body }) =>
    changeWallet(deps, {
      userId,
      mode,
      from: input.from_field,
      to: input.to_field,
      currency: {
        code: input.currency,
        ids: {
          currency_id: input.currency_id,
          from_currency_id: input.from_currency_id,
          to_currency_id: input.to_currency_id,
        },
      },
      amount: input.number,
      key: idempotencyKey,
      body,
    }),
  );

  serve(http, routes.walletHistory, (request, caller) => listHistory(deps, caller, request));

  const equityDay = createEquityDay(deps);
  serve(http, routes.equityDay, ({ since }, { userId, mode }) => equityDay({ userId, mode }, since));

  serve(http, routes.walletInfo, (request, caller) => showAccount(deps, caller, accountIn(request)));
  serve(http, routes.walletDetail, (request, caller) => showCoin(deps, caller, currencyIn(request)));
  serve(http, routes.listUserCurrencies, (_input, caller) => listCoins(deps, caller));
  serve(http, routes.listAccountLedger, async (request, caller) => {
    const currency = currencyOf(currencyIn(request), await readCurrencyIds(deps.db));
    const { page, limit, before } = request;
    return await listAccountRecords(deps, caller, { account: accountIn(request), currency, page, limit, before });
  });
  serve(http, routes.listLedger, (request, caller) => listRecords(deps, caller, request));
}

type Named<Value> = { readonly account?: Value | undefined; readonly type?: Value | undefined };

/** Returns the account that a request names by either field; both must agree. */
function accountIn<Value>({ account, type }: Named<Value>): Value {
  const named = account ?? type;
  if (named === undefined || (type ?? named) !== named) throw new Malformed(['account']);
  return named;
}

const currencyIn = ({
  currency,
  currency_id,
}: {
  currency?: string | undefined;
  currency_id?: bigint | undefined;
}) => ({
  code: currency,
  ids: { currency_id },
});

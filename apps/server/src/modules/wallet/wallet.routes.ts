import * as routes from '@app/protocol/wallet';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import { changeWallet, type WalletDeps } from './change-wallet.ts';
import { createEquityDay, type EquityDeps } from './equity/show-equity-day.ts';
import { listHistory, listWallets } from './list-wallets.ts';

/** Translates wire fields into domain types and nothing else: a rule found here is in the wrong file. */
export function walletRoutes(http: Http, deps: WalletDeps & EquityDeps): void {
  serve(http, routes.listWallets, (_input, caller) => listWallets(deps, caller));

  serve(http, routes.changeWallet, (input, { userId, mode }, { idempotencyKey, body }) =>
    changeWallet(deps, {
      userId,
      mode,
      from: input.from_field,
      to: input.to_field,
      currency: input.currency,
      amount: input.number,
      key: idempotencyKey,
      body,
    }),
  );

  serve(http, routes.walletHistory, (request, caller) => listHistory(deps, caller, request));

  const equityDay = createEquityDay(deps);
  serve(http, routes.equityDay, ({ since }, { userId, mode }) => equityDay({ userId, mode }, since));
}

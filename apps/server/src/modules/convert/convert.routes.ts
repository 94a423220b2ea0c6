import { ratesOf } from '@app/domain/convert';
import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/convert';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import * as store from './convert.store.ts';
import { convert } from './convert.ts';
import { type ConvertDeps, makeQuote } from './quote-conversion.ts';

/** Translates wire fields into domain types and nothing else: a rule found here is in the wrong file. */
export function convertRoutes(http: Http, deps: ConvertDeps): void {
  serve(http, routes.quoteConversion, ({ account, ...input }, { userId, mode }) =>
    makeQuote(deps, { userId, mode }, { ...wantedOf(input), account }),
  );

  serve(http, routes.convert, (input, { userId, mode }, { idempotencyKey, body }) =>
    convert(deps, { userId, mode, ...wantedOf(input), quoteId: input.quote_id, key: idempotencyKey, body }),
  );

  serve(http, routes.listConversions, async ({ currency, ...request }, { userId, mode }) => {
    const { rows, ...page } = await store.listConversions(deps.db, { userId, mode, currency }, request);
    return { list: rows.map(showConversion), ...page };
  });
}

type Fields = { readonly from_currency_id: bigint; readonly to_currency_id: bigint; readonly number: Amount };

const wantedOf = ({ from_currency_id, to_currency_id, number }: Fields) => ({
  fromId: from_currency_id,
  toId: to_currency_id,
  amount: number,
});

function showConversion(row: store.ConversionRow): Output<typeof routes.listConversions>['list'][number] {
  const spreadRate = parseDecimal<Rate>(row.spread_rate);
  const prices = { from: parseDecimal<Price>(row.from_price), to: parseDecimal<Price>(row.to_price) };
  const { index, own } = ratesOf(prices, spreadRate);
  return {
    id: row.id,
    account: row.account,
    from: row.from_currency,
    to: row.to_currency,
    number: parseDecimal<Amount>(row.amount),
    received: parseDecimal<Amount>(row.received),
    index_rate: index,
    rate: own,
    spread_rate: spreadRate,
    at: row.at.getTime(),
  };
}

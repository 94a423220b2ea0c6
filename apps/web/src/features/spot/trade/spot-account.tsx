import { ZERO } from '@app/money';
import { buttonClass } from '@app/ui';
import { Link } from 'react-router';
import { type Balance, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { HoldingRow } from '../orders/holdings-row.tsx';

/** Shows the user's balances in a market's two coins; renders nothing until they are loaded. */
export function SpotAccount({ market: { base, quote } }: { market: MarketInfo }) {
  const text = useText();
  const list = useBalances().data?.list;
  if (list === undefined) return null;
  return (
    <section className="desk__account" aria-label={text('spot.account')}>
      <h2 className="text-label text-ink-3">{text('spot.account')}</h2>
      <ul>
        {[quote, base].map((currency) => (
          <li key={currency}>
            <HoldingRow balance={inSpot(list, currency)} />
          </li>
        ))}
      </ul>
      <Link className={buttonClass({ wide: true })} to="/pages/fund/transfer?to=exchange">
        {text('spot.orders.transfer')}
      </Link>
    </section>
  );
}

/** Returns a spot balance. A coin the user never held is missing from the list. */
const inSpot = (list: readonly Balance[], currency: string): Balance =>
  list.find((balance) => balance.account === 'exchange' && balance.currency === currency) ?? {
    account: 'exchange',
    currency,
    available: ZERO,
    frozen: ZERO,
  };

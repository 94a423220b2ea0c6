import { rateIn, shownPlaces, valueAt, WORTH_CURRENCY } from '@app/domain/wallet';
import { showAmount, ZERO } from '@app/money';
import { AmountText, CoinIcon, Row } from '@app/ui';
import { Link } from 'react-router';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useEstimate } from '../../../data/market/estimate.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';

/** Shows one coin: the balance, the amount frozen in orders, and the approximate worth. */
export function HoldingRow({ balance }: { balance: Balance }) {
  const symbol = useMarketOf(balance.currency);
  if (symbol === undefined) return <Face balance={balance} />;
  return (
    <Link className="block" to={`/pages/transaction/currency?${new URLSearchParams({ symbol })}`} replace>
      <Face balance={balance} />
    </Link>
  );
}

/** Returns the coin's spot market against the valuation currency; that currency itself has none. */
function useMarketOf(currency: string): string | undefined {
  const symbol = `${currency}/${WORTH_CURRENCY}`;
  return useMarkets().find((market) => market.symbol === symbol && market.products.includes('spot'))?.symbol;
}

function Face({ balance }: { balance: Balance }) {
  const text = useText();
  const { currency, frozen } = balance;
  const amount = showAmount(frozen, shownPlaces(currency));
  const inOrders = frozen > 0n ? { sub: text('spot.orders.frozen', { amount }) } : {};
  return (
    <Row
      lead={<CoinIcon code={currency} />}
      title={currency}
      {...inOrders}
      value={<AmountText value={ownedIn(balance)} places={shownPlaces(currency)} />}
      valueSub={<Worth balance={balance} />}
    />
  );
}

/** Shows the worth; a dash, not zero, while the price is unknown. */
function Worth({ balance }: { balance: Balance }) {
  const quote = useQuote(`${balance.currency}/${WORTH_CURRENCY}`);
  const rate = rateIn(() => quote?.price, balance.currency);
  const { text } = useEstimate(rate === undefined ? ZERO : valueAt(ownedIn(balance), rate));
  return rate === undefined ? '—' : text;
}

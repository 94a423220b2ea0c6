import { rateIn, shownPlaces, type Unrealised, valueAt, WORTH_CURRENCY } from '@app/domain/wallet';
import { directionOf, showAmount, showPercent, showPrice, ZERO } from '@app/money';
import { AmountText, CoinIcon, Row } from '@app/ui';
import { Link } from 'react-router';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useEstimate } from '../../../data/market/estimate.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';

type Props = { balance: Balance; unrealised?: Unrealised | undefined };

/** Shows one coin: the balance, the amount frozen in orders, what it cost on average, its worth and result. */
export function HoldingRow({ balance, unrealised }: Props) {
  const symbol = useMarketOf(balance.currency);
  if (symbol === undefined) return <Face balance={balance} unrealised={unrealised} />;
  return (
    <Link className="block" to={`/pages/transaction/currency?${new URLSearchParams({ symbol })}`} replace>
      <Face balance={balance} unrealised={unrealised} />
    </Link>
  );
}

/** Returns the coin's spot market against the valuation currency; that currency itself has none. */
function useMarketOf(currency: string): string | undefined {
  const symbol = `${currency}/${WORTH_CURRENCY}`;
  return useMarkets().find((market) => market.symbol === symbol && market.products.includes('spot'))?.symbol;
}

function Face({ balance, unrealised }: Props) {
  const text = useText();
  const { currency, frozen } = balance;
  const amount = showAmount(frozen, shownPlaces(currency));
  const inOrders = frozen > 0n ? [text('spot.orders.frozen', { amount })] : [];
  const cost = unrealised === undefined ? [] : [text('spot.orders.cost', { price: showPrice(unrealised.average) })];
  const details = [...cost, ...inOrders].join(' · ');
  return (
    <Row
      lead={<CoinIcon code={currency} />}
      title={currency}
      {...(details !== '' && { sub: details })}
      value={<AmountText value={ownedIn(balance)} places={shownPlaces(currency)} />}
      valueSub={
        <>
          <Worth balance={balance} />
          {unrealised !== undefined && <Result unrealised={unrealised} />}
        </>
      }
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

/** Shows the result as a share of the cost: its amount is that of all accounts, and this is a list of one. */
function Result({ unrealised: { result, ratio } }: { unrealised: Unrealised }) {
  if (ratio === undefined) return null;
  return <span className={`change ml-1.5 tone-${directionOf(result, 2)}`}>{showPercent(ratio)}</span>;
}

import { isVisitor } from '@app/client/session';
import { changePercent } from '@app/domain/market';
import { shownPlaces } from '@app/domain/wallet';
import { type Decimal, showAmount, showCompact, showPercent, showPrice, subtract } from '@app/money';
import {
  AreaCurve,
  buttonClass,
  ChangeText,
  Facts,
  Icon,
  IconButton,
  Key,
  PairIcon,
  PairName,
  Price,
  Tag,
} from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { turnoverOf } from '../list/list-order.ts';
import { useRowState } from '../list/list-row.tsx';
import type { useStars } from '../list/row-actions.tsx';
import { useSource } from '../list/row-simulated.ts';
import { chartAddress, liveSpark } from '../movers/mover-line.ts';
import { sparksQuery } from '../movers/sparks.ts';
import { tradeAddress } from './desk-keys-view.tsx';

/** Facts beside a table stand as close as its rows. */
const CLOSE = '[&_.facts>div]:min-h-7 [&_.facts>div]:shadow-none [&_dd]:text-label';

type Props = { market: MarketInfo; stars: ReturnType<typeof useStars> };

/** Shows the selected market: its price and day, what the user has of it, and where it is traded. */
export function DeskSide({ market, stars }: Props) {
  const text = useText();
  const { symbol, base, quote } = market;
  const isOn = stars.isOn(symbol);
  const isNobodys = isVisitor(useSessionScope());
  return (
    <>
      <div className="flex items-center gap-3">
        <PairIcon base={base} quote={quote} size={24} />
        <h2 className="min-w-0 grow">
          <PairName base={base} quote={quote} />
        </h2>
        <IconButton
          label={text('market.chart.star', { symbol })}
          aria-pressed={isOn === true}
          className={`-m-3 ${isOn ? 'text-brand' : ''}`}
          disabled={isOn === undefined}
          onClick={() => stars.toggle(symbol)}
        >
          <Icon name={isOn ? 'star-on' : 'star'} size={20} />
        </IconButton>
      </div>
      <Day market={market} />
      {!isNobodys && market.products.includes('spot') && <Yours market={market} />}
      <Actions market={market} />
    </>
  );
}

function Day({ market }: { market: MarketInfo }) {
  const { symbol, base, quote: currency, precision } = market;
  const text = useText();
  const state = useRowState(market);
  const source = useSource(market);
  const quote = useQuote(symbol);
  const spark = useQuery(sparksQuery([symbol])).data?.list.find((it) => it.symbol === symbol);
  if (quote === undefined) return <p className="mt-4 text-hero">—</p>;
  const { open, price, low, high, vol } = quote;
  const ratio = changePercent(open, price);
  const moved = subtract<Decimal>(price, open);
  const facts = [
    [text('market.desk.low'), showPrice(low, precision)],
    [text('market.desk.high'), showPrice(high, precision)],
    [text('market.chart.volume', { unit: base }), showCompact(vol)],
    [text('market.chart.volume', { unit: currency }), `≈ ${showCompact(turnoverOf(quote))}`],
  ] as const;
  return (
    <>
      <p className={`mt-3 text-hero ${state === 'open' ? '' : 'stale'}`}>
        <Price value={price} precision={precision} />
      </p>
      <p className="mb-3 flex flex-wrap items-center gap-2 text-label">
        <ChangeText
          ratio={ratio}
          text={`${moved > 0n ? '+' : ''}${showPrice(moved, precision)} (${showPercent(ratio)})`}
        />
        {state !== 'open' && <Tag tone="warn">{text(`market.list.state.${state}`)}</Tag>}
        {source === 'simulated' && <Tag>{text('market.list.simulated')}</Tag>}
      </p>
      <AreaCurve
        values={liveSpark(spark, quote).values}
        mark={{ value: open, name: text('market.strip.mark', { price: showPrice(open, precision) }) }}
        label={text('market.strip.label', { symbol })}
        height={104}
      />
      <div className={`mt-3 ${CLOSE}`}>
        <Facts facts={facts} />
      </div>
    </>
  );
}

/** Shows what the user has of the market's base, and the open orders in it. */
function Yours({ market: { symbol, base } }: { market: MarketInfo }) {
  const text = useText();
  const balances = useBalances().data?.list;
  const orders = useOpenOrders().data;
  if (balances === undefined) return null;
  const facts = [
    [text('market.desk.held'), `${showAmount(availableIn(balances, 'exchange', base), shownPlaces(base))} ${base}`],
    [
      text('market.desk.orders'),
      orders === undefined ? '—' : String(orders.filter((it) => it.symbol === symbol).length),
    ],
  ] as const;
  return (
    <section className={`-mx-5 mt-4 border-t border-line px-5 pt-3 ${CLOSE}`} aria-label={text('market.desk.yours')}>
      <h3 className="text-label font-semibold">{text('market.desk.yours')}</h3>
      <Facts facts={facts} />
    </section>
  );
}

function Actions({ market }: { market: MarketInfo }) {
  const text = useText();
  const buy = tradeAddress(market, 'buy');
  const sell = tradeAddress(market, 'sell');
  return (
    <div className="mt-auto grid grid-cols-2 gap-2 pt-5">
      {buy !== undefined && sell !== undefined && (
        <>
          <Link className={buttonClass({ tone: 'up', size: 'small', wide: true })} to={buy}>
            {text('market.chart.buy')}
          </Link>
          <Link className={buttonClass({ tone: 'down', size: 'small', wide: true })} to={sell}>
            {text('market.chart.sell')}
          </Link>
        </>
      )}
      <Link className={`col-span-2 ${buttonClass({ size: 'small', wide: true })}`} to={chartAddress(market.symbol)}>
        {text('market.list.chart')}
        <span className="ml-2" aria-hidden="true">
          <Key>↵</Key>
        </span>
      </Link>
    </div>
  );
}

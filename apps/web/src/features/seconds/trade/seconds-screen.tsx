import { Button, buttonClass, Delayed, Empty, Icon, NavBar, Page, Panel, Skeleton, SkeletonChart } from '@app/ui';
import { Suspense } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useNeedsGate } from '../../../data/account/risk-read.ts';
import { useIsTraded } from '../../../data/app/open-lists.ts';
import { useOpenness } from '../../../data/app/openness.ts';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { beginMarkets, type MarketInfo, useMarkets, useMarketsSoFar } from '../../../data/market/markets.ts';
import { offeredMarket } from '../../../data/market/offered-market.ts';
import { useGuideFromAddress } from '../../../data/session/demo-guide.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { indexName, moneyText, SECONDS_PATH, topUpPath } from '../seconds-texts.ts';
import { useTerms } from '../terms/terms-query.ts';
import { BetDesk } from './bet-desk.tsx';
import { chosenPayout } from './bet-form.ts';
import { RulesButton } from './rules-sheet.tsx';
import '../seconds.css';

beginMarkets(); // In parallel with library loading, before the first render.

const RiskGate = lazyPart(async () => (await import('../gate/risk-gate.tsx')).RiskGate);

/** /pages/transaction/index2?symbol=BTC/USDT */
export default function SecondsScreen() {
  return (
    <Page bar={<SecondsBar />}>
      <Panel loading={<SecondsLoading />}>
        <Content />
      </Panel>
    </Page>
  );
}

/** Returns the product whose markets the page shows: spot markets where bets are not offered. */
const useShownProduct = () => (useIsTraded()('seconds') ? 'seconds' : 'spot');

function Content() {
  const [fields] = useSearchParams();
  const { isPending } = useOpenness();
  const product = useShownProduct();
  const market = offeredMarket(useMarkets(), fields.get('symbol'), product);
  if (isPending) return <SecondsLoading />;
  if (market === undefined) return <NoMarket />;
  return product === 'seconds' ? <Trading market={market} /> : <NotOffered market={market} />;
}

/** Renders the form once the terms are known. The first time, the risk is explained to the user before it. */
function Trading({ market }: { market: MarketInfo }) {
  const scope = useSessionScope(); // Form state must not carry over between `real` and `demo`.
  const { data: inForce, isError, refetch } = useTerms();
  const { isRequested: isGuided } = useGuideFromAddress(); // It leads to the demo account first.
  const needsGate = useNeedsGate('seconds') && !isGuided;
  if (inForce === undefined) return isError ? <NotLoaded retry={() => void refetch()} /> : <SecondsLoading />;
  const [caps] = inForce.caps;
  const payout = chosenPayout(inForce.terms.payouts, 0);
  if (!inForce.isOpen || caps === undefined || payout === undefined) return <NotOffered market={market} />;
  return (
    <>
      <BetDesk key={scope} market={market} inForce={inForce} caps={caps} />
      {needsGate && (
        <Suspense>
          <RiskGate payout={payout} />
        </Suspense>
      )}
    </>
  );
}

/** Shows the market where bets are not offered, and the way to trade it on spot. */
function NotOffered({ market }: { market: MarketInfo }) {
  const text = useText();
  return (
    <div className="flex h-full flex-col">
      <Slot name="market.quote" symbol={market.symbol} loading={<div className="h-29" />} />
      <div className="flex min-h-60 flex-1 flex-col">
        <Slot name="market.chart" symbol={market.symbol} loading={<SkeletonChart height={280} />} />
      </div>
      <div className="grid flex-none gap-2 px-gutter py-2">
        <p className="text-title">{text('seconds.off.title')}</p>
        <p className="text-body text-ink-2">{text('seconds.off.text')}</p>
        <Link
          className={buttonClass({ tone: 'primary', wide: true })}
          to={`/pages/transaction/currency?${new URLSearchParams({ symbol: market.symbol })}`}
        >
          {text('seconds.off.spot', { coin: market.base })}
        </Link>
      </div>
    </div>
  );
}

function NotLoaded({ retry }: { retry: () => void }) {
  const text = useText();
  const again = (
    <Button size="small" onClick={retry}>
      {text('system.retry')}
    </Button>
  );
  return (
    <div className="middle" role="alert">
      <Empty title={text('system.load.failed')} action={again} />
    </div>
  );
}

/** Links from an unknown market to the available ones, and to the market list when none has bets. */
function NoMarket() {
  const text = useText();
  const [fields] = useSearchParams();
  const wanted = fields.get('symbol');
  const why = wanted === null ? 'none' : 'unknown';
  const action = (
    <Link
      className={buttonClass({ size: 'small' })}
      to={wanted === null ? MARKET_PATH : SECONDS_PATH}
      replace={wanted !== null}
    >
      {text(`seconds.${why}.action`)}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text(`seconds.${why}.title`, { symbol: wanted ?? '' })}
        text={text(`seconds.${why}.text`)}
        action={action}
      />
    </div>
  );
}

/** Placeholder as high as the loaded page: the chart above, the form below. */
function SecondsLoading() {
  return (
    <Delayed>
      <SkeletonChart height={300} />
      <div className="grid gap-3 px-gutter pt-4" aria-hidden="true">
        {['h-13', 'h-12', 'h-14', 'h-13'].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
          <Skeleton key={index} className={`${height} rounded-control`} />
        ))}
      </div>
    </Delayed>
  );
}

const useBarMarket = () => {
  const [fields] = useSearchParams();
  return offeredMarket(useMarketsSoFar(), fields.get('symbol'), useShownProduct());
};

/** Renders the market, the balance of the seconds account with the way to more, and the rules. */
function SecondsBar() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const title = (
    <h1>
      <Pair fallback={text('seconds.title')} />
    </h1>
  );
  return <NavBar title={title} back={back} end={<Ends />} />;
}

function Pair({ fallback }: { fallback: string }) {
  const text = useText();
  const navigate = useNavigate();
  const market = useBarMarket();
  const product = useShownProduct();
  if (market === undefined) return fallback;
  const go = (symbol: string) => void navigate(`?${new URLSearchParams({ symbol })}`, { replace: true });
  const label = product === 'seconds' ? indexName(market.symbol, text) : market.symbol;
  return (
    <Slot name="market.pair" symbol={market.symbol} label={label} product={product} onChoose={go} loading={label} />
  );
}

function Ends() {
  const text = useText();
  const market = useBarMarket();
  const isOffered = useShownProduct() === 'seconds';
  const { data: inForce } = useTerms();
  const list = useBalances().data?.list;
  const currency = inForce?.caps[0]?.currency;
  if (market === undefined || !isOffered) return null;
  return (
    <>
      {list !== undefined && currency !== undefined && (
        <Link className="chip bet-balance self-center" to={topUpPath(currency)}>
          {`${moneyText(availableIn(list, 'seconds', currency), currency)} ${currency}`}
          <Icon name="plus" size={12} />
          <span className="sr-only">{text('seconds.balance')}</span>
        </Link>
      )}
      <RulesButton symbol={market.symbol} />
    </>
  );
}

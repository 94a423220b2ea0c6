import { buttonClass, Empty, FrameName, Icon, NavBar, Page, Panel, Skeleton } from '@app/ui';
import { useContext } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useMarkets, useMarketsSoFar } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { spotMarket } from '../trade/spot-market.ts';
import { sideOf } from './lite-form.ts';
import { LiteTrade } from './lite-trade.tsx';

/** /pages/transaction/currency2?symbol=BTC/USDT&side=buy|sell */
export default function LiteScreen() {
  return (
    <Page bar={<LiteBar />}>
      <Panel loading={<Loading />}>
        <Content />
      </Panel>
    </Page>
  );
}

function Content() {
  const [fields] = useSearchParams();
  const scope = useSessionScope(); // Form state must not carry over between `real` and `demo`.
  const market = spotMarket(useMarkets(), fields.get('symbol'));
  return market === undefined ? <NoMarket /> : <LiteTrade key={`${scope} ${market.symbol}`} market={market} />;
}

function NoMarket() {
  const text = useText();
  const [fields] = useSearchParams();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('spot.lite.market.action')}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text('spot.lite.market.title', { symbol: fields.get('symbol') ?? '' })}
        text={text('spot.lite.market.text')}
        action={action}
      />
    </div>
  );
}

function Loading() {
  return (
    <div className="flex h-full flex-col gap-3 px-gutter pt-2 pb-4">
      <Skeleton className="h-10 rounded-control" />
      <Skeleton className="mt-8 h-16 w-1/2" />
      <Skeleton className="mt-8 h-8 w-full" />
      <Skeleton className="mt-auto h-13 rounded-control" />
    </div>
  );
}

/** Shows the traded market and links to the page with the order book. */
function LiteBar() {
  const text = useText();
  const title = text('spot.lite.title');
  const back = { label: text('system.back'), go: useBack() };
  return <NavBar back={back} title={<Pair fallback={title} />} end={<ToPro />} />;
}

/** Returns the market named in the address, or the first; undefined until markets have loaded. */
function useBarMarket() {
  const [fields] = useSearchParams();
  return spotMarket(useMarketsSoFar(), fields.get('symbol'));
}

function Pair({ fallback }: { fallback: string }) {
  const navigate = useNavigate();
  const name = useContext(FrameName);
  const [fields] = useSearchParams();
  const market = useBarMarket();
  const side = sideOf(fields.get('side'));
  const go = (symbol: string) => void navigate(`?${new URLSearchParams({ symbol, side })}`, { replace: true });
  if (market === undefined) return <h1 className="nav__title">{fallback}</h1>;
  return (
    <h1>
      <title>{`${fallback} · ${market.symbol} · ${name ?? ''}`}</title>
      <Slot name="market.pair" symbol={market.symbol} product="spot" onChoose={go} loading={market.symbol} />
    </h1>
  );
}

function ToPro() {
  const text = useText();
  const [fields] = useSearchParams();
  const market = useBarMarket();
  if (market === undefined) return null;
  const same = new URLSearchParams({ symbol: market.symbol, side: sideOf(fields.get('side')) });
  return (
    <Link
      className={buttonClass({ tone: 'ghost', size: 'small' })}
      to={`/pages/transaction/currency?${same}`}
      replace
      aria-label={text('spot.lite.pro.go')}
    >
      <span className="btn__words">
        <Icon name="convert" size={16} />
        {text('spot.lite.pro')}
      </span>
    </Link>
  );
}

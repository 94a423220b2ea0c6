import { buttonClass, CoinIcon, Empty, NavBar, Page, Panel, Skeleton } from '@app/ui';
import { Link, useSearchParams } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { CoinFacts, CoinLinks, CoinRisk } from './coin-facts.tsx';
import { CoinPrice } from './coin-price.tsx';

/** /pages/transaction/white_paper?symbol=BTC/USDT */
export default function CoinScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.coin.title')} back={back} />}>
      <Panel loading={<CoinLoading />}>
        <Coin symbol={address.get('symbol') ?? ''} />
      </Panel>
    </Page>
  );
}

function Coin({ symbol }: { symbol: string }) {
  const market = useMarkets().find((it) => it.symbol === symbol);
  if (market === undefined) return <NoMarket />;
  return (
    <>
      <Head market={market} />
      <CoinFacts market={market} />
      <CoinRisk market={market} />
      <CoinLinks symbol={symbol} />
    </>
  );
}

function Head({ market }: { market: MarketInfo }) {
  const text = useText();
  const query = new URLSearchParams({ symbol: market.symbol });
  return (
    <section className="px-gutter pt-2">
      <div className="flex items-center gap-3">
        <CoinIcon code={market.base} size={40} />
        <div className="min-w-0">
          <h2 className="text-h2 wrap-anywhere">{market.name}</h2>
          <p className="text-label text-ink-3">{market.symbol}</p>
        </div>
      </div>
      <CoinPrice market={market} />
      <Link className={`${buttonClass({ tone: 'primary', wide: true })} mt-4`} to={`/pages/transaction/index?${query}`}>
        {text('content.coin.chart')}
      </Link>
    </section>
  );
}

function NoMarket() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('system.coming.action')}
    </Link>
  );
  return (
    <div className="middle">
      <Empty title={text('content.coin.none')} text={text('content.coin.none.text')} action={action} />
    </div>
  );
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

const CoinLoading = () => (
  <div className="px-gutter pt-2" aria-hidden="true">
    <div className="flex items-center gap-3">
      <Skeleton className="size-10 rounded-full" />
      <Skeleton className="h-6 w-36" />
    </div>
    <Skeleton className="mt-4 h-9 w-44" />
    <Skeleton className="mt-2 h-4.5 w-24" />
    <Skeleton className="mt-4 h-12 w-full rounded-control" />
    <div className="mt-6 grid gap-5">
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-5 w-full" />
      ))}
    </div>
  </div>
);

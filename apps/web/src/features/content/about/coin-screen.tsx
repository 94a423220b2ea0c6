import { changePercent, isOpenAt, nextOpening, shownState } from '@app/domain/market';
import { amountForSpeech } from '@app/money';
import {
  buttonClass,
  ChangeText,
  CoinIcon,
  Empty,
  Facts,
  momentText,
  NavBar,
  Note,
  Page,
  Panel,
  Price,
  Skeleton,
  StaleBadge,
  Tag,
} from '@app/ui';
import { Link, useSearchParams } from 'react-router';
import { tradePage, useIsTraded } from '../../../data/app/open-lists.ts';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useAllQuotes, useQuote, useStandstill } from '../../../data/market/use-quotes.ts';
import { CoinAbout } from './coin-about.tsx';
import { LinkGroup } from './link-group.tsx';

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
      <CoinAbout market={market} />
      <CoinFacts market={market} />
      <CoinRisk market={market} />
      <CoinLinks market={market} />
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

/** Shows market facts that the exchange itself decides. */
function CoinFacts({ market }: { market: MarketInfo }) {
  const text = useText();
  const { category, base, quote, price_tick, lot, hours, products } = market;
  const isTraded = useIsTraded();
  const offered = products
    .filter(isTraded)
    .map((product) => text(`content.coin.product.${product}`))
    .join(' · ');
  return (
    <section className="mt-6 px-gutter">
      <h2 className="mb-1 text-title">{text('content.coin.facts')}</h2>
      <Facts
        facts={[
          [text('content.coin.category'), text(`content.coin.category.${category}`)],
          [text('content.coin.base'), base],
          [text('content.coin.quote'), quote],
          [text('content.coin.tick'), `${amountForSpeech(price_tick)} ${quote}`],
          [text('content.coin.lot'), `${amountForSpeech(lot)} ${base}`],
          [text('content.coin.hours'), text(`content.coin.hours.${hours}`)],
          [text('content.coin.products'), offered === '' ? text('content.coin.products.none') : offered],
          [text('content.coin.source'), <PriceSource key="source" market={market} />],
        ]}
      />
    </section>
  );
}

function CoinRisk({ market }: { market: MarketInfo }) {
  const text = useText();
  const source = useSource(market);
  return (
    <section className="mt-6 grid gap-3 px-gutter">
      <h2 className="text-title">{text('content.coin.risk')}</h2>
      <Note icon="warn" tone="warn">
        {text(`content.coin.risk.${market.category}`)}
      </Note>
      {source === 'simulated' && <Note icon="info">{text('content.coin.simulated')}</Note>}
    </section>
  );
}

function CoinLinks({ market: { symbol, products } }: { market: MarketInfo }) {
  const text = useText();
  const hasSeconds = useIsTraded()('seconds') && products.includes('seconds');
  const seconds = {
    icon: 'seconds',
    label: text('content.coin.product.seconds'),
    to: tradePage('seconds', symbol),
  } as const;
  const query = new URLSearchParams({ symbol });
  return (
    <div className="mt-6 pb-6">
      <LinkGroup
        lines={[
          ...(hasSeconds ? [seconds] : []),
          { icon: 'shield-check', label: text('content.coin.check'), to: `/pages/plus/verify?${query}` },
          { icon: 'doc', label: text('content.paper.title'), to: '/pages/setting/whitePage' },
        ]}
      />
    </div>
  );
}

/** Shows the current index price, or why there is none. */
function CoinPrice({ market }: { market: MarketInfo }) {
  const text = useText();
  const quote = useQuote(market.symbol);
  const standsStill = useStandstill() !== undefined;
  if (quote === undefined) return <NoPrice market={market} />;
  const state = shownState(quote.state, serverNow() - quote.at);
  const isDead = standsStill || state === 'stale' || state === 'halted';
  return (
    <div className="mt-4">
      <p className={`flex flex-wrap items-baseline gap-x-1.5 text-hero ${isDead ? 'stale' : ''}`}>
        <Price value={quote.price} precision={market.precision} />
        <span className="text-label text-ink-3">{market.quote}</span>
      </p>
      <div className="mt-1 flex min-h-5 flex-wrap items-center gap-2 text-label">
        <ChangeText ratio={changePercent(quote.open, quote.price)} />
        {quote.simulated && <Tag>{text('content.coin.source.simulated')}</Tag>}
        <StateTag state={isDead && state === 'open' ? 'stale' : state} market={market} />
      </div>
    </div>
  );
}

/** Shows a skeleton while no quotes have arrived at all; after that, a market without a quote never had a price. */
function NoPrice({ market }: { market: MarketInfo }) {
  const isWaiting = useAllQuotes().size === 0;
  if (isWaiting)
    return (
      <div className="mt-4 grid gap-2" aria-hidden="true">
        <Skeleton className="h-9 w-44" />
        <Skeleton className="h-4.5 w-24" />
      </div>
    );
  return (
    <div className="mt-4">
      <p className="text-hero text-ink-3">—</p>
      <div className="mt-1 flex min-h-5 items-center">
        <StateTag state={isOpenAt(market.hours, serverNow()) ? 'stale' : 'closed'} market={market} />
      </div>
    </div>
  );
}

/**
 * Returns the source from the quote itself; before the first quote, the market list may mark it as simulated but never
 * as real.
 */
function useSource({ symbol, simulated }: MarketInfo): 'simulated' | 'venues' | undefined {
  const quote = useQuote(symbol);
  const isSimulated = quote?.simulated ?? (simulated || undefined);
  return isSimulated === undefined ? undefined : isSimulated ? 'simulated' : 'venues';
}

/** Shows the price source once there is a quote. */
function PriceSource({ market }: { market: MarketInfo }) {
  const text = useText();
  const source = useSource(market);
  return source === undefined ? '—' : text(`content.coin.source.${source}`);
}

type StateProps = { state: ReturnType<typeof shownState>; market: MarketInfo };

/** Shows the market state; `open` is the default and shows no tag. */
function StateTag({ state, market }: StateProps) {
  const text = useText();
  if (state === 'open') return null;
  if (state === 'stale') return <StaleBadge>{text('content.coin.state.stale')}</StaleBadge>;
  if (state === 'halted') return <Tag tone="danger">{text('content.coin.state.halted')}</Tag>;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = momentText(nextOpening(market.hours, serverNow()), timeZone, serverNow());
  return <Tag>{text('content.coin.state.closed', { time })}</Tag>;
}

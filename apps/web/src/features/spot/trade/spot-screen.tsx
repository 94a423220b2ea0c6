import { changePercent } from '@app/domain/market';
import {
  ActionSheet,
  buttonClass,
  ChangeText,
  Delayed,
  Empty,
  Icon,
  IconButton,
  NavBar,
  Page,
  Panel,
  Skeleton,
  SkeletonRows,
} from '@app/ui';
import { type RefCallback, useCallback, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { beginMarkets, type MarketInfo, useMarkets, useMarketsSoFar } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useAfterClosing } from '../../../lib/use-after-closing.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { BookColumn } from '../book/book-column.tsx';
import { Guide } from '../guide/guide-view.tsx';
import { LaterOrdersTabs } from './later-orders-tabs.tsx';
import { OrderForm } from './order-form.tsx';
import { SpotDesk } from './spot-desk.tsx';
import { spotMarket } from './spot-market.ts';
import { useOrderForm } from './use-order-form.ts';

beginMarkets(); // In parallel with library loading, before the first render.

/** /pages/transaction/currency?symbol=BTC/USDT&side=buy */
export default function SpotScreen() {
  return (
    <Page bar={<SpotBar />}>
      <Panel loading={<SpotLoading />}>
        <Content />
      </Panel>
    </Page>
  );
}

function Content() {
  const [fields] = useSearchParams();
  const market = spotMarket(useMarkets(), fields.get('symbol'));
  const scope = useSessionScope(); // Form state must not carry over between `real` and `demo`.
  const Shown = useIsWide() ? SpotDesk : SpotPhone;
  if (market === undefined) return <NoMarket wanted={fields.get('symbol')} />;
  return (
    <>
      <Shown key={`${scope} ${market.symbol}`} market={market} />
      <Guide market={market} />
    </>
  );
}

/** Links an unknown market to the default spot market, and an empty list to the markets page. */
function NoMarket({ wanted }: { wanted: string | null }) {
  const text = useText();
  const why = wanted === null ? 'none' : 'unknown';
  const action = (
    <Link
      className={buttonClass({ size: 'small' })}
      to={wanted === null ? MARKET_PATH : '/pages/transaction/currency'}
      replace={wanted !== null}
    >
      {text(`spot.${why}.action`)}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text(`spot.${why}.title`, { symbol: wanted ?? '' })}
        text={text(`spot.${why}.text`)}
        action={action}
      />
    </div>
  );
}

/** Placeholder as high as the loaded page: fields on the left, an order book on the right. */
function SpotLoading() {
  return (
    <Delayed>
      <div className="trade" aria-hidden="true">
        <div className="grid content-start gap-2">
          {['h-10', 'h-11', 'h-11', 'h-11', 'h-15', 'h-11', 'h-11', 'h-12'].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
            <Skeleton key={index} className={`${height} rounded-chip`} />
          ))}
        </div>
        <Skeleton className="h-94 rounded-chip" />
      </div>
      <div className="mt-8">
        <SkeletonRows count={2} />
      </div>
    </Delayed>
  );
}

/** Rows per side; with the price between them the order book is as high as the form. */
const ROWS = 7;

/** Lays out the form and the order book side by side, with the user's order tabs below. */
function SpotPhone({ market }: { market: MarketInfo }) {
  const entry = useOrderForm(market);
  const { pick, hold } = entry.actions;
  return (
    <>
      <section className="trade">
        <OrderForm market={market} entry={entry} />
        <BookColumn market={market} rows={ROWS} onPick={pick} onHold={({ side, price }) => hold(side, price)} />
      </section>
      <div className="mt-3">
        <Slot name="market.strip" symbol={market.symbol} loading={<div className="h-11" />} />
      </div>
      <div data-coach="orders">
        <LaterOrdersTabs market={market} />
      </div>
    </>
  );
}

/** Renders the market's symbol and daily change, with favourite, chart and the overflow menu. */
function SpotBar() {
  const text = useText();
  return <NavBar title={<Pair fallback={text('spot.title')} />} end={<Ends />} />;
}

const useSpotMarket = () => {
  const [fields] = useSearchParams();
  return spotMarket(useMarketsSoFar(), fields.get('symbol'));
};

function Pair({ fallback }: { fallback: string }) {
  const navigate = useNavigate();
  const market = useSpotMarket();
  if (market === undefined) return fallback;
  const go = (symbol: string) => void navigate(`?${new URLSearchParams({ symbol })}`, { replace: true });
  return (
    <span className="spot-title">
      <Slot name="market.pair" symbol={market.symbol} product="spot" onChoose={go} loading={market.symbol} />
      <Change market={market} />
    </span>
  );
}

/** Shows the daily change where there is enough space. */
function Change({ market }: { market: MarketInfo }) {
  const quote = useQuote(market.symbol);
  const { container, isBeside } = useOnFirstLine();
  return (
    <span ref={container} className={isBeside ? 'spot-title__change' : 'spot-title__change invisible'}>
      {quote !== undefined && <ChangeText ratio={changePercent(quote.open, quote.price)} />}
    </span>
  );
}

function Ends() {
  const text = useText();
  const market = useSpotMarket();
  if (market === undefined) return null;
  const { symbol } = market;
  return (
    <>
      <Slot name="market.star" symbol={symbol} loading={<span className="iconbtn" />} />
      <Link
        className="iconbtn"
        to={`/pages/transaction/index?${new URLSearchParams({ symbol })}`}
        aria-label={text('spot.chart', { symbol })}
      >
        <Icon name="candle" />
      </Link>
      <More symbol={symbol} />
    </>
  );
}

/** Renders the menu of links that do not fit on the page. */
function More({ symbol }: { symbol: string }) {
  const text = useText();
  const navigate = useNavigate();
  const sheet = useSheet('spot-more');
  const afterwards = useAfterClosing(sheet.isOpen);
  const links = [
    {
      label: text('spot.more.lite'),
      icon: 'convert',
      to: `/pages/transaction/currency2?${new URLSearchParams({ symbol })}`,
    },
    { label: text('spot.more.orders'), icon: 'list', to: '/pages/transaction/currency_order' },
    { label: text('spot.more.transfer'), icon: 'transfer', to: '/pages/fund/transfer?to=exchange' },
    { label: text('spot.more.guide'), icon: 'learn', to: `?${new URLSearchParams({ symbol, guide: '1' })}` },
  ] as const;
  return (
    <>
      <IconButton label={text('spot.more')} aria-haspopup="dialog" onClick={sheet.open}>
        <Icon name="more" />
      </IconButton>
      <ActionSheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={symbol}
        closeLabel={text('system.close')}
        actions={links.map(({ label, icon, to }) => ({ label, icon, run: afterwards(() => navigate(to)) }))}
      />
    </>
  );
}

/** Reports whether an element fits on the first line; a wrapped element should be hidden. */
function useOnFirstLine(): { container: RefCallback<HTMLElement>; isBeside: boolean } {
  const [isBeside, setBeside] = useState(true);
  const container = useCallback((element: HTMLElement | null) => {
    const line = element?.parentElement;
    if (element === null || line === null || line === undefined) return undefined;
    const measure = () =>
      setBeside(element.getBoundingClientRect().top < line.getBoundingClientRect().top + line.clientHeight / 2);
    measure();
    const observer = new ResizeObserver(measure);
    for (const watched of [line, ...line.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return { container, isBeside };
}

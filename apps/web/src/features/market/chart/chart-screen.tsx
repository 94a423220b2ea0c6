import { isVisitor } from '@app/client/session';
import {
  buttonClass,
  Empty,
  FrameName,
  Icon,
  IconButton,
  NavBar,
  Page,
  Panel,
  SkeletonChart,
  showToast,
} from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useContext, useRef } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useIsTraded } from '../../../data/app/open-lists.ts';
import { loginWithReturn, MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { beginMarkets, type MarketInfo, marketsQuery, useMarkets } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { storage } from '../../../lib/storage.ts';
import { useSize } from '../../../lib/use-size.ts';
import { chartAddress } from '../movers/mover-line.ts';
import { beginCandles } from './candles.ts';
import { ChartArea } from './chart-area.tsx';
import { keptChartChoices } from './chart-choices.ts';
import ChartPair from './chart-pair-panel.tsx';
import ChartQuote, { QuoteLoading } from './chart-quote-panel.tsx';
import ChartStar from './chart-star-panel.tsx';
import { type ChartMode, chartMode, firstSize, panelHeight } from './chart-tabs.ts';

beginAhead();

/** Starts loading in parallel with the chart library, before React has rendered anything. */
function beginAhead(): void {
  beginMarkets();
  const symbol = new URLSearchParams(location.hash.split('?')[1]).get('symbol');
  if (symbol !== null) beginCandles(symbol, keptChartChoices(storage).period);
}

/** /pages/transaction/index?symbol=BTC/USDT&mode=spot|contract */
export default function ChartScreen() {
  const [fields] = useSearchParams();
  return (
    <Page bar={<Bar symbol={fields.get('symbol')} />}>
      <Panel loading={<ChartLoading />}>
        <Market symbol={fields.get('symbol')} />
      </Panel>
    </Page>
  );
}

function Bar({ symbol }: { symbol: string | null }) {
  const text = useText();
  const name = useContext(FrameName);
  const navigate = useNavigate();
  const [fields] = useSearchParams();
  const mode = fields.get('mode');
  const isListed = useQuery(marketsQuery).data?.list.some((it) => it.symbol === symbol) ?? true;
  const back = { label: text('system.back'), go: useBack() };
  const go = useCallback(
    (chosen: string) =>
      void navigate(`?${new URLSearchParams({ symbol: chosen, ...(mode !== null && { mode }) })}`, { replace: true }),
    [navigate, mode],
  );
  if (symbol === null) return <NavBar title={text('market.chart.title')} back={back} />;
  const title = (
    <h1>
      <title>{`${symbol} · ${name ?? ''}`}</title>
      <ChartPair symbol={symbol} onChoose={go} />
    </h1>
  );
  const end = isListed && (
    <>
      <ChartStar symbol={symbol} />
      <ChartShare symbol={symbol} />
    </>
  );
  return <NavBar title={title} back={back} end={end} />;
}

function Market({ symbol }: { symbol: string | null }) {
  const text = useText();
  const markets = useMarkets();
  const market = markets.find((it) => it.symbol === symbol);
  if (market !== undefined) return <ChartView market={market} />;
  const [first] = markets;
  if (symbol === null && first !== undefined)
    return <Navigate to={`?${new URLSearchParams({ symbol: first.symbol })}`} replace />;
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('market.chart.unknown.action')}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text('market.chart.unknown.title', { symbol: symbol ?? '' })}
        text={text('market.chart.unknown.text')}
        action={action}
      />
    </div>
  );
}

/** Shares the link to this chart through the device's share sheet, or copies it. */
function ChartShare({ symbol }: { symbol: string }) {
  const text = useText();
  const share = async () => {
    const url = `${location.origin}${location.pathname}#${chartAddress(symbol)}`;
    if (navigator.share !== undefined) return await navigator.share({ title: symbol, url });
    await navigator.clipboard.writeText(url);
    showToast(text('market.chart.share.copied'), 'ok');
  };
  return (
    // Closing the share sheet is the user's choice, not a failure.
    <IconButton label={text('market.chart.share')} onClick={() => void share().catch(() => undefined)}>
      <Icon name="share" />
    </IconButton>
  );
}

/** Loaded in parallel with the candles, which do not wait for it. */
const ChartAside = lazyPart(async () => (await import('./chart-aside.tsx')).ChartAside);

/** Minimum width for two panes. */
const WIDE_PX = 760;
/** Height of the drawer's handle and tabs. */
const DRAWER_TABS_PX = 52;

/** Gives the chart the remaining space; where wide enough, details are beside it. */
function ChartView({ market }: { market: MarketInfo }) {
  const container = useRef<HTMLDivElement>(null);
  const size = useSize(container);
  const [fields] = useSearchParams();
  const isWide = size !== undefined && size.width >= WIDE_PX;
  const mode = chartMode(market.products.filter(useIsTraded()), fields.get('mode'));
  const actions = mode !== undefined && <ChartActions symbol={market.symbol} mode={mode} />;
  return (
    <div ref={container} className={isWide ? 'flex h-full' : 'flex h-full flex-col'}>
      <div className="flex min-h-fit min-w-0 flex-1 flex-col">
        <ChartQuote symbol={market.symbol} />
        <ChartArea market={market} mode={mode} />
      </div>
      <div className={isWide ? 'flex w-80 flex-none flex-col justify-end' : 'flex-none'}>
        {size !== undefined && (
          <Panel loading={isWide ? null : <DrawerLoading pagePx={size.height} />}>
            <ChartAside market={market} mode={mode} isWide={isWide} pagePx={size.height} />
          </Panel>
        )}
        {actions}
      </div>
    </div>
  );
}

const ChartLoading = () => (
  <>
    <QuoteLoading />
    <div className="px-gutter pt-11">
      <SkeletonChart height={280} />
    </div>
  </>
);

/** Placeholder at the final height, so that the chart is drawn only once. */
const DrawerLoading = ({ pagePx }: { pagePx: number }) => (
  <div
    className="h-(--drawer)"
    style={{ '--drawer': `${DRAWER_TABS_PX + panelHeight(firstSize(pagePx), pagePx)}px` }}
  />
);

const SIDES = {
  spot: { path: '/pages/transaction/currency', up: ['buy', 'market.chart.buy'], down: ['sell', 'market.chart.sell'] },
  contract: {
    path: '/pages/transaction/contract',
    up: ['long', 'market.chart.long'],
    down: ['short', 'market.chart.short'],
  },
} as const;

/** Links from chart to trading; shows a visitor the login button instead. */
function ChartActions({ symbol, mode }: { symbol: string; mode: ChartMode }) {
  const text = useText();
  const { pathname, search } = useLocation();
  if (isVisitor(useSessionScope()))
    return (
      <footer className="actions">
        <Link
          className={buttonClass({ tone: 'primary', size: 'large', wide: true })}
          to={loginWithReturn(`${pathname}${search}`)}
        >
          {text('market.chart.login')}
        </Link>
      </footer>
    );
  return (
    <footer className="actions">
      <div className="grid grid-cols-2 gap-3">
        <Side symbol={symbol} mode={mode} tone="up" />
        <Side symbol={symbol} mode={mode} tone="down" />
      </div>
    </footer>
  );
}

function Side({ symbol, mode, tone }: { symbol: string; mode: ChartMode; tone: 'up' | 'down' }) {
  const text = useText();
  const { path } = SIDES[mode];
  const [side, label] = SIDES[mode][tone];
  return (
    <Link
      className={`gap-1.5 ${buttonClass({ tone, size: 'large' })}`}
      to={`${path}?${new URLSearchParams({ symbol, side })}`}
    >
      {text(label)}
      {mode === 'contract' && <Icon name={tone === 'up' ? 'arrow-up' : 'arrow-down'} size={16} />}
    </Link>
  );
}

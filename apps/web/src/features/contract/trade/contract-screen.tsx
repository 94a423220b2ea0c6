import { changePercent } from '@app/domain/market';
import {
  ActionSheet,
  Button,
  buttonClass,
  ChangeText,
  Delayed,
  Empty,
  Icon,
  IconButton,
  NavBar,
  Page,
  Panel,
  RiskBanner,
  Skeleton,
  SkeletonChart,
  SkeletonRows,
} from '@app/ui';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useNeedsGate } from '../../../data/account/risk-read.ts';
import { useIsTraded } from '../../../data/app/open-lists.ts';
import { useOpenness } from '../../../data/app/openness.ts';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { beginMarkets, type MarketInfo, useMarkets, useMarketsSoFar } from '../../../data/market/markets.ts';
import { offeredMarket } from '../../../data/market/offered-market.ts';
import { SeenPart } from '../../../data/market/seen-part.tsx';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useGuideFromAddress } from '../../../data/session/demo-guide.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useAfterClosing } from '../../../lib/use-after-closing.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { contractName } from '../contract-name.ts';

import { QuoteColumn } from '../quote/quote-column.tsx';
import { type ContractRulebook, type MarketRules, useRulebook } from '../terms/rules-query.ts';
import { TOP_UP_PATH } from './form-actions.tsx';
import { OrderPanel } from './order-panel.tsx';
import { DEALS_PATH } from './use-contract-submit.ts';

beginMarkets(); // In parallel with library loading, before the first render.

/** Loaded in parallel with the form, which does not wait for it. */
const PositionsTabs = lazyPart(async () => (await import('../positions/positions-tabs.tsx')).PositionsTabs);
const Desk = lazyPart(async () => (await import('./contract-desk.tsx')).ContractDesk);
const RiskGate = lazyPart(async () => (await import('../gate/risk-gate.tsx')).RiskGate);

/** /pages/transaction/contract?symbol=BTC/USDT */
export default function ContractScreen() {
  return (
    <Page bar={<ContractBar />}>
      <Panel loading={<ContractLoading />}>
        <Content />
      </Panel>
    </Page>
  );
}

/** Returns the product whose markets the page shows: spot markets where contracts are not offered. */
const useShownProduct = () => (useIsTraded()('contract') ? 'contract' : 'spot');

function Content() {
  const [fields] = useSearchParams();
  const { isPending } = useOpenness();
  const product = useShownProduct();
  const market = offeredMarket(useMarkets(), fields.get('symbol'), product);
  if (isPending) return <ContractLoading />;
  if (market === undefined) return <NoMarket />;
  return product === 'contract' ? <Trading market={market} /> : <NotOffered market={market} />;
}

/** Renders the form once the rules are known. The first time, the risk is explained to the user before it. */
function Trading({ market }: { market: MarketInfo }) {
  const text = useText();
  const scope = useSessionScope(); // Form state must not carry over between `real` and `demo`.
  const { data: rulebook, isError, refetch } = useRulebook();
  const { isRequested: isGuided } = useGuideFromAddress(); // It leads to the demo account first.
  const needsGate = useNeedsGate('contract') && !isGuided;
  const isWide = useIsWide();
  const rules = rulebook?.markets.get(market.symbol);
  if (rulebook === undefined && isError) return <NotLoaded retry={() => void refetch()} />;
  if (rulebook === undefined) return <ContractLoading />;
  if (rules === undefined) return <NoMarket />;
  const Shown = isWide ? Desk : ContractPhone;
  return (
    <>
      <Shown key={`${scope} ${market.symbol}`} market={market} rulebook={rulebook} rules={rules} />
      {!isWide && <RiskBanner>{text('contract.risk')}</RiskBanner>}
      {needsGate && (
        <Suspense>
          <RiskGate terms={rulebook.terms} overnightRate={rules.overnight_rate} />
        </Suspense>
      )}
    </>
  );
}

type ShownProps = { market: MarketInfo; rulebook: ContractRulebook; rules: MarketRules };

/**
 * Lays out the form and the quote side by side, with the user's positions below. It renders at no price; form and quote
 * follow none while the user looks at positions further down.
 */
function ContractPhone({ market, rulebook, rules }: ShownProps) {
  return (
    <>
      <SeenPart>
        <OrderPanel
          market={market}
          rulebook={rulebook}
          rules={rules}
          aside={<QuoteColumn market={market} rules={rules} />}
        />
      </SeenPart>
      <div className="pt-2" data-coach="positions">
        <Panel loading={<SkeletonRows count={2} />}>
          <PositionsTabs market={market} />
        </Panel>
      </div>
    </>
  );
}

/** Shows the market where contracts are not offered, and the way to trade it on spot. */
function NotOffered({ market }: { market: MarketInfo }) {
  const text = useText();
  return (
    <div className="flex h-full flex-col">
      <Slot name="market.quote" symbol={market.symbol} loading={<div className="h-29" />} />
      <div className="flex min-h-60 flex-1 flex-col">
        <Slot name="market.chart" symbol={market.symbol} loading={<SkeletonChart height={280} />} />
      </div>
      <div className="grid flex-none gap-2 px-gutter py-2">
        <p className="text-title">{text('contract.off.title')}</p>
        <p className="text-body text-ink-2">{text('contract.off.text')}</p>
        <Link
          className={buttonClass({ tone: 'primary', wide: true })}
          to={`/pages/transaction/currency?${new URLSearchParams({ symbol: market.symbol })}`}
        >
          {text('contract.spot', { coin: market.base })}
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

/** Links from an unknown market to the available ones, and to the market list when no contract is listed. */
function NoMarket() {
  const text = useText();
  const [fields] = useSearchParams();
  const wanted = fields.get('symbol');
  const why = wanted === null ? 'none' : 'unknown';
  const action = (
    <Link
      className={buttonClass({ size: 'small' })}
      to={wanted === null ? MARKET_PATH : '/pages/transaction/contract'}
      replace={wanted !== null}
    >
      {text(`contract.${why}.action`)}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text(`contract.${why}.title`, { symbol: wanted ?? '' })}
        text={text(`contract.${why}.text`)}
        action={action}
      />
    </div>
  );
}

/** Placeholder as high as the loaded page: fields on the left, prices on the right. */
function ContractLoading() {
  return (
    <Delayed>
      <div className="trade" aria-hidden="true">
        <div className="grid content-start gap-2">
          {['h-11', 'h-11', 'h-11', 'h-11', 'h-15', 'h-8'].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
            <Skeleton key={index} className={`${height} rounded-chip`} />
          ))}
        </div>
        <Skeleton className="h-74 rounded-chip" />
      </div>
      <div className="grid gap-2 px-gutter pt-2" aria-hidden="true">
        <Skeleton className="h-22 rounded-chip" />
        <Skeleton className="h-13 rounded-ctl" />
      </div>
    </Delayed>
  );
}

const useBarMarket = () => {
  const [fields] = useSearchParams();
  return offeredMarket(useMarketsSoFar(), fields.get('symbol'), useShownProduct());
};

/** Renders the contract's name and daily change, with the chart and the overflow menu. */
function ContractBar() {
  const text = useText();
  return <NavBar title={<Pair fallback={text('contract.title')} />} end={<Ends />} />;
}

function Pair({ fallback }: { fallback: string }) {
  const navigate = useNavigate();
  const market = useBarMarket();
  const product = useShownProduct();
  if (market === undefined) return fallback;
  const go = (symbol: string) => void navigate(`?${new URLSearchParams({ symbol })}`, { replace: true });
  const label = product === 'contract' ? contractName(market) : market.symbol;
  return (
    <span className="spot-title">
      <Slot name="market.pair" symbol={market.symbol} label={label} product={product} onChoose={go} loading={label} />
      <span className="spot-title__change">
        <DayChange symbol={market.symbol} />
      </span>
    </span>
  );
}

/** Renders at every price, alone. */
function DayChange({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol);
  return quote === undefined ? null : <ChangeText ratio={changePercent(quote.open, quote.price)} />;
}

function Ends() {
  const text = useText();
  const market = useBarMarket();
  if (market === undefined) return null;
  const { symbol } = market;
  return (
    <>
      <Link
        className="iconbtn"
        to={`/pages/transaction/index?${new URLSearchParams({ symbol, mode: 'contract' })}`}
        aria-label={text('contract.chart', { symbol })}
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
  const sheet = useSheet('contract-more');
  const afterwards = useAfterClosing(sheet.isOpen);
  const calculator = useCalculator();
  const links = [
    { label: text('contract.more.history'), icon: 'list', to: DEALS_PATH },
    { label: text('contract.more.transfer'), icon: 'transfer', to: TOP_UP_PATH },
    { label: text('contract.more.guide'), icon: 'learn', to: `?${new URLSearchParams({ symbol, guide: '1' })}` },
    { label: text('contract.more.limits'), icon: 'gauge', to: '/pages/plus/limits' },
    { label: text('contract.more.rules'), icon: 'doc', to: RULES_PATH },
  ] as const;
  return (
    <>
      <IconButton label={text('contract.more')} aria-haspopup="dialog" onClick={sheet.open}>
        <Icon name="more" />
      </IconButton>
      <ActionSheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={contractName({ symbol })}
        closeLabel={text('system.close')}
        actions={[
          ...links.map(({ label, icon, to }) => ({ label, icon, run: afterwards(() => navigate(to)) })),
          { label: text('contract.more.calc'), icon: 'gauge', run: afterwards(calculator.open) },
        ]}
      />
      {calculator.isWanted && <Slot name="chart.contract-calc" symbol={symbol} />}
    </>
  );
}

/** Returns the step of history that opens the what-if calculator, and whether it was opened, so that it is fetched then. */
function useCalculator() {
  const { isOpen, open } = useSheet('contract-calc');
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return { open, isWanted: wasOpened };
}

/** The article about order kinds, fees and forced closes. */
const RULES_PATH = '/pages/common/article?id=7';

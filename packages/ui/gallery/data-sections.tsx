import { useRef, useState } from 'react';
import { COIN_CODES, FLAGGED_CURRENCIES } from '../src/icons/coin-codes.ts';
import { ICON_NAMES } from '../src/icons/icon-names.ts';
import {
  AddressText,
  AreaCurve,
  Avatar,
  ChangePill,
  ChangeText,
  CoinIcon,
  CopyText,
  CountdownRing,
  CountdownText,
  CountRing,
  Graduations,
  Hash,
  Icon,
  InfiniteList,
  LevelLine,
  ListHeader,
  MarketFace,
  MarketRow,
  marketRowClass,
  Num,
  PairIcon,
  Price,
  ProgressBar,
  QrCode,
  RangeLine,
  SkeletonCard,
  SkeletonChart,
  SkeletonRows,
  type Sort,
  Sparkline,
  SplitLine,
  StatGrid,
  StepTimeline,
} from '../src/index.ts';
import {
  ADDRESS,
  EQUITY_CURVE,
  EQUITY_MARK,
  FALL,
  HASH,
  LOSS_CURVE,
  MARKETS,
  price,
  RISE,
  rate,
} from './data-samples.ts';
import type { Section } from './section.ts';

const nothing = () => undefined;
const MINUTE_MS = 60_000;
const RING_SECONDS = [38, 22, 8] as const;
const COUNTDOWN_MS = 187_869_000;
const AVATARS = 16;
const LIST_LENGTH = 300;

const Coins = () => (
  <div className="grid gap-3">
    <div className="flex flex-wrap gap-2">
      {[...COIN_CODES, ...FLAGGED_CURRENCIES, 'NVDA', 'US500'].map((code) => (
        <CoinIcon key={code} code={code} />
      ))}
    </div>
    <div className="flex items-center gap-3">
      {([40, 32, 24, 20, 16] as const).map((size) => (
        <CoinIcon key={size} code="BTC" size={size} />
      ))}
      <PairIcon base="ETH" quote="USDT" />
      <PairIcon base="EUR" quote="USD" />
    </div>
    <div className="flex flex-wrap gap-2">
      {Array.from({ length: AVATARS }, (_, seed) => seed).map((seed) => (
        <Avatar key={seed} seed={seed * 9} size={32} />
      ))}
    </div>
  </div>
);

const Marks = () => (
  <div className="flex flex-col gap-4">
    <AreaCurve values={EQUITY_CURVE} mark={EQUITY_MARK} label="Equity" height={76} staff />
    <AreaCurve values={LOSS_CURVE} mark={EQUITY_MARK} label="Equity" height={76} staff />
    <div className="flex flex-wrap items-center gap-4">
      <Sparkline {...RISE} />
      <Sparkline {...FALL} />
      <Sparkline values={[price('5'), price('5')]} open={price('5')} />
      {RING_SECONDS.map((seconds) => (
        <CountdownRing
          key={seconds}
          remainingMs={seconds * 1_000}
          totalMs={seconds === 22 ? 50_000 : MINUTE_MS}
          label={`${seconds} seconds left`}
        />
      ))}
    </div>
    <RangeLine {...RANGE} />
    <RangeLine {...RANGE} open={price('67900')} now={price('66400')} />
    <Graduations count={21} on={12} label="12 of 21 confirmations" />
    <Graduations count={61} on={61} label="61 of 61 links match" tone="ok" />
    <Graduations count={25} on={4} label="3 of 24 hours waited" tone="warn" />
    <ProgressBar percent={62} label="Sold" />
    <SplitLine share={rate('0.54')} start="B 54%" end="46% S" />
  </div>
);

const RANGE = {
  low: price('66102.5'),
  high: price('68210'),
  open: price('66616.4'),
  now: price('67842.1'),
  precision: 1,
  labels: { low: 'Low', high: 'High', open: 'Open' },
};

const LABELS = { liquidation: 'Liq', target: 'TP', entry: 'Entry', away: '−10.7% away' };
const LONG = { liquidation: price('60572'), entry: price('66930'), now: price('67842.1'), target: price('69500') };
const SHORT = { liquidation: price('4006'), entry: price('3378.4'), now: price('3412.66'), target: price('3150') };

const Positions = () => (
  <div className="grid gap-3">
    <div className="card">
      <LevelLine {...LONG} precision={1} labels={LABELS} />
    </div>
    <div className="card">
      <LevelLine {...SHORT} precision={2} labels={{ ...LABELS, away: '+17.3% away' }} />
    </div>
    <div className="card">
      <LevelLine liquidation={LONG.liquidation} entry={LONG.entry} now={price('65000')} precision={1} labels={LABELS} />
    </div>
  </div>
);

const COLUMNS = [
  { key: 'volume', label: 'Name / 24 h volume', place: 'grow' },
  { key: 'price', label: 'Price' },
  { key: 'change', label: '24 h', place: 'pill' },
] as const;
type Key = (typeof COLUMNS)[number]['key'];

function Markets() {
  const [sort, setSort] = useState<Sort<Key>>({ key: 'volume', order: 'down' });
  return (
    <div className="-mx-4">
      <ListHeader columns={COLUMNS} sort={sort} onSort={setSort} />
      {MARKETS.map((market) => (
        <MarketRow key={market.base} market={market} fiat="≈ $67,842.10" onOpen={nothing} />
      ))}
      <MarketRow
        market={{ base: 'TON', quote: 'USDT', precision: 3, price: undefined, change: undefined, volume: undefined }}
        onOpen={nothing}
      />
    </div>
  );
}

const HomeMarkets = () => (
  <div className="-mx-4">
    {MARKETS.slice(0, 3).map((market, index) => (
      <a key={market.base} className={marketRowClass} href="#market">
        <MarketFace market={market} spark={index === 2 ? FALL : RISE} />
      </a>
    ))}
  </div>
);

function Figures() {
  const [last, setLast] = useState(price('67842.1'));
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <ChangePill ratio={rate('0.0184')} />
        <ChangePill ratio={rate('-0.0062')} />
        <ChangePill ratio={rate('0')} />
      </div>
      <div className="flex flex-wrap items-center gap-4 text-label">
        <ChangeText ratio={rate('0.0184')} />
        <ChangeText ratio={rate('-0.0062')} />
        <ChangeText ratio={rate('0')} />
        <ChangeText ratio={rate('0.009')} text="+$222.30 (+0.90%)" />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Num text="0.52100" unit="ETH" />
        <Price value={last} precision={2} tone="up" />
        <button type="button" className="chip" onClick={() => setLast(price(String(67_000 + Math.random() * 999)))}>
          Tick
        </button>
        <CountdownText remainingMs={COUNTDOWN_MS} />
      </div>
    </div>
  );
}

const Identifiers = () => (
  <div className="grid gap-3">
    <AddressText address={ADDRESS} />
    <div className="flex flex-wrap items-center gap-4">
      <CopyText text={ADDRESS} label="Copy address" copiedLabel="Copied" onFailure={nothing} />
      <Hash value={HASH} />
      <Hash value="UID40218867" />
    </div>
  </div>
);

const Scanned = () => (
  <div className="flex flex-wrap items-center gap-4">
    <CountRing done={3} of={5} label="3 of 5 steps done" />
    <QrCode text={ADDRESS} label="QR code of the address" />
  </div>
);

const STEPS = [
  { state: 'done', title: 'Order placed', note: '541.12 USDT locked in escrow', time: '14:19' },
  { state: 'now', title: 'Pay from your own account', note: 'Then tap “I’ve paid” to keep the hold', time: 'by 14:34' },
  { state: 'later', title: 'Seller confirms', time: 'about 2 min' },
  { state: 'later', title: 'USDT released to your fiat account' },
] as const;

const STATS = [
  ['Total profit', <ChangeText key="profit" ratio={rate('1')} text="+28,412.06" />],
  ['Win rate', '61.2%'],
  ['Profit : loss', '1.86 : 1'],
  ['Average hold', '1d 06:20'],
  ['Assets copied', '1.84M'],
  ['Profit share', '10%'],
] as const;

function LongList() {
  const scrollRef = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(20);
  const items = Array.from({ length: count }, (_, index) => ({ at: index, market: MARKETS[index % MARKETS.length] }));
  const next =
    count < LIST_LENGTH
      ? ({ state: 'more', load: () => setCount(count + 20) } as const)
      : ({ state: 'end', label: 'No more' } as const);
  return (
    <div ref={scrollRef} className="-mx-4 h-64 overflow-y-auto">
      <InfiniteList
        label="Markets"
        items={items}
        rowHeight={60}
        keyOf={({ at }) => String(at)}
        row={({ market }) => market && <MarketRow market={market} fiat="≈ $1.00" onOpen={nothing} />}
        scrollRef={scrollRef}
        next={next}
      />
    </div>
  );
}

const Loading = () => (
  <div className="grid gap-3">
    <SkeletonChart height={160} />
    <SkeletonCard />
    <div className="-mx-4">
      <SkeletonRows count={2} />
    </div>
  </div>
);

const Icons = () => (
  <div className="flex flex-wrap gap-3 text-ink-2">
    {ICON_NAMES.map((name) => (
      <Icon key={name} name={name} />
    ))}
  </div>
);

/** Components that show numbers, markets and identifiers. */
export const dataSections: readonly Section[] = [
  { title: 'Coins and avatars', body: <Coins /> },
  { title: 'The mark', body: <Marks /> },
  { title: 'Market rows', body: <Markets /> },
  { title: 'Market rows at home', body: <HomeMarkets /> },
  { title: 'Figures', body: <Figures /> },
  { title: 'Positions', body: <Positions /> },
  { title: 'Identifiers', body: <Identifiers /> },
  { title: 'Steps', body: <StepTimeline steps={STEPS} doneLabel="done" /> },
  { title: 'So many of so few, and a code to scan', body: <Scanned /> },
  { title: 'Statistics', body: <StatGrid stats={STATS} /> },
  { title: 'A long list', body: <LongList /> },
  { title: 'Loading data', body: <Loading /> },
  { title: 'Icons · 24 grid · 1.75 stroke · filled when selected', body: <Icons />, wide: true },
];

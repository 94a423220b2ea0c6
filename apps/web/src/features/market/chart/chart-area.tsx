import { type KlineHandle, Panel, Sheet } from '@app/ui';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import type { CandleSource } from './candle-source.ts';
import { candlesOf } from './candles.ts';
import { ChartCandles } from './chart-candles.tsx';
import { useChartChoices } from './chart-choices.ts';
import { ChartFrames } from './chart-frames.tsx';
import { turnStep } from './chart-full.ts';
import { ChartLine } from './chart-line.tsx';
import type { ChartMode } from './chart-tabs.ts';
import { useIsCramped } from './use-cramped.ts';

/** Stays clear of notches and the home indicator, which are at the sides in landscape. */
const FULL =
  'fixed inset-0 z-30 bg-bg pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]';

/** Shows candles with their controls; the same element becomes full screen, so that nothing is reloaded or lost. */
export function ChartArea({ market, mode }: { market: MarketInfo; mode: ChartMode | undefined }) {
  const container = useRef<HTMLElement>(null);
  const handle = useRef<KlineHandle>(null);
  const [isToolsOpen, setToolsOpen] = useState(false);
  const { isFull, toggle } = useFull();
  const table = useSheet('chart-table');
  const calc = useSheet(CALC_SHEET);
  const period = useChartChoices((choices) => choices.period);
  const source = useMemo(() => candlesOf(market.symbol, period), [market.symbol, period]);
  const isPaused = usePriceState(market.symbol).kind === 'paused';
  useWholeScreen(container, isFull, toggle);
  const isScrolled = useIsCramped() && !isFull;
  const where = isFull ? FULL : 'flex-1';
  return (
    <section ref={container} className={`flex flex-col ${where}`} aria-label={market.symbol}>
      {isFull && <ChartLine market={market} />}
      <ChartFrames
        isFull={isFull}
        isToolsOpen={isToolsOpen}
        onFull={toggle}
        onTools={() => setToolsOpen(!isToolsOpen)}
      />
      {isToolsOpen && (
        <Panel loading={<div className="h-11 flex-none bg-s1" />}>
          <ChartTools handle={handle} onTable={table.open} onCalc={mode === 'contract' ? calc.open : undefined} />
        </Panel>
      )}
      <div
        className={`flex flex-1 flex-col ${isFull ? 'min-h-0' : isScrolled ? 'min-h-62' : 'min-h-40'} ${isPaused ? 'stale' : ''}`}
      >
        <ChartCandles market={market} mode={mode} source={source} handle={handle} />
      </div>
      {mode === 'contract' && <Calculator symbol={market.symbol} />}
      <ChartTable market={market} source={source} isOpen={table.isOpen} onClose={table.close} />
    </section>
  );
}

/** Fetched when it is opened. */
const ChartTools = lazyPart(async () => (await import('./chart-tools.tsx')).ChartTools);

/** History step of the what-if calculator. */
const CALC_SHEET = 'contract-calc';

/** Fetches the calculator when it is first opened. */
function Calculator({ symbol }: { symbol: string }) {
  const { isOpen } = useSheet(CALC_SHEET);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened && <Slot name="chart.contract-calc" symbol={symbol} />;
}

const FIELD = 'full';

/** Keeps full screen as one history step in the address: sheets may open over it, and back closes the topmost. */
function useFull(): { isFull: boolean; toggle: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const fields = new URLSearchParams(search);
  const isFull = fields.has(FIELD);
  const kept = state as { isFull?: boolean; sheet?: string } | null; // Written only below and by sheets.
  const hasSheet = kept?.sheet !== undefined;
  const toggle = () => {
    const step = turnStep({ isFull, isOwnStep: kept?.isFull === true, hasSheet });
    if (step === 'later') return setLeaving(true);
    if (step === 'back') return void navigate(-1);
    if (isFull) fields.delete(FIELD);
    else fields.set(FIELD, '1');
    void navigate(`${pathname}?${fields}`, isFull ? { replace: true } : { state: { isFull: true } });
  };
  const leave = useEffectEvent(() => {
    setLeaving(false);
    if (isFull) toggle();
  });
  useEffect(() => {
    if (isLeaving && !hasSheet) leave();
  }, [isLeaving, hasSheet]);
  return { isFull, toggle };
}

/**
 * Uses the device's full screen where allowed and makes everything behind the chart inert. Leaving full screen closes
 * the chart.
 */
function useWholeScreen(container: RefObject<HTMLElement | null>, isFull: boolean, close: () => void): void {
  const onLeft = useEffectEvent(close);
  useEffect(() => {
    if (!isFull || container.current === null) return undefined;
    const setFree = setApart(container.current);
    void enlarge();
    const onChange = () => document.fullscreenElement === null && onLeft();
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      setFree();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull, container]);
}

type Lockable = { lock?: (orientation: string) => Promise<void> };

/**
 * Enlarges the document rather than the chart, or sheets would be invisible. Some devices refuse full screen or the
 * orientation lock; the page alone is then enough.
 */
async function enlarge(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen();
    await (screen.orientation as Lockable).lock?.('landscape');
  } catch {}
}

/**
 * Makes everything outside an element and its parents inert until the returned function is called; elements added later
 * are not affected.
 */
function setApart(element: HTMLElement): () => void {
  const apart: Element[] = [];
  for (let at: Element = element; at.parentElement !== null && at !== document.body; at = at.parentElement)
    for (const beside of at.parentElement.children)
      if (beside !== at && !beside.hasAttribute('inert')) {
        beside.setAttribute('inert', '');
        apart.push(beside);
      }
  return () => {
    for (const it of apart) it.removeAttribute('inert');
  };
}

/** Fetched when it is opened. */
const Numbers = lazyPart(async () => (await import('./chart-numbers.tsx')).ChartNumbers);

type Props = { market: MarketInfo; source: CandleSource; isOpen: boolean; onClose: () => void };

/** Shows the chart as numbers, frozen at the time of opening: a moving table cannot be read. */
function ChartTable({ market, source, isOpen, onClose }: Props) {
  const text = useText();
  const period = useChartChoices((choices) => choices.period);
  return (
    <Sheet open={isOpen} onClose={onClose} title={text('chart.table')} closeLabel={text('system.close')}>
      {isOpen && (
        <Panel>
          <Numbers market={market} period={period} source={source} />
        </Panel>
      )}
    </Sheet>
  );
}

import { changePercent } from '@app/domain/market';
import { type Price, showCompact, showPrice } from '@app/money';
import {
  ChangeText,
  Empty,
  Facts,
  Icon,
  type IconName,
  type KlineBar,
  type KlineHandle,
  momentText,
  Sheet,
  Tag,
} from '@app/ui';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import type { CandleSource } from './candle-source.ts';
import { newestFirst, spanOf } from './candle-table.ts';
import { candlesOf } from './candles.ts';
import { ChartCandles } from './chart-candles.tsx';
import { useChartChoices } from './chart-choices.ts';
import { ChartFrames } from './chart-frames.tsx';
import { turnStep } from './chart-full.ts';
import { ChartLine } from './chart-line.tsx';
import { useIsCramped } from './use-size.ts';

/** Stays clear of notches and the home indicator, which are at the sides in landscape. */
const FULL =
  'fixed inset-0 z-30 bg-bg pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]';

/** Shows candles with their controls; the same element becomes full screen, so that nothing is reloaded or lost. */
export function ChartArea({ market }: { market: MarketInfo }) {
  const container = useRef<HTMLElement>(null);
  const handle = useRef<KlineHandle>(null);
  const [isToolsOpen, setToolsOpen] = useState(false);
  const { isFull, toggle } = useFull();
  const table = useSheet('chart-table');
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
      {isToolsOpen && <ChartTools handle={handle} onTable={table.open} />}
      <div
        className={`flex flex-1 flex-col ${isFull ? 'min-h-0' : isScrolled ? 'min-h-62' : 'min-h-40'} ${isPaused ? 'stale' : ''}`}
      >
        <ChartCandles market={market} source={source} handle={handle} />
      </div>
      <ChartTable market={market} source={source} isOpen={table.isOpen} onClose={table.close} />
    </section>
  );
}

const MOVES = [
  ['zoom_out', 'minus', 'zoomOut'],
  ['zoom_in', 'plus', 'zoomIn'],
  ['earlier', 'back', 'earlier'],
  ['later', 'right', 'later'],
] as const;

/** Offers the touch gestures as buttons, and opens the table of numbers. */
function ChartTools({ handle, onTable }: { handle: RefObject<KlineHandle | null>; onTable: () => void }) {
  const text = useText();
  return (
    <div
      role="toolbar"
      aria-label={text('chart.tools')}
      className="flex min-h-11 flex-none items-center overflow-x-auto bg-s1 max-[299px]:flex-wrap px-2 text-label text-ink-2 [scrollbar-width:none]"
    >
      {MOVES.map(([name, icon, move]) => (
        <Tool key={name} icon={icon} label={text(`chart.${name}`)} onClick={() => handle.current?.[move]()} />
      ))}
      <button type="button" className="h-11 flex-none px-2.5" onClick={() => handle.current?.fit()}>
        {text('chart.fit')}
      </button>
      <button
        type="button"
        className="ml-auto flex h-11 flex-none items-center gap-1.5 px-2.5"
        aria-label={text('chart.table')}
        onClick={onTable}
      >
        <Icon name="list" size={16} />
        {text('chart.table.short')}
      </button>
    </div>
  );
}

const Tool = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <button
    type="button"
    className="grid h-11 w-10 flex-none place-items-center focus-visible:-outline-offset-4"
    aria-label={label}
    onClick={onClick}
  >
    <Icon name={icon} size={16} />
  </button>
);

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

type Props = { market: MarketInfo; source: CandleSource; isOpen: boolean; onClose: () => void };

/** Shows the chart as numbers, frozen at the time of opening: a moving table cannot be read. */
function ChartTable({ market, source, isOpen, onClose }: Props) {
  const text = useText();
  return (
    <Sheet open={isOpen} onClose={onClose} title={text('chart.table')} closeLabel={text('system.close')}>
      {isOpen && <Numbers market={market} source={source} />}
    </Sheet>
  );
}

function Numbers({ market: { symbol, precision }, source }: Pick<Props, 'market' | 'source'>) {
  const text = useText();
  const period = useChartChoices((choices) => choices.period);
  const [bars] = useState(() => newestFirst(source.bars()));
  const span = spanOf(bars);
  if (span === undefined) return <Empty title={text('chart.table.empty')} />;
  const facts = [
    [text('chart.table.last'), showPrice(span.last, precision)],
    [text('chart.high'), showPrice(span.high, precision)],
    [text('chart.low'), showPrice(span.low, precision)],
    [text('chart.change'), <ChangeText key="change" ratio={span.change} />],
  ] as const;
  return (
    <div className="pb-2">
      <Facts facts={facts} />
      <p className="mt-3 mb-1 text-label text-ink-3">
        {text('chart.table.note', { symbol, period: text(`chart.period.${period}`) })}
      </p>
      {bars.some(({ simulated }) => simulated) && <Tag tone="info">{text('chart.simulated')}</Tag>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <section className="-mx-5 overflow-x-auto px-5" tabIndex={0} aria-label={text('chart.table')}>
        <Table bars={bars} precision={precision} />
      </section>
    </div>
  );
}

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'change', 'volume'] as const;

function Table({ bars, precision }: { bars: readonly KlineBar[]; precision: number }) {
  const text = useText();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <table className="w-full text-right text-micro whitespace-nowrap">
      <caption className="sr-only">{text('chart.table')}</caption>
      <thead className="text-ink-3">
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className="py-1 pl-2 font-normal first:pl-0 first:text-left">
              {text(`chart.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.time} data-time={bar.time}>
            <th scope="row" className="py-1 text-left font-normal text-ink-3">
              {momentText(bar.time, timeZone, Date.now())}
            </th>
            {(['open', 'high', 'low', 'close'] as const).map((name) => (
              <td key={name} className="py-1 pl-2">
                {showPrice(bar[name], precision)}
              </td>
            ))}
            <td className="py-1 pl-2">
              <ChangeText ratio={changePercent(bar.open as Price, bar.close as Price)} />
            </td>
            <td className="py-1 pl-2">{showCompact(bar.volume)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

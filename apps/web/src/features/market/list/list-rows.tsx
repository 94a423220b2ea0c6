import { FRESHNESS } from '@app/domain/market';
import { InfiniteList, ListHeader, useHold } from '@app/ui';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';
import { signOf } from '../../../data/market/estimate.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { quotes } from '../../../data/market/quotes.ts';
import { useStandstill } from '../../../data/market/use-quotes.ts';
import { type ListSort, SORT_KEYS } from './list-choice.ts';
import { type Fiat, fiatOf } from './list-fiat.ts';
import { isCalm, isSameOrder, orderMarkets } from './list-order.ts';
import { ListRow, type RowKind } from './list-row.tsx';
import { RowActions, useRowActions, useStars } from './row-actions.tsx';
import { useSimulatedAmong } from './row-simulated.ts';

const ROW_HEIGHT = 60;
const PLACES = { volume: 'grow', price: 'end', change: 'pill' } as const;
const symbolOf = ({ symbol }: MarketInfo) => symbol;

type Props = {
  markets: readonly MarketInfo[];
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  kind?: RowKind;
  /** The user's own list offers "move to top". */
  isOwn?: boolean;
  /** Filter that selected the rows; a change scrolls to the top. */
  view?: string;
};
const PLAIN: RowKind = {};

/** Renders the sort header and the rows, virtualised to those in view. */
export function ListRows({ markets, sort, onSort, kind = PLAIN, isOwn = false, view = '' }: Props) {
  const text = useText();
  const { region, mark } = useRegion();
  const ordered = useListOrder(markets, sort, region);
  const fiats = useFiats();
  const isMixed = useSimulatedAmong(markets) === 'some';
  const isWaiting = useFirstPriceWait();
  const actions = useRowActions();
  const stars = useStars();
  const hold = useRowHold(actions.show);
  const isDead = (useStandstill() ?? 0) >= FRESHNESS.dimmed;
  useTopOf(region, `${view} ${sort?.key} ${sort?.order}`);
  const columns = SORT_KEYS.map((key) => ({ key, label: text(`market.list.${key}`), place: PLACES[key] }));
  return (
    <>
      <div ref={mark} className="sticky top-0 z-10 bg-bg">
        <ListHeader columns={columns} sort={sort} onSort={onSort} />
      </div>
      <div className={isDead ? 'mrows--dim' : ''} {...hold}>
        <InfiniteList
          label={text('market.title')}
          items={ordered}
          rowHeight={ROW_HEIGHT}
          keyOf={symbolOf}
          scrollRef={region}
          next={{ state: 'end', label: text('system.more.end') }}
          row={(market) => (
            <ListRow
              market={market}
              kind={kind}
              isMixed={isMixed}
              isWaiting={isWaiting}
              fiat={fiats(market.quote)}
              isFavourite={stars.isOn(market.symbol)}
              onStar={stars.toggle}
            />
          )}
        />
      </div>
      <RowActions actions={actions} isOwn={isOwn} />
    </>
  );
}

/** Returns the page's scroll region, found from an element inside it that is mounted before the rows. */
function useRegion() {
  const region = useRef<HTMLElement>(null);
  const mark = useCallback((element: HTMLElement | null) => {
    region.current = element?.closest<HTMLElement>('.scroll') ?? null;
  }, []);
  return { region, mark };
}

/** Scrolls to the top when the view changes. */
function useTopOf(region: RefObject<HTMLElement | null>, view: string): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    region.current?.scrollTo({ top: 0 });
  }, [region, view]);
}

const symbolAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined;

/** Returns handlers for the element around the rows: a long press on a row opens its actions. */
const useRowHold = (onHold: (symbol: string) => void) => useHold(symbolAt, onHold);

/** After this long without any price none is expected, and placeholders would suggest otherwise. */
const PATIENCE_MS = 5_000;

/** Returns whether the very first price is still expected. */
function useFirstPriceWait(): boolean {
  const isFirstOut = useSyncExternalStore(quotes.listenToAll, () => quotes.receivedAt() === 0);
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isFirstOut && isPatient;
}

/** Computes each currency once, because every row needs it at every price update. */
function useFiats(): (quote: string) => Fiat | undefined {
  const mine = usePreferences((preferences) => preferences.fiat);
  const all = useFiatRates(({ rates }) => rates);
  return useMemo(() => {
    const known = new Map<string, Fiat | undefined>();
    const reader = { currency: mine, sign: signOf(mine) };
    return (quote) => {
      if (!known.has(quote)) known.set(quote, fiatOf(quote, reader, { mine: all[mine], all }));
      return known.get(quote);
    };
  }, [mine, all]);
}

/** Prices change five times a second; reordering rows as often would make them impossible to press. */
const EVERY_MS = 2_000;

/** Returns the rows sorted by a column, sorted again every two seconds while the user is not touching the list. */
export function useListOrder(
  markets: readonly MarketInfo[],
  sort: ListSort,
  region: RefObject<HTMLElement | null>,
): readonly MarketInfo[] {
  const rates = useFiatRates((fiats) => fiats.rates);
  const [seen, setSeen] = useState(quotes.all);
  const isCalm = useCalm(region);
  const ordered = useMemo(() => orderMarkets(markets, sort, { quotes: seen, rates }), [markets, sort, seen, rates]);
  const look = useEffectEvent(() => {
    const now = quotes.all();
    if (!isSameOrder(ordered, orderMarkets(markets, sort, { quotes: now, rates }))) setSeen(now);
  });
  const lookWhenCalm = useEffectEvent(() => isCalm() && look());
  const lookAtFirst = useEffectEvent(() => seen.size === 0 && look());
  useEffect(() => {
    if (sort === undefined) return;
    look(); // A pressed column sorts at once.
    const stop = quotes.listenToAll(() => lookAtFirst());
    const timer = setInterval(() => lookWhenCalm(), EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [sort]);
  return ordered;
}

/** Returns whether rows may be reordered now, judging by touches, scrolling and keyboard focus in the region. */
function useCalm(region: RefObject<HTMLElement | null>): () => boolean {
  const hand = useRef({ fingers: 0, scrolledAt: 0 });
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const count = ({ touches }: TouchEvent) => {
      hand.current.fingers = touches.length;
    };
    const scrolled = () => {
      hand.current.scrolledAt = Date.now();
    };
    const touches = ['touchstart', 'touchend', 'touchcancel'] as const;
    for (const name of touches) element.addEventListener(name, count, { passive: true });
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      for (const name of touches) element.removeEventListener(name, count);
      element.removeEventListener('scroll', scrolled);
    };
  }, [region]);
  return () => isCalm({ ...hand.current, hasKeyFocus: hasKeyFocus(region.current) }, Date.now());
}

/** Ignores focus on the region itself, which it gets on every navigation; only focus inside a row counts. */
const hasKeyFocus = (region: HTMLElement | null) => region?.querySelector('.mrow-box :focus-visible') != null;

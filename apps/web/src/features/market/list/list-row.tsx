import { changePercent, type MarketState } from '@app/domain/market';
import { showCompact } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import { MarketBox, MarketFace, MarketGhost, marketRowClass } from '@app/ui';
import { memo, useMemo, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { tradePage } from '../../../data/app/open-lists.ts';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { quotes } from '../../../data/market/quotes.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { chartAddress } from '../movers/mover-line.ts';
import { type Fiat, showsInFiat } from './list-fiat.ts';
import { turnoverOf } from './list-order.ts';
import { rowLabels } from './row-labels.ts';
import { RowLabels } from './row-labels-view.tsx';
import { rowState } from './row-state.ts';

/** Settings shared by the rows of a list. */
export type RowKind = {
  /** Product whose page a row opens: the chart of a contract differs from that of a spot market, and seconds have their own. */
  readonly mode?: 'contract' | 'seconds';
  /** Each row shows its category. */
  readonly namesCategory?: boolean;
  /** Further labels of a row, shown before the volume if there is space. */
  readonly facts?: (symbol: string) => readonly string[];
};
type Props = {
  market: MarketInfo;
  kind: RowKind;
  fiat: Fiat | undefined;
  /** The list mixes real and simulated prices, so each row is labelled. */
  isMixed: boolean;
  /** No price of any market has arrived yet. */
  isWaiting: boolean;
  /** Undefined until the user's list has loaded. */
  isFavourite: boolean | undefined;
  onStar: (symbol: string) => void;
};

/** Renders one market. It subscribes to its own price, and only the parts that show the price rerender. */
export const ListRow = memo(function ListRow({ market, kind, fiat, isMixed, isWaiting, isFavourite, onStar }: Props) {
  const text = useText();
  const { symbol } = market;
  const state = useRowState(market);
  const address = addressOf(symbol, kind.mode);
  const star = {
    label: text('market.chart.star', { symbol }),
    isOn: isFavourite === true,
    disabled: isFavourite === undefined,
    toggle: () => onStar(symbol),
  };
  return (
    <MarketBox star={star}>
      <Link
        className={state === 'open' ? marketRowClass : `${marketRowClass} mrow--dim`}
        to={address}
        data-symbol={symbol}
      >
        <Figures
          market={market}
          fiat={fiat}
          isMixed={isMixed}
          isWaiting={isWaiting}
          state={state}
          namesCategory={kind.namesCategory === true}
          facts={kind.facts}
        />
      </Link>
    </MarketBox>
  );
});

function addressOf(symbol: string, mode: RowKind['mode']): string {
  if (mode === 'seconds') return tradePage('seconds', symbol);
  return mode === undefined ? chartAddress(symbol) : `${chartAddress(symbol)}&mode=${mode}`;
}

/** Returns the row state, which changes rarely, by the clock as well as by updates. */
export function useRowState({ symbol, hours }: MarketInfo): MarketState {
  return useSyncExternalStore(quotes.listenToAll, () => {
    const now = serverNow();
    const changedAt = now - (performance.now() - quotes.receivedAt());
    return rowState(quotes.quoteOf(symbol), hours, { changedAt, now });
  });
}

type FiguresProps = Pick<Props, 'market' | 'fiat' | 'isMixed' | 'isWaiting'> & {
  state: MarketState;
  namesCategory: boolean;
  facts: RowKind['facts'];
};

function Figures({ market, fiat, isMixed, isWaiting, state, namesCategory, facts }: FiguresProps) {
  const text = useText();
  const { base, quote: currency, precision, category, symbol } = market;
  const quote = useQuote(symbol);
  const volume = useVolumeText(quote);
  const labels = rowLabels({
    warnings: [
      isMixed && quote?.simulated && text('market.list.simulated'),
      state !== 'open' && text(`market.list.state.${state}`),
    ],
    rest: [
      namesCategory && text(`market.list.category.${category}`),
      ...(facts?.(symbol) ?? []),
      state === 'open' && volume,
    ],
  });
  if (isWaiting && quote === undefined && state === 'open') return <MarketGhost base={base} quote={currency} />;
  const line = {
    base,
    quote: currency,
    precision,
    volume: undefined,
    price: quote?.price,
    change: quote && changePercent(quote.open, quote.price),
  };
  const shown = quote === undefined ? null : fiat && showsInFiat(quote.price, market, fiat);
  return (
    <MarketFace
      market={line}
      {...(shown !== undefined && { fiat: shown })}
      {...(labels.labels.length > 0 && { sub: <RowLabels {...labels} /> })}
    />
  );
}

/** Recomputes when the volume updates, every few seconds, not with every price. */
function useVolumeText(quote: QuoteShown | undefined): string | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the price alone does not change what was traded.
  return useMemo(() => quote && showCompact(turnoverOf(quote)), [quote?.vol]);
}
